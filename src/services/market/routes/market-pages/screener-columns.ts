/** Names of columns for readers, sets of columns to start from, and how their cells look. */

import { type Html, html } from '../../../../http/pages/html.ts'
import { amountText, changeHtml, decimalText, noFigure, priceText } from './figures.ts'

const columnNames: Readonly<Record<string, string>> = {
  name: 'Ticker',
  description: 'Name',
  close: 'Price',
  change: 'Change',
  change_abs: 'Change, absolute',
  volume: 'Volume',
  market_cap_basic: 'Market cap',
  price_earnings_ttm: 'P/E',
  earnings_per_share_basic_ttm: 'EPS',
  dividends_yield: 'Dividend yield %',
  beta_1_year: 'Beta',
  update_mode: 'Delay',
  'Perf.W': 'Week',
  'Perf.1M': 'Month',
  'Perf.3M': '3 months',
  'Perf.6M': '6 months',
  'Perf.YTD': 'This year',
  'Perf.Y': 'Year',
  'Recommend.All': 'Rating',
}

export function columnText(column: string): string {
  if (Object.hasOwn(columnNames, column)) return columnNames[column] ?? column
  const words = column.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** For markets of stocks. */
export const columnSets: readonly (readonly [name: string, columns: string])[] = [
  ['Performance', 'description,close,change,Perf.W,Perf.1M,Perf.3M,Perf.6M,Perf.YTD,Perf.Y'],
  [
    'Valuation',
    'description,close,market_cap_basic,price_earnings_ttm,price_book_fq,price_sales_current,earnings_per_share_basic_ttm,sector',
  ],
  ['Dividends', 'description,close,dividends_yield,dividend_payout_ratio_ttm,market_cap_basic,sector'],
  ['Technical', 'description,close,change,RSI,MACD.macd,SMA50,SMA200,Recommend.All,volume'],
]

const isChange = (column: string) => column === 'change' || column.startsWith('Perf.')

export function isNumeric(values: readonly unknown[]): boolean {
  return (
    values.some((value) => typeof value === 'number') && !values.some((value) => typeof value === 'string')
  )
}

export function cellHtml(value: unknown, column: string): Html {
  if (value === null || value === undefined || value === '') return html`${noFigure}`
  if (typeof value === 'number') {
    if (isChange(column)) return html`${changeHtml(value)}`
    return html`${numberText(value)}`
  }
  if (Array.isArray(value)) return html`${value.map(String).join(', ')}`
  return html`${typeof value === 'object' ? JSON.stringify(value) : String(value)}`
}

/** Large amounts are short, whole numbers stay whole, and other numbers have the decimals of a price. */
function numberText(value: number): string {
  if (Math.abs(value) >= 1e6) return amountText(value)
  if (Number.isInteger(value) || Math.abs(value) < 1) return decimalText(value, 6)
  return priceText(value, 2)
}
