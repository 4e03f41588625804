/** Currencies, and roughly what they are worth. */

import { hashText } from '../hash.ts'
import type { Walk } from '../prices/walk.ts'

export interface Currency {
  readonly code: string
  readonly name: string
  /** US dollars for one. */
  readonly worth: number
  /** Daily standard deviation. */
  readonly sigma: number
  /** The country of its flag. */
  readonly flag: string
  readonly rank: 'major' | 'minor' | 'exotic'
}

const worths: Readonly<Record<Currency['rank'], string>> = {
  major: 'USD 1, EUR 1.09, JPY 0.0068, GBP 1.27, CHF 1.13, CAD 0.73, AUD 0.66, NZD 0.6',
  minor: `SEK 0.095, NOK 0.093, DKK 0.146, SGD 0.745, HKD 0.128, CNY 0.139, MXN 0.054, ZAR 0.055, PLN 0.253, CZK 0.0435,
    HUF 0.00275, TRY 0.029, INR 0.0117`,
  exotic: `KRW 0.00073, TWD 0.031, THB 0.029, IDR 0.000062, MYR 0.225, PHP 0.0175, VND 0.0000395, BRL 0.18, ARS 0.00085,
    CLP 0.00106, COP 0.00024, PEN 0.268, ILS 0.275, SAR 0.2666, AED 0.2723, QAR 0.2747, KWD 3.26, BHD 2.65, EGP 0.0205,
    MAD 0.101, TND 0.32, NGN 0.00065, KES 0.0077, PKR 0.0036, BDT 0.0083, LKR 0.0033, RON 0.219, BGN 0.557, RSD 0.0093,
    ISK 0.0072, RUB 0.0111, VES 0.02`,
}

const names = new Intl.DisplayNames('en', { type: 'currency' })

export const currencies: readonly Currency[] = Object.entries(worths).flatMap(([rank, list]) =>
  list.split(',').map((item) => {
    const [code = '', worth = ''] = item.trim().split(' ')
    return {
      code,
      name: names.of(code) ?? code,
      worth: Number(worth),
      sigma: code === 'USD' ? 0 : 0.005,
      flag: code.slice(0, 2),
      rank: rank as Currency['rank'],
    }
  }),
)

const byCode = new Map(currencies.map((currency) => [currency.code, currency]))

/** Fractions in which some exchanges quote, and how many make one. */
const fractions: Readonly<Record<string, readonly [string, number]>> = {
  GBX: ['GBP', 100],
  ZAC: ['ZAR', 100],
  ILA: ['ILS', 100],
  KWF: ['KWD', 1000],
}

/** The currency of a code, and how many of the quoted unit make one of it. */
export function currencyOf(
  code: string,
): { readonly currency: Currency; readonly units: number } | undefined {
  const [parent, units] = fractions[code] ?? [code, 1]
  const currency = byCode.get(parent)
  return currency && { currency, units }
}

/** Dollars for one, as a walk. */
export function currencyWalk(worldKey: number, { code, worth, sigma }: Currency): Walk {
  const key = hashText(worldKey, `currency ${code}`)
  return { key, logBase: Math.log(worth), sigma, trend: 0, wander: sigma * 8 }
}

/** What a price in dollars is divided by to be in a currency; undefined for the dollar. */
export function againstDollar(worldKey: number, currency: Currency): Walk | undefined {
  return currency.code === 'USD' ? undefined : currencyWalk(worldKey, currency)
}
