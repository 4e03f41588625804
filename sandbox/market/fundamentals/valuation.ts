/** Columns that weigh the price against what a company earns and owns. */

import { startOf } from '../../calendar.ts'
import { currencyOf } from '../listings/currencies.ts'
import type { Listing } from '../listings/listing.ts'
import { between, whole } from '../prices/noise.ts'
import {
  dividendFrequency,
  recentDividend,
  toSeconds,
  upcomingDividend,
  yearlyDividend,
} from './dividends.ts'
import {
  lastFiscalYearEnd,
  type Quarter,
  quarterEnd,
  releaseDay,
  releaseMs,
  releaseTime,
} from './quarters.ts'
import { analysts, figure, holders, shapeOf } from './statements.ts'

export interface Valued {
  readonly listing: Listing
  /** The last quarter whose figures have been told. */
  readonly quarter: Quarter
  /** In the fundamental currency, so in pounds where the exchange quotes pence. */
  readonly price: number
  readonly ms: number
}

/** `NaN` where there is none. */
export type ValueColumn = (valued: Valued) => number

function cap({ listing, price }: Valued): number {
  return price * listing.units
}

function ttm({ listing, quarter }: Valued, item: string): number {
  return figure(listing, item, 'ttm', quarter)
}

function owed(valued: Valued): number {
  return figure(valued.listing, 'net_debt', 'fq', valued.quarter)
}

/** Only of what is earned: a multiple of a loss is no number. */
function multiple(above: number, below: number): number {
  return below > 0 ? above / below : Number.NaN
}

function positive(amount: number): number {
  return amount > 0 ? amount : Number.NaN
}

function seconds(day: number | undefined): number {
  return day === undefined ? Number.NaN : toSeconds(day)
}

const earnings: ValueColumn = (valued) => multiple(cap(valued), ttm(valued, 'net_income'))
const book: ValueColumn = (valued) =>
  multiple(cap(valued), figure(valued.listing, 'shrhldrs_equity', 'fq', valued.quarter))
const sales: ValueColumn = (valued) => multiple(cap(valued), ttm(valued, 'total_revenue'))
const cashFlow: ValueColumn = (valued) => multiple(cap(valued), ttm(valued, 'cash_f_operating_activities'))
const freeCashFlow: ValueColumn = (valued) => multiple(cap(valued), ttm(valued, 'free_cash_flow'))
const dividendYield: ValueColumn = ({ listing, price }) => (100 * yearlyDividend(listing)) / price

