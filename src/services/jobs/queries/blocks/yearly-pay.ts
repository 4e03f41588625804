/** Makes amounts of pay comparable: per year, in one currency, at the reference rates of one day. */

import type { PayPeriod } from '../../schema/vocabulary.ts'

/** A week of 40 hours, a year of 52 weeks. */
const periodsPerYear: Readonly<Record<PayPeriod, number>> = { hour: 2080, week: 52, year: 1 }

/**
 * What one euro was worth, to three digits: reference rates of the European Central Bank, entered by hand. Only that of the
 * dollar has been compared with the published table.
 */
const perEuro: Readonly<Record<string, number>> = {
  EUR: 1,
  AUD: 1.68,
  BGN: 1.96,
  BRL: 6.43,
  CAD: 1.49,
  CHF: 0.941,
  CNY: 7.58,
  CZK: 25.2,
  DKK: 7.46,
  GBP: 0.829,
  HKD: 8.07,
  HUF: 411,
  IDR: 16800,
  ILS: 3.79,
  INR: 88.9,
  ISK: 144,
  JPY: 163,
  KRW: 1530,
  MXN: 21.6,
  MYR: 4.65,
  NOK: 11.8,
  NZD: 1.85,
  PHP: 60.3,
  PLN: 4.28,
  RON: 4.97,
  SEK: 11.5,
  SGD: 1.42,
  THB: 35.7,
  TRY: 36.7,
  USD: 1.04,
  ZAR: 19.6,
}

const ratesOn = '2024-12-31'

export const payCurrencyDefault = 'USD'

/** The currencies that can be converted. */
export const payCurrencies: readonly string[] = Object.keys(perEuro)

export interface PayMeta {
  readonly currency: string
  readonly period: 'year'
  readonly rates_on: string
}

/** What a response says about the amounts that it compared. */
export function toPayMeta(currency = payCurrencyDefault): PayMeta {
  return { currency: currency.toUpperCase(), period: 'year', rates_on: ratesOn }
}

export function toYearly(amount: number, period: PayPeriod): number {
  return amount * periodsPerYear[period]
}

/** By what the amount of a stored pay, such as `USD hour`, is multiplied. NaN if it cannot be compared. */
export function yearlyFactor(payKey: string, to: string): number {
  const [currency = '', period = ''] = payKey.split(' ')
  const perYear = periodsPerYear[period as PayPeriod] ?? Number.NaN
  return (perYear * (perEuro[to.toUpperCase()] ?? Number.NaN)) / (perEuro[currency] ?? Number.NaN)
}
