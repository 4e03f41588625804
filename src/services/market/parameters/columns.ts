/** Columns of the screener: the defaults of each market, name validation, and names for suggestions. */

import { invalidParameter } from './invalid-parameter.ts'

interface MarketDefaults {
  readonly columns: string
  /** Default sort column. */
  readonly sort: string
}

const stockDefaults: MarketDefaults = {
  columns:
    'name description close change change_abs volume market_cap_basic price_earnings_ttm sector exchange currency type typespecs update_mode',
  sort: 'market_cap_basic',
}

/** Markets that are not stocks. */
const otherDefaults: Readonly<Record<string, MarketDefaults>> = {
  crypto: {
    columns:
      'name description close 24h_close_change|5 24h_vol|5 exchange currency type typespecs update_mode',
    sort: '24h_vol|5',
  },
  coin: {
    columns: 'name description close market_cap_calc 24h_vol_cmc crypto_total_rank type typespecs',
    sort: 'market_cap_calc',
  },
  forex: {
    columns: 'name description close change change_abs bid ask high low currency update_mode',
    sort: 'name',
  },
  cfd: { columns: 'name description close change change_abs high low currency update_mode', sort: 'name' },
  futures: {
    columns: 'name description close change change_abs high low volume currency update_mode',
    sort: 'name',
  },
  bond: {
    columns: 'name description close yield_to_maturity current_coupon maturity_date currency update_mode',
    sort: 'name',
  },
  bonds: { columns: 'name description close change change_abs high low', sort: 'name' },
  economics2: { columns: 'name description close update_mode', sort: 'name' },
}

export function defaultColumns(market: string): string[] {
  return defaultsFor(market).columns.split(' ')
}

export function defaultSort(market: string): string {
  return defaultsFor(market).sort
}

function defaultsFor(market: string): MarketDefaults {
  return otherDefaults[market] ?? stockDefaults
}

const allDefaultColumns = [stockDefaults, ...Object.values(otherDefaults)]
  .map(({ columns }) => columns)
  .join(' ')

/** Only for suggestions: the provider has thousands, more than it lists. */
export const suggestedColumns: readonly string[] = `${allDefaultColumns}
  open gap VWAP premarket_change postmarket_change change_from_open Value.Traded relative_volume_10d_calc
  average_volume_10d_calc average_volume_30d_calc average_volume_90d_calc Perf.W Perf.1M Perf.3M Perf.6M Perf.YTD Perf.Y
  Volatility.D Volatility.W Volatility.M price_52_week_high price_52_week_low beta_1_year ATR RSI RSI7 Stoch.K Stoch.D
  MACD.macd MACD.signal CCI20 ADX ADX+DI ADX-DI AO Mom SMA20 SMA50 SMA200 EMA10 EMA20 EMA50 EMA200 HullMA9 VWMA BB.upper
  BB.lower P.SAR Recommend.All Recommend.MA Recommend.Other AnalystRating enterprise_value_current price_book_fq
  price_sales_current total_shares_outstanding number_of_employees total_revenue total_revenue_ttm net_income ebitda_ttm
  earnings_per_share_basic_ttm earnings_per_share_diluted_ttm free_cash_flow_ttm total_assets_fq total_debt_fq
  gross_margin_ttm operating_margin_ttm net_margin_ttm return_on_equity_fq return_on_assets_fq debt_to_equity_fq
  dividends_yield dividends_yield_current dividend_payout_ratio_ttm earnings_release_date earnings_release_next_date
  industry country market subtype isin is_primary index logoid pricescale strike expiration option-type delta gamma theta
  vega rho iv bid_iv ask_iv theoPrice root open_interest circulating_supply total_supply aum expense_ratio ipo_offer_date`
  .split(/\s+/)
  .filter((name, index, all) => name !== '' && all.indexOf(name) === index)

/** Such as `RSI[1]|60`, `ADX+DI` or `24h_vol|5`. */
const columnFormat = /^[A-Za-z0-9_][\w.+\-[\]|&%]{0,79}$/

export function isColumnName(text: string): boolean {
  return columnFormat.test(text) && text !== '__proto__'
}

export function validateColumns(columns: readonly string[], columnsMax: number, parameter = 'columns'): void {
  if (columns.length > columnsMax) {
    const expected = `at most ${columnsMax}`
    throw invalidParameter(parameter, `At most ${columnsMax} columns.`, expected, { given: columns.length })
  }
  for (const column of columns) {
    if (isColumnName(column)) continue
    throw invalidParameter(
      parameter,
      `${JSON.stringify(column.slice(0, 60))} is not a valid column name.`,
      'names such as close, RSI|60 or Perf.YTD',
    )
  }
}
