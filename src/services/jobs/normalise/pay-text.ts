/** Pay written as text: an amount or two, a currency sign, and words for the period. */

import type { RawPay } from './pay.ts'

const signs: readonly (readonly [RegExp, string])[] = [
  [/CA\$|C\$|\bCAD\b/, 'CAD'],
  [/AU\$|A\$|\bAUD\b/, 'AUD'],
  [/NZ\$|\bNZD\b/, 'NZD'],
  [/£|\bGBP\b/, 'GBP'],
  [/€|\bEUR\b/, 'EUR'],
  [/\bCHF\b/, 'CHF'],
  [/₹|\bINR\b/, 'INR'],
  [/\$|\bUSD\b/, 'USD'],
]

const number = /\d[\d.,'’\u202f]*\d|\d/g

export function parsePayText(text: string): RawPay | undefined {
  const currency = signs.find(([sign]) => sign.test(text))?.[1]
  if (currency === undefined) return undefined
  const amounts = [...text.matchAll(number)].map(([digits]) => toAmount(digits))
  const [min, max] = amounts
  if (min === undefined || /\d\s*k\b/i.test(text)) return undefined
  const period = text.replace(number, ' ')
  if (max !== undefined) return { min, max, currency, period }
  return /\bup to\b|\bbis\b/i.test(text) ? { max: min, currency, period } : { min, currency, period }
}

/** A last group of one or two digits after a dot or comma is cents; every other sign separates thousands. */
function toAmount(digits: string): number {
  const [, whole = digits, cents = ''] = /^(.*)[.,](\d{1,2})$/.exec(digits) ?? []
  return Number(`${whole.replace(/\D/g, '')}.${cents || '0'}`)
}