/** Of anything with shares, funds included. */
export const shareColumns: Readonly<Record<string, ValueColumn>> = {
  total_shares_outstanding: ({ listing }) => positive(listing.units),
  total_shares_outstanding_current: ({ listing }) => positive(listing.units),
  total_shares_outstanding_calculated: ({ listing }) => positive(listing.units),
  total_shares_outstanding_fundamental: ({ listing }) => positive(listing.units),
  shares_outstanding: ({ listing }) => positive(listing.units),
  dividends_yield: dividendYield,
  dividends_yield_current: dividendYield,
  dividends_yield_fq: dividendYield,
  dividends_yield_fy: dividendYield,
  dividend_yield_recent: dividendYield,
  yield_recent: dividendYield,
  dividend_yield_upcoming: (valued) =>
    upcomingDividend(valued.listing, valued.ms) === undefined ? Number.NaN : dividendYield(valued),
  indicated_annual_dividend: ({ listing }) => positive(yearlyDividend(listing)),
  expected_annual_dividends: ({ listing }) => positive(yearlyDividend(listing)),
  dividend_amount_recent: ({ listing, ms }) => recentDividend(listing, ms)?.amount ?? Number.NaN,
  dividend_amount_upcoming: ({ listing, ms }) => upcomingDividend(listing, ms)?.amount ?? Number.NaN,
  amount_recent: ({ listing, ms }) => recentDividend(listing, ms)?.amount ?? Number.NaN,
  amount_upcoming: ({ listing, ms }) => upcomingDividend(listing, ms)?.amount ?? Number.NaN,
  dividend_ex_date_recent: ({ listing, ms }) => seconds(recentDividend(listing, ms)?.exDay),
  dividend_ex_date_upcoming: ({ listing, ms }) => seconds(upcomingDividend(listing, ms)?.exDay),
  ex_dividend_date_recent: ({ listing, ms }) => seconds(recentDividend(listing, ms)?.exDay),
  ex_dividend_date_upcoming: ({ listing, ms }) => seconds(upcomingDividend(listing, ms)?.exDay),
  next_dividend_date: ({ listing, ms }) => seconds(upcomingDividend(listing, ms)?.exDay),
  dividend_payment_date_recent: ({ listing, ms }) => seconds(recentDividend(listing, ms)?.paymentDay),
  dividend_payment_date_upcoming: ({ listing, ms }) => seconds(upcomingDividend(listing, ms)?.paymentDay),
  payment_date_recent: ({ listing, ms }) => seconds(recentDividend(listing, ms)?.paymentDay),
  payment_date_upcoming: ({ listing, ms }) => seconds(upcomingDividend(listing, ms)?.paymentDay),
  continuous_dividend_payout: ({ listing }) =>
    dividendFrequency(listing) === 0 ? 0 : whole(listing.key, 81, 1, 45),
  continuous_dividend_growth: ({ listing }) =>
    dividendFrequency(listing) === 0 ? 0 : whole(listing.key, 82, 0, 24),
  beta_1_year: ({ listing }) => between(listing.key, 83, 0.3, 1.9),
  beta_3_year: ({ listing }) => between(listing.key, 84, 0.4, 1.7),
  beta_5_year: ({ listing }) => between(listing.key, 85, 0.5, 1.6),
}

