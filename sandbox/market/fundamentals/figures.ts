/** Statement columns by name: `net_income_ttm`, `ebitda_yoy_growth_fq`, `total_debt_per_share_fy`, `gross_margin_ttm`. */

import type { Listing } from '../listings/listing.ts'
import { own } from '../own.ts'
import type { Quarter } from './quarters.ts'
import { figure, forecast, isItem, type Period, rounded, shapeOf } from './statements.ts'

/** The value for the last quarter that has been told. `NaN` where there is none. */
export type FigureColumn = (listing: Listing, quarter: Quarter) => number

/** Names the provider uses for a figure of `statements.ts`. */
const aliases: Readonly<Record<string, readonly [string, Period]>> = {
  last_annual_revenue: ['total_revenue', 'fy'],
  last_annual_eps: ['eps', 'fy'],
  basic_eps_net_income: ['eps', 'fy'],
  dividends_paid: ['total_cash_dividends_paid', 'fy'],
  revenue_fq: ['total_revenue', 'fq'],
  dividends_per_share_fq: ['dps', 'fq'],
}

/** Names whose bare form means the last fiscal year; for what is owned and owed it is the last quarter. */
const bareYears: ReadonlySet<string> = new Set([
  'ebitda',
  'gross_profit',
  'net_income',
  'total_revenue',
  'free_cash_flow',
])
const bareQuarters: ReadonlySet<string> = new Set([
  'total_assets',
  'total_current_assets',
  'total_debt',
  'goodwill',
  'net_debt',
])

/** Per-share names that are not `<item>_per_share`. */
const shared: Readonly<Record<string, string>> = {
  capex: 'capital_expenditures',
  operating_cash_flow: 'cash_f_operating_activities',
  cash: 'cash_n_short_term_invest',
  book_value: 'shrhldrs_equity',
  revenue: 'total_revenue',
}

/** Numerator, denominator, factor. */
type Ratio = readonly [string, string, number]

const ratios: Readonly<Record<string, Ratio>> = {
  gross_margin: ['gross_profit', 'total_revenue', 100],
  gross_profit_margin: ['gross_profit', 'total_revenue', 100],
  gross_margin_percent: ['gross_profit', 'total_revenue', 100],
  operating_margin: ['oper_income', 'total_revenue', 100],
  oper_income_margin: ['oper_income', 'total_revenue', 100],
  net_margin: ['net_income', 'total_revenue', 100],
  after_tax_margin: ['net_income', 'total_revenue', 100],
  net_income_bef_disc_oper_margin: ['net_income', 'total_revenue', 100],
  pre_tax_margin: ['pre_tax_income', 'total_revenue', 100],
  free_cash_flow_margin: ['free_cash_flow', 'total_revenue', 100],
  ebitda_margin: ['ebitda', 'total_revenue', 100],
  research_and_dev_ratio: ['research_and_dev', 'total_revenue', 100],
  sell_gen_admin_exp_other_ratio: ['sell_gen_admin_exp_other', 'total_revenue', 100],
  return_on_assets: ['net_income', 'total_assets', 100],
  return_on_tang_assets: ['net_income', 'total_assets', 110],
  return_on_equity: ['net_income', 'shrhldrs_equity', 100],
  return_on_common_equity: ['net_income', 'shrhldrs_equity', 100],
  return_on_tang_equity: ['net_income', 'shrhldrs_equity', 125],
  return_on_invested_capital: ['net_income', 'total_equity', 78],
  return_of_invested_capital_percent: ['net_income', 'total_equity', 78],
  return_on_total_capital: ['net_income', 'total_equity', 70],
  return_on_capital_employed: ['ebit', 'total_assets', 125],
  current_ratio: ['total_current_assets', 'total_current_liabilities', 1],
  quick_ratio: ['total_current_assets', 'total_current_liabilities', 0.8],
  debt_to_equity: ['total_debt', 'shrhldrs_equity', 1],
  debt_to_asset: ['total_debt', 'total_assets', 1],
  debt_to_assets: ['total_debt', 'total_assets', 1],
  debt_to_revenue: ['total_debt', 'total_revenue', 1],
  long_term_debt_to_assets: ['long_term_debt', 'total_assets', 1],
  long_term_debt_to_equity: ['long_term_debt', 'shrhldrs_equity', 1],
  net_debt_to_ebitda: ['net_debt', 'ebitda', 1],
  total_debt_to_ebitda: ['total_debt', 'ebitda', 1],
  total_debt_to_capital: ['total_debt', 'total_assets', 1.4],
  shrhldrs_equity_to_total_assets: ['shrhldrs_equity', 'total_assets', 1],
  total_assets_to_equity: ['total_assets', 'shrhldrs_equity', 1],
  asset_turnover: ['total_revenue', 'total_assets', 1],
  invent_turnover: ['cost_of_goods', 'inventory', 1],
  receivables_turnover: ['total_revenue', 'receivables', 1],
  fixed_assets_turnover: ['total_revenue', 'fixed_assets', 1],
  interst_cover: ['ebit', 'interest_expense', 1],
  ebitda_interst_cover: ['ebitda', 'interest_expense', 1],
  ebitda_less_capex_interst_cover: ['free_cash_flow', 'interest_expense', 1],
  cash_ratio: ['cash_n_short_term_invest', 'total_current_liabilities', 1],
  cash_n_short_term_invest_to_total_current_liabilities: [
    'cash_n_short_term_invest',
    'total_current_liabilities',
    1,
  ],
  cash_n_short_term_invest_to_total_debt: ['cash_n_short_term_invest', 'total_debt', 1],
  cash_dividend_coverage_ratio: ['cash_f_operating_activities', 'dividends', 1],
  dividend_payout_ratio: ['dividends', 'net_income', 100],
  dividend_payout_ratio_percent: ['dividends', 'net_income', 100],
}

