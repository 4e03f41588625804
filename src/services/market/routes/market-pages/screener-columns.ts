/** Names of columns for readers, sets of columns to start from, and how their cells look. */

import { type Html, html } from '../../../../http/pages/html.ts'
import { amountText, changeHtml, decimalsOf, decimalText, noFigure, priceText } from './figures.ts'

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

/** `decimals`: of the figures of the column, from `decimalsOfColumn`. */
export function cellHtml(value: unknown, column: string, decimals: number): Html {
  if (value === null || value === undefined || value === '')
    return html`<span class="none">${noFigure}</span>`
  if (typeof value === 'number') {
    if (isChange(column)) return html`${changeHtml(value)}`
    return html`${numberText(value, decimals)}`
  }
  if (Array.isArray(value)) return html`${value.map(String).join(', ')}`
  return html`${typeof value === 'object' ? JSON.stringify(value) : String(value)}`
}

const isLarge = (value: number) => Math.abs(value) >= 1e6

/** None if all figures are whole, two if any is one or more, otherwise as many as they have, up to six. */
export function decimalsOfColumn(values: readonly unknown[]): number {
  const figures = values.filter((value) => typeof value === 'number').filter((value) => !isLarge(value))
  if (figures.every(Number.isInteger)) return 0
  return figures.some((value) => Math.abs(value) >= 1) ? 2 : Math.min(6, decimalsOf(figures))
}

/** Large amounts are short. Two decimals say too little about a small figure, such as the price of a coin. */
function numberText(value: number, decimals: number): string {
  if (isLarge(value)) return amountText(value)
  const isSmall = decimals === 2 && value !== 0 && Math.abs(value) < 0.1
  return isSmall ? decimalText(value, 6) : priceText(value, decimals)
}
