/** What a company earns, owns and owes: every figure is a share of its revenue, which grows with its walk. */

import { currencyOf } from '../listings/currencies.ts'
import type { Listing } from '../listings/listing.ts'
import { sectorOf } from '../listings/sectors.ts'
import { own } from '../own.ts'
import { bell, between, mix, unit, whole } from '../prices/noise.ts'
import { lastFiscalYearEnd, type Quarter } from './quarters.ts'

export type Period = 'fq' | 'fh' | 'fy' | 'ttm'

interface Shape {
  /** Yearly revenue at the reference quarter, in the fundamental currency. */
  readonly revenue: number
  /** Growth per quarter. */
  readonly growth: number
  readonly gross: number
  readonly operating: number
  readonly net: number
  readonly depreciation: number
  readonly capex: number
  readonly research: number
  readonly leverage: number
  readonly assets: number
  readonly payout: number
  readonly employees: number
}

/** 2026 Q2, when prices are as the tables say. */
const referenceQuarter: Quarter = 225
const daysPerQuarter = 91.31

/** The usual price in the currency the company reports in. */
export function usualPrice({ walk, against, scale, currency }: Listing): number {
  const level = Math.exp(walk.logBase - (against?.logBase ?? 0)) * scale
  return level / (currencyOf(currency)?.units ?? 1)
}

export function shapeOf(listing: Listing): Shape {
  const { key, units, walk } = listing
  const worth = currencyOf(listing.currency)?.currency.worth ?? 1
  const sector = sectorOf(listing.sector)
  const multiple = (sector?.earningsMultiple ?? 18) * Math.exp(0.35 * bell(key, 31))
  const margin = (sector?.margin ?? 0.08) * Math.exp(0.4 * bell(key, 32))
  const isLosing = listing.fame < 0.7 && unit(key, 33) < 0.17
  const revenue = (usualPrice(listing) * units) / multiple / margin
  const net = isLosing ? -margin * between(key, 34, 0.3, 2.5) : margin
  const operating = isLosing ? net * 0.9 : net * 1.32
  return {
    revenue,
    growth: walk.trend * daysPerQuarter + 0.008 * bell(key, 35),
    net,
    operating,
    gross: Math.min(0.85, Math.max(operating, 0) + between(key, 36, 0.12, 0.4)),
    depreciation: between(key, 37, 0.02, 0.08),
    capex: between(key, 38, 0.02, 0.09),
    research: unit(key, 39) < 0.5 ? between(key, 40, 0.01, 0.18) : 0,
    leverage: between(key, 41, 0.1, 1.6),
    assets: between(key, 42, 0.9, 3.2),
    payout: unit(key, 43) < 0.45 || isLosing ? 0 : between(key, 44, 0.15, 0.75),
    employees: Math.round(
      Math.min(1_600_000, Math.max(12, (revenue * worth) / between(key, 45, 150_000, 900_000))),
    ),
  }
}

/** Of one quarter, in the fundamental currency. */
type Flow = (shape: Shape, revenue: number, noise: (salt: number) => number) => number

const flows: Readonly<Record<string, Flow>> = {
  total_revenue: (_, revenue) => revenue,
  net_revenue: (_, revenue) => revenue,
  net_revenue_after_provision: (_, revenue) => revenue * 0.985,
  gross_profit: ({ gross }, revenue, noise) => revenue * gross * (1 + 0.02 * noise(1)),
  cost_of_goods: ({ gross }, revenue, noise) => revenue * (1 - gross * (1 + 0.02 * noise(1))),
  oper_income: ({ operating }, revenue, noise) => revenue * operating * (1 + 0.1 * noise(2)),
  ebit: ({ operating }, revenue, noise) => revenue * operating * (1 + 0.1 * noise(2)),
  ebitda: ({ operating, depreciation }, revenue, noise) =>
    revenue * (operating * (1 + 0.1 * noise(2)) + depreciation),
  net_income: ({ net }, revenue, noise) => revenue * net * (1 + 0.12 * noise(3)),
  net_income_bef_disc_oper: ({ net }, revenue, noise) => revenue * net * (1 + 0.12 * noise(3)),
  income_from_cont_ops: ({ net }, revenue, noise) => revenue * net * (1 + 0.12 * noise(3)),
  pre_tax_income: ({ net }, revenue, noise) => revenue * net * 1.24 * (1 + 0.12 * noise(3)),
  cash_f_operating_activities: ({ net, depreciation }, revenue, noise) =>
    revenue * (net + depreciation) * (1 + 0.15 * noise(4)),
  capital_expenditures: ({ capex }, revenue, noise) => -revenue * capex * (1 + 0.1 * noise(5)),
  capital_expenditures_unchanged: ({ capex }, revenue, noise) => -revenue * capex * (1 + 0.1 * noise(5)),
  free_cash_flow: ({ net, depreciation, capex }, revenue, noise) =>
    revenue * ((net + depreciation) * (1 + 0.15 * noise(4)) - capex * (1 + 0.1 * noise(5))),
  cash_f_investing_activities: ({ capex }, revenue, noise) => -revenue * capex * (1.3 + 0.3 * noise(6)),
  cash_f_financing_activities: ({ net }, revenue, noise) => -revenue * net * (0.5 + 0.4 * noise(7)),
  research_and_dev: ({ research }, revenue, noise) =>
    research === 0 ? Number.NaN : revenue * research * (1 + 0.05 * noise(8)),
  sell_gen_admin_exp_other: ({ gross, operating }, revenue) =>
    revenue * Math.max(0.02, gross - operating) * 0.5,
  sell_gen_admin_exp_total: ({ gross, operating }, revenue) =>
    revenue * Math.max(0.02, gross - operating) * 0.8,
  total_cash_dividends_paid: ({ net, payout }, revenue) => -revenue * Math.max(0, net) * payout,
  issuance_of_stock_net: (_, revenue, noise) => -revenue * 0.01 * (1 + noise(9)),
  interest_expense: ({ leverage }, revenue) => revenue * leverage * 0.011,
}