const periods = '(fq|fh|fy|ttm|current)'

type Maker = (match: RegExpExecArray) => FigureColumn | undefined

const families: readonly (readonly [RegExp, Maker])[] = [
  [
    new RegExp(`^(\\w+)_per_share_${periods}$`),
    ([, name = '', period]) => {
      const item = own(shared, name) ?? name
      if (item === 'book_tangible') return perShare('shrhldrs_equity', period, 0.82)
      return isItem(item) ? perShare(item, period, 1) : undefined
    },
  ],
  [new RegExp(`^ncavps_ratio_${periods}$`), ([, period]) => perShare('working_capital', period, 0.6)],
  [
    /^(\w+)_per_employee(?:_fy)?$/,
    ([, name = '']) => {
      const item = own(shared, name) ?? name
      if (!isItem(item)) return undefined
      return (listing, quarter) => figure(listing, item, 'fy', quarter) / shapeOf(listing).employees
    },
  ],
  [
    /^(\w+)_(yoy|qoq)_growth_(fq|fy|ttm)$/,
    ([, item = '', span, period]) =>
      isItem(item) ? growth(item, span === 'qoq' ? 1 : 4, period as Period) : undefined,
  ],
  [/^(\w+)_(?:cagr_5y|5y_growth_fy)$/, ([, item = '']) => (isItem(item) ? yearlyGrowth(item) : undefined)],
  [/^eps_diluted_growth_percent_(fq|fy)$/, ([, period]) => growth('eps', 4, period as Period)],
  [
    /^(\w+)_estimate_(fq|fh|fy|ntm)$/,
    ([, name = '', period]) => {
      const item =
        name === 'revenue' ? 'total_revenue' : name === 'book_value_per_share' ? 'shrhldrs_equity' : name
      if (!isItem(item)) return undefined
      const ahead = period === 'fq' ? 1 : period === 'fh' ? 2 : 4
      return (listing, quarter) =>
        rounded(figure(listing, item, period === 'ntm' ? 'ttm' : (period as Period), quarter + ahead) * 1.004)
    },
  ],
  [
    /^(earnings_per_share|revenue)_forecast(_next)?_(fq|fh|fy)$/,
    ([, name, next, period]) => {
      const item = name === 'revenue' ? 'total_revenue' : 'eps'
      const ahead = next === undefined ? 0 : 1
      const scale = period === 'fy' ? 4 : period === 'fh' ? 2 : 1
      return (listing, quarter) => rounded(forecast(listing, item, quarter + ahead) * scale)
    },
  ],
  [
    /^(eps|revenue)_surprise(_percent)?_fq$/,
    ([, name, percent]) => {
      const item = name === 'revenue' ? 'total_revenue' : 'eps'
      return (listing, quarter) => {
        const expected = forecast(listing, item, quarter)
        const surprise = figure(listing, item, 'fq', quarter) - expected
        return percent === undefined ? surprise : (100 * surprise) / Math.abs(expected)
      }
    },
  ],
  [
    new RegExp(`^(\\w+?)(?:_${periods})?$`),
    ([, name = '', period]) => {
      const ratio = own(ratios, name)
      if (ratio === undefined) return undefined
      const [above, below, factor] = ratio
      const over = period === 'fy' ? 'fy' : 'ttm'
      return (listing, quarter) =>
        (factor * figure(listing, above, over, quarter)) / figure(listing, below, over, quarter)
    },
  ],
  [
    /^(neg_)?(\w+)_(fq|fh|fy|ttm)$/,
    ([, sign, item = '', period]) => {
      if (!isItem(item)) return undefined
      const factor = sign === undefined ? 1 : -1
      return (listing, quarter) => rounded(factor * figure(listing, item, period as Period, quarter))
    },
  ],
]