/** Of companies that report. */
export const companyColumns: Readonly<Record<string, ValueColumn>> = {
  market_cap_basic: cap,
  market_cap_calc: cap,
  price_earnings_ttm: earnings,
  price_earnings_current: earnings,
  price_earnings_fwd: (valued) => earnings(valued) * 0.93,
  price_earnings_forward_fy: (valued) => earnings(valued) * 0.93,
  non_gaap_price_to_earnings_per_share_forecast_next_fy: (valued) => earnings(valued) * 0.92,
  price_earnings_growth_ttm: (valued) => earnings(valued) / between(valued.listing.key, 86, 6, 30),
  earnings_yield: (valued) => (100 * ttm(valued, 'net_income')) / cap(valued),
  price_book_fq: book,
  price_book_current: book,
  price_book_ratio: book,
  price_book_fwd: book,
  price_annual_book: book,
  price_sales_current: sales,
  price_sales_ratio: sales,
  price_sales: sales,
  price_sales_fwd: sales,
  price_revenue_ttm: sales,
  price_annual_sales: sales,
  price_cash_flow_current: cashFlow,
  price_to_cash_f_operating_activities_ttm: cashFlow,
  price_free_cash_flow_ttm: freeCashFlow,
  price_free_cash_flow_current: freeCashFlow,
  price_to_cash_ratio: (valued) =>
    multiple(cap(valued), figure(valued.listing, 'cash_n_short_term_invest', 'fq', valued.quarter)),
  price_to_working_capital_fq: (valued) =>
    multiple(cap(valued), figure(valued.listing, 'working_capital', 'fq', valued.quarter)),
  enterprise_value_current: (valued) => cap(valued) + owed(valued),
  enterprise_value_fq: (valued) => cap(valued) + owed(valued),
  sum_for_enterprise_value: owed,
  enterprise_value_ebitda_ttm: (valued) => multiple(cap(valued) + owed(valued), ttm(valued, 'ebitda')),
  enterprise_value_ebitda_current: (valued) => multiple(cap(valued) + owed(valued), ttm(valued, 'ebitda')),
  enterprise_value_ebitda_fwd: (valued) => multiple(cap(valued) + owed(valued), ttm(valued, 'ebitda')) * 0.95,
  enterprise_value_to_ebit_ttm: (valued) => multiple(cap(valued) + owed(valued), ttm(valued, 'ebit')),
  enterprise_value_ebit_fwd: (valued) => multiple(cap(valued) + owed(valued), ttm(valued, 'ebit')) * 0.95,
  enterprise_value_to_revenue_ttm: (valued) =>
    multiple(cap(valued) + owed(valued), ttm(valued, 'total_revenue')),
  enterprise_value_sales_fwd: (valued) =>
    multiple(cap(valued) + owed(valued), ttm(valued, 'total_revenue')) * 0.96,
  enterprise_value_to_free_cash_flow_ttm: (valued) =>
    multiple(cap(valued) + owed(valued), ttm(valued, 'free_cash_flow')),
  enterprise_value_to_gross_profit_ttm: (valued) =>
    multiple(cap(valued) + owed(valued), ttm(valued, 'gross_profit')),
  float_shares_outstanding: ({ listing }) => Math.round(listing.units * between(listing.key, 87, 0.35, 0.99)),
  float_shares_outstanding_current: ({ listing }) =>
    Math.round(listing.units * between(listing.key, 87, 0.35, 0.99)),
  float_shares_percent_current: ({ listing }) => 100 * between(listing.key, 87, 0.35, 0.99),
  diluted_shares_outstanding_fq: ({ listing }) => Math.round(listing.units * 1.01),
  number_of_employees: ({ listing }) => shapeOf(listing).employees,
  number_of_employees_fy: ({ listing }) => shapeOf(listing).employees,
  number_of_shareholders: ({ listing }) => holders(listing),
  number_of_shareholders_fy: ({ listing }) => holders(listing),
  altman_z_score_ttm: ({ listing }) => between(listing.key, 88, 0.4, 7),
  altman_z_score_fy: ({ listing }) => between(listing.key, 88, 0.4, 7),
  piotroski_f_score_ttm: ({ listing }) => whole(listing.key, 89, 1, 9),
  piotroski_f_score_fy: ({ listing }) => whole(listing.key, 89, 1, 9),
  last_report_frequency: () => 4,
  recommendation_buy: ({ listing }) => analysts(listing).buy,
  recommendation_hold: ({ listing }) => analysts(listing).hold,
  recommendation_sell: ({ listing }) => analysts(listing).sell,
  recommendation_over: ({ listing }) => Math.round(analysts(listing).buy * 0.2),
  recommendation_under: ({ listing }) => Math.round(analysts(listing).sell * 0.2),
  recommendation_total: ({ listing }) => {
    const { buy, hold, sell } = analysts(listing)
    return buy + hold + sell
  },
  recommendation_mark: ({ listing }) => recommendationMark(listing),
  price_target_average: (valued) => target(valued, 1),
  price_target_median: (valued) => target(valued, 0.99),
  price_target_high: (valued) => target(valued, 1.35),
  price_target_low: (valued) => target(valued, 0.7),
  price_target_1y: (valued) => target(valued, 1),
  price_target_1y_delta: (valued) => 100 * (target(valued, 1) / quoted(valued) - 1),
  earnings_release_date: ({ listing, quarter }) => releaseMs(listing, quarter) / 1000,
  earnings_release_next_date: ({ listing, quarter }) => releaseMs(listing, quarter + 1) / 1000,
  earnings_release_calendar_date: ({ listing, quarter }) => startOf(releaseDay(listing, quarter)) / 1000,
  earnings_release_next_calendar_date: ({ listing, quarter }) =>
    startOf(releaseDay(listing, quarter + 1)) / 1000,
  earnings_release_trading_date_fq: ({ listing, quarter }) => startOf(releaseDay(listing, quarter)) / 1000,
  earnings_release_next_trading_date_fq: ({ listing, quarter }) =>
    startOf(releaseDay(listing, quarter + 1)) / 1000,
  earnings_release_trading_date_fy: ({ listing, quarter }) =>
    startOf(releaseDay(listing, lastFiscalYearEnd(listing, quarter))) / 1000,
  earnings_release_next_trading_date_fy: ({ listing, quarter }) =>
    startOf(releaseDay(listing, lastFiscalYearEnd(listing, quarter) + 4)) / 1000,
  earnings_release_time: ({ listing, quarter }) => releaseTime(listing, quarter),
  earnings_release_next_time: ({ listing, quarter }) => releaseTime(listing, quarter + 1),
  earnings_publication_type_fq: ({ listing, quarter }) => 22 + publication(listing, quarter),
  earnings_publication_type_next_fq: ({ listing, quarter }) => 11 + publication(listing, quarter + 1),
  fiscal_period_end_fq: ({ quarter }) => startOf(quarterEnd(quarter)) / 1000,
  fiscal_period_end_fh: ({ quarter }) => startOf(quarterEnd(quarter - (quarter % 2 === 0 ? 1 : 0))) / 1000,
  fiscal_period_end_current: ({ quarter }) => startOf(quarterEnd(quarter)) / 1000,
  fiscal_period_end_fy: ({ listing, quarter }) =>
    startOf(quarterEnd(lastFiscalYearEnd(listing, quarter))) / 1000,
  most_recent_quarter_date: ({ quarter }) => startOf(quarterEnd(quarter)) / 1000,
}

