/** Parses pay into amounts, currency and period, and formats it. */

import type { JobPosting } from '../schema/job-posting.ts'
import type { Pay, PayPeriod } from '../schema/vocabulary.ts'
import { fold } from './fold.ts'

export interface RawPay {
  readonly min?: number | string | null | undefined
  readonly max?: number | string | null | undefined
  readonly currency?: string | null | undefined
  readonly period?: string | null | undefined
  /** The board's name for this range. */
  readonly title?: string | null | undefined
  /** For boards that do not state the period: a maximum below this is per hour, otherwise per year. */
  readonly hourlyBelow?: number
}

/** Factor and period. Five days are a week. Shifts and pieces are absent: they cannot be converted without the hours. */
const periods: readonly (readonly [RegExp, number, PayPeriod])[] = [
  [/\b(bi-?weekly|bi-?week|fortnight(ly)?|every two weeks)\b/, 0.5, 'week'],
  [/\b(semi-?month(ly)?|twice a month)\b/, 24, 'year'],
  [/\b(hour|hourly|hours|hr|hrs|stunde|heure|hora)\b/, 1, 'hour'],
  // `Day shift` is no period.
  [/\b(daily|per day|a day|day rate|tagessatz|pro tag|par jour|por dia)\b|^\W*days?$/, 5, 'week'],
  [/\b(week|weekly|woche|semaine|semana)\b/, 1, 'week'],
  [/\b(month|monthly|months|monat|mois|mes)\b/, 12, 'year'],
  [/\b(quarter|quarterly)\b/, 4, 'year'],
  [/\b(year|yearly|years|yr|annual|annually|annum|an|jahr|annee|ano|p a)\b/, 1, 'year'],
]

const variablePay = /\b(ote|on[- ]target|commission|bonus|equity|variable)\b/i

function parsePeriod(text: string | null | undefined): { factor: number; period: PayPeriod } | undefined {
  const words = fold(text ?? '')
    .replace(/[_/.]/g, ' ')
    .replace(/(\d)([a-z])/g, '$1 $2')
  const dashed = words.replace(/(per)-(\w+)-(wage|salary)/, '$1 $2 $3')
  const found = periods.find(([pattern]) => pattern.test(dashed))
  return found === undefined ? undefined : { factor: found[1], period: found[2] }
}

/** Ranges with the same currency and period become their span; otherwise the first range wins. */
export function parsePay(raws: readonly RawPay[]): Pay | undefined {
  const ranges = raws
    .filter(({ title }) => !variablePay.test(title ?? ''))
    .flatMap((raw) => parseRange(raw) ?? [])
  const [first] = ranges
  if (first === undefined) return undefined
  const alike = ranges.every((range) => range.currency === first.currency && range.period === first.period)
  return alike ? mergeRanges(ranges, first) : first
}

/** `36-48 / hour`: no thousands separators, cents only if there are any. */
export function formatPay({ min, max, period }: Pay): string {
  const low = min ?? max ?? 0
  const high = max ?? min ?? 0
  const digits = Number.isInteger(low) && Number.isInteger(high) ? 0 : 2
  return `${low === high ? low.toFixed(digits) : `${low.toFixed(digits)}-${high.toFixed(digits)}`} / ${period}`
}

/** `EUR 125,000–149,000 / year`; with one bound `from EUR 125,000 / year`. `salary` has no currency. */
export function payText({ pay, salary }: Pick<JobPosting, 'pay' | 'salary'>): string | null {
  if (pay?.currency == null) return salary
  const amounts = [...new Set([pay.min, pay.max])].filter((amount) => amount !== null)
  const bound = pay.min === null ? 'up to ' : pay.max === null ? 'from ' : ''
  return `${bound}${pay.currency} ${amounts.map((amount) => amount.toLocaleString('en')).join('–')} / ${pay.period}`
}

function mergeRanges(ranges: readonly Pay[], first: Pay): Pay {
  const least = ranges.flatMap(({ min }) => min ?? [])
  const most = ranges.flatMap(({ max }) => max ?? [])
  return {
    ...first,
    ...(least.length > 0 ? { min: Math.min(...least) } : {}),
    ...(most.length > 0 ? { max: Math.max(...most) } : {}),
  }
}

function parseRange(raw: RawPay): Pay | undefined {
  const min = parseAmount(raw.min)
  const max = parseAmount(raw.max)
  const found = parsePeriod(raw.period) ?? parsePeriod(raw.title) ?? guessPeriod(raw, max ?? min)
  if (found === undefined || (min === undefined && max === undefined)) return undefined
  const currency = /^[A-Za-z]{3}$/.test(raw.currency ?? '')
    ? (raw.currency as string).toUpperCase()
    : undefined
  const pay = orderRange(scale(min, found.factor), scale(max, found.factor))
  if (pay === undefined || !isPlausible(pay, found.period, currency)) return undefined
  return { ...pay, ...(currency === undefined ? {} : { currency }), period: found.period }
}

function guessPeriod(
  { hourlyBelow }: RawPay,
  most: number | undefined,
): { factor: number; period: PayPeriod } | undefined {
  if (hourlyBelow === undefined || most === undefined) return undefined
  return { factor: 1, period: most < hourlyBelow ? 'hour' : 'year' }
}

function parseAmount(value: number | string | null | undefined): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : undefined
}

function scale(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : Math.round(value * factor * 100) / 100
}

/** Swaps a reversed range, unless the amounts are too far apart for that to be the mistake. */
function orderRange(
  min: number | undefined,
  max: number | undefined,
): { min?: number; max?: number } | undefined {
  if (min === undefined || max === undefined) return { ...(min ? { min } : {}), ...(max ? { max } : {}) }
  if (min <= max) return { min, max }
  return min / max <= 5 ? { min: max, max: min } : undefined
}

const plausibleRanges: Readonly<Record<PayPeriod, readonly [number, number]>> = {
  hour: [2, 1000],
  week: [50, 20_000],
  year: [3000, 5_000_000],
}
const rangeCheckedCurrencies = new Set(['USD', 'CAD', 'EUR', 'GBP', 'AUD', 'NZD', 'CHF'])

function isPlausible(
  { min, max }: { min?: number; max?: number },
  period: PayPeriod,
  currency: string | undefined,
): boolean {
  if (min !== undefined && max !== undefined && max / min > 20) return false
  if (currency !== undefined && !rangeCheckedCurrencies.has(currency)) return true
  const [least, most] = plausibleRanges[period]
  return [min, max].every((value) => value === undefined || (value >= least && value <= most))
}