const made = new Map<string, FigureColumn | undefined>()

export function figureColumn(name: string): FigureColumn | undefined {
  if (made.has(name)) return made.get(name)
  const found = find(name)
  if (found !== undefined) made.set(name, found)
  return found
}

function find(name: string): FigureColumn | undefined {
  const alias = own(aliases, name)
  if (alias !== undefined) {
    const [item, period] = alias
    return (listing, quarter) => rounded(figure(listing, item, period, quarter))
  }
  if (bareYears.has(name)) return (listing, quarter) => rounded(figure(listing, name, 'fy', quarter))
  if (bareQuarters.has(name)) return (listing, quarter) => rounded(figure(listing, name, 'fq', quarter))
  for (const [pattern, make] of families) {
    const match = pattern.exec(name)
    const column = match === null ? undefined : make(match)
    if (column !== undefined) return column
  }
  return undefined
}

/** Newest first: `total_revenue_fq_h` has 32 quarters, `…_fy_h` and `…_ttm_h` 20 years. */
export function historyColumn(
  name: string,
): ((listing: Listing, quarter: Quarter) => readonly number[]) | undefined {
  const match = /^(\w+)_(fq|fy|ttm)_h$/.exec(name)
  const item = match?.[1] ?? ''
  const period = match?.[2] as Period | undefined
  if (period === undefined || !isItem(item)) return undefined
  const count = period === 'fq' ? 32 : 20
  const step = period === 'fq' ? 1 : 4
  return (listing, quarter) =>
    Array.from({ length: count }, (_, at) => rounded(figure(listing, item, period, quarter - at * step)))
}

function perShare(item: string, period: string | undefined, factor: number): FigureColumn {
  const over = period === 'current' || period === undefined ? 'ttm' : (period as Period)
  return (listing, quarter) => (factor * figure(listing, item, over, quarter)) / listing.units
}

function growth(item: string, back: number, period: Period): FigureColumn {
  return (listing, quarter) => {
    const before = figure(listing, item, period, quarter - back)
    return (100 * (figure(listing, item, period, quarter) - before)) / Math.abs(before)
  }
}

function yearlyGrowth(item: string): FigureColumn {
  return (listing, quarter) => {
    const ratio = figure(listing, item, 'fy', quarter) / figure(listing, item, 'fy', quarter - 20)
    return ratio > 0 ? 100 * (ratio ** 0.2 - 1) : Number.NaN
  }
}