/** At the end of a quarter, as a multiple of yearly revenue. */
const balances: Readonly<Record<string, (shape: Shape) => number>> = {
  total_assets: ({ assets }) => assets,
  total_current_assets: ({ assets }) => assets * 0.35,
  total_equity: ({ assets, leverage }) => assets / (1.45 + leverage),
  shrhldrs_equity: ({ assets, leverage }) => assets / (1.45 + leverage),
  total_liabilities: ({ assets, leverage }) => assets - assets / (1.45 + leverage),
  total_current_liabilities: ({ assets }) => assets * 0.22,
  total_debt: ({ assets, leverage }) => (assets / (1.45 + leverage)) * leverage * 0.7,
  long_term_debt: ({ assets, leverage }) => (assets / (1.45 + leverage)) * leverage * 0.55,
  short_term_debt: ({ assets, leverage }) => (assets / (1.45 + leverage)) * leverage * 0.15,
  cash_n_equivalents: ({ assets }) => assets * 0.08,
  cash_n_short_term_invest: ({ assets }) => assets * 0.12,
  goodwill: ({ assets }) => assets * 0.1,
  net_debt: ({ assets, leverage }) => (assets / (1.45 + leverage)) * leverage * 0.7 - assets * 0.12,
  working_capital: ({ assets }) => assets * 0.13,
  inventory: ({ assets }) => assets * 0.07,
  receivables: ({ assets }) => assets * 0.09,
  fixed_assets: ({ assets }) => assets * 0.3,
}

/** Divided by the number of shares. */
const perShare: Readonly<Record<string, string>> = {
  earnings_per_share: 'net_income',
  earnings_per_share_basic: 'net_income',
  earnings_per_share_diluted: 'net_income',
  eps: 'net_income',
  dps_common_stock_prim_issue: 'dividends',
  dps: 'dividends',
}

export function isItem(name: string): boolean {
  return name === 'dividends' || [flows, balances, perShare].some((table) => Object.hasOwn(table, name))
}

/** A figure for the period that ends with `quarter` (for `fy`, the last fiscal year that ended by then). */
export function figure(listing: Listing, item: string, period: Period, quarter: Quarter): number {
  const shared = own(perShare, item)
  if (shared !== undefined) return figure(listing, shared, period, quarter) / listing.units
  if (item === 'dividends') return -figure(listing, 'total_cash_dividends_paid', period, quarter)
  const last = period === 'fy' ? lastFiscalYearEnd(listing, quarter) : quarter
  const balance = own(balances, item)
  if (balance !== undefined)
    return balance(shapeOf(listing)) * revenueRate(listing, last) * 4 * wobble(listing, last)
  const flow = own(flows, item)
  if (flow === undefined) return Number.NaN
  const shape = shapeOf(listing)
  let sum = 0
  for (let at = last - quartersIn[period] + 1; at <= last; at++) {
    const chance = mix(mix(listing.key, 50), at)
    sum += flow(shape, quarterRevenue(listing, shape, at), (salt) => bell(chance, salt))
  }
  return sum
}

const quartersIn: Readonly<Record<Period, number>> = { fq: 1, fh: 2, fy: 4, ttm: 4 }

/** Whole when it is money in the millions, as companies print it. */
export function rounded(amount: number): number {
  if (Number.isNaN(amount)) return amount
  return Math.abs(amount) >= 1_000_000
    ? Math.round(amount / 1000) * 1000
    : Math.round(amount * 10_000) / 10_000
}

function revenueRate(listing: Listing, quarter: Quarter): number {
  const { revenue, growth } = shapeOf(listing)
  return (revenue / 4) * Math.exp(growth * (quarter - referenceQuarter))
}

function quarterRevenue(listing: Listing, { revenue, growth }: Shape, quarter: Quarter): number {
  const season = 1 + 0.08 * bell(mix(listing.key, 51), quarter % 4)
  const luck = 1 + 0.03 * bell(mix(listing.key, 52), quarter)
  return (revenue / 4) * Math.exp(growth * (quarter - referenceQuarter)) * season * luck
}

function wobble(listing: Listing, quarter: Quarter): number {
  return 1 + 0.01 * bell(mix(listing.key, 53), quarter)
}

/** What analysts expected of a quarter that has been told, or expect of one that has not. */
export function forecast(listing: Listing, item: 'eps' | 'total_revenue', quarter: Quarter): number {
  const { key } = listing
  if (unit(mix(key, 54), 0) < 0.11) return Number.NaN
  const spread = item === 'eps' ? 0.06 : 0.02
  return (
    figure(listing, item, 'fq', quarter) * (1 + spread * bell(mix(key, item === 'eps' ? 55 : 56), quarter))
  )
}

export function analysts({ key, fame }: Listing): { buy: number; hold: number; sell: number } {
  const total = Math.round(fame * 40)
  const buy = Math.round(total * between(key, 61, 0.2, 0.8))
  const hold = Math.round((total - buy) * between(key, 62, 0.5, 1))
  return { buy, hold, sell: total - buy - hold }
}

export function holders({ key }: Listing): number {
  return whole(key, 63, 40, 90_000)
}