/** Of funds. */
export const fundColumns: Readonly<Record<string, ValueColumn>> = {
  aum: cap,
  nav: ({ listing, price }) => price * between(listing.key, 91, 0.998, 1.002),
  nav_discount_premium: ({ listing }) => 100 * (1 / between(listing.key, 91, 0.998, 1.002) - 1),
  expense_ratio: ({ listing }) => Math.round(100 * between(listing.key, 92, 0.03, 0.95)) / 100,
  etf_holdings_count: ({ listing }) => whole(listing.key, 93, 20, 2800),
  weight_top_10: ({ listing }) => between(listing.key, 94, 12, 60),
  weight_top_25: ({ listing }) => between(listing.key, 94, 12, 60) + 15,
  weight_top_50: ({ listing }) => Math.min(100, between(listing.key, 94, 12, 60) + 28),
  'nav_total_return.1M': ({ listing }) => between(listing.key, 95, -4, 5),
  'nav_total_return.1Y': ({ listing }) => between(listing.key, 96, -12, 32),
  'nav_total_return.3Y': ({ listing }) => between(listing.key, 97, -10, 90),
  'nav_total_return.5Y': ({ listing }) => between(listing.key, 98, -10, 140),
  'fund_flows.1M': (valued) => cap(valued) * between(valued.listing.key, 99, -0.03, 0.05),
  'fund_flows.1Y': (valued) => cap(valued) * between(valued.listing.key, 100, -0.2, 0.4),
}

/** 1 is a strong buy, 5 a strong sell. */
export function recommendationMark(listing: Listing): number {
  const { buy, hold, sell } = analysts(listing)
  const total = buy + hold + sell
  return total === 0 ? Number.NaN : (buy * 1.25 + hold * 3 + sell * 4.75) / total
}

/** Back in the unit the exchange quotes in. */
function quoted({ listing, price }: Valued): number {
  return price * (currencyOf(listing.currency)?.units ?? 1)
}

function target(valued: Valued, factor: number): number {
  const { listing } = valued
  if (analysts(listing).buy === 0) return Number.NaN
  return Math.round(100 * quoted(valued) * between(listing.key, 90, 0.9, 1.3) * factor) / 100
}

/** −1 before the open, 0 after the close, 1 when nobody said: 21, 22, 23 and 10, 11, 12. */
function publication(listing: Listing, quarter: Quarter): number {
  const time = releaseTime(listing, quarter)
  return time === -1 ? -1 : time === 1 ? 0 : 1
}
