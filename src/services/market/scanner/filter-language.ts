/** The filters a caller writes in a query, turned into the scanner's own: `close>100,market_cap_basic>=1e9`. */

import { Failure } from '../../../core/errors.ts'
import { nearest } from '../../../core/nearest.ts'
import { isColumnName } from './columns.ts'

export interface ScanFilter {
  readonly left: string
  readonly operation: string
  readonly right?: unknown
}

const filtersMax = 30
const listMax = 200

/** Signs, longest first, so that `>=` is not read as `>`. */
const signs = ['!=', '>=', '<=', '==', '!~', '>', '<', '=', '~'] as const

const signWords: Readonly<Record<(typeof signs)[number], string>> = {
  '!=': 'ne',
  '>=': 'gte',
  '<=': 'lte',
  '==': 'eq',
  '!~': 'nmatch',
  '>': 'gt',
  '<': 'lt',
  '=': 'eq',
  '~': 'match',
}

type Taking = 'one' | 'range' | 'list' | 'none' | 'text' | 'share' | 'days'

interface Word {
  readonly operation: string
  readonly takes: Taking
}

/** The words of `column:word:value`. */
export const filterWords: Readonly<Record<string, Word>> = {
  gt: { operation: 'greater', takes: 'one' },
  gte: { operation: 'egreater', takes: 'one' },
  lt: { operation: 'less', takes: 'one' },
  lte: { operation: 'eless', takes: 'one' },
  eq: { operation: 'equal', takes: 'one' },
  ne: { operation: 'nequal', takes: 'one' },
  in: { operation: 'in_range', takes: 'list' },
  nin: { operation: 'not_in_range', takes: 'list' },
  between: { operation: 'in_range', takes: 'range' },
  nbetween: { operation: 'not_in_range', takes: 'range' },
  match: { operation: 'match', takes: 'text' },
  nmatch: { operation: 'nmatch', takes: 'text' },
  empty: { operation: 'empty', takes: 'none' },
  nempty: { operation: 'nempty', takes: 'none' },
  has: { operation: 'has', takes: 'list' },
  hasnone: { operation: 'has_none_of', takes: 'list' },
  crosses: { operation: 'crosses', takes: 'one' },
  crosses_above: { operation: 'crosses_above', takes: 'one' },
  crosses_below: { operation: 'crosses_below', takes: 'one' },
  above_pct: { operation: 'above%', takes: 'share' },
  below_pct: { operation: 'below%', takes: 'share' },
  within_days: { operation: 'in_day_range', takes: 'days' },
  within_weeks: { operation: 'in_week_range', takes: 'days' },
  within_months: { operation: 'in_month_range', takes: 'days' },
}

/** Throws `invalid_request` naming the term that cannot be read. */
export function parseFilters(text: string): ScanFilter[] {
  const terms = splitOutsideQuotes(text, ',').filter((term) => term.trim() !== '')
  if (terms.length > filtersMax)
    throw wrong(`At most ${filtersMax} filters at once.`, `at most ${filtersMax}`)
  return terms.map((term) => parseTerm(term.trim()))
}

function parseTerm(term: string): ScanFilter {
  const at = term.search(/[<>=!~:]/)
  const column = at < 0 ? term : term.slice(0, at).trim()
  if (at < 0) throw wrong(`${quoted(term)} is not a filter.`, 'column, sign, value: close>100')
  if (!isColumnName(column))
    throw wrong(`${quoted(column)} cannot be the name of a column.`, 'close, RSI|60, Perf.YTD')
  const rest = term.slice(at)
  if (rest.startsWith(':')) return parseWords(column, rest.slice(1))
  const sign = signs.find((candidate) => rest.startsWith(candidate))
  if (sign === undefined) throw wrong(`${quoted(term)} has an unknown sign.`, signs.join(' '))
  const value = rest.slice(sign.length).trim()
  if (/^[<>=!~]/.test(value)) throw wrong(`${quoted(term)} has an unknown sign.`, signs.join(' '))
  return toFilter(column, wordFor(signWords[sign], value), value, term)
}

/** `type=stock|fund` and `close=10..20` read as what they say. */
function wordFor(word: string, value: string): string {
  const isList = splitOutsideQuotes(value, '|').length > 1
  const isRange = /^[^"]+\.\.[^"]+$/.test(value)
  if (word === 'eq') return isList ? 'in' : isRange ? 'between' : word
  if (word === 'ne') return isList ? 'nin' : isRange ? 'nbetween' : word
  return word
}

function parseWords(column: string, rest: string): ScanFilter {
  const colon = rest.indexOf(':')
  const word = (colon < 0 ? rest : rest.slice(0, colon)).trim()
  return toFilter(column, word, colon < 0 ? '' : rest.slice(colon + 1).trim(), `${column}:${rest}`)
}

function toFilter(left: string, word: string, value: string, term: string): ScanFilter {
  const known = Object.hasOwn(filterWords, word) ? filterWords[word] : undefined
  if (!known) {
    const meant = nearest(word, Object.keys(filterWords))
    throw wrong(`There is no filter word ${quoted(word)}.`, Object.keys(filterWords).join(', '), meant)
  }
  const { operation, takes } = known
  if (takes === 'none') return { left, operation }
  if (value === '') throw wrong(`${quoted(term)} has no value.`, `${left}${signOf(word)}value`)
  return { left, operation, right: toRight(takes, value, term) }
}

function toRight(takes: Exclude<Taking, 'none'>, value: string, term: string): unknown {
  const parts = splitOutsideQuotes(value, takes === 'range' || takes === 'days' ? '..' : '|')
  if (takes === 'one') return toValue(value)
  if (takes === 'text') return unquoted(value)
  if (takes === 'list') {
    if (parts.length > listMax) throw wrong(`${quoted(term)} lists too much.`, `at most ${listMax} values`)
    return parts.map(toValue)
  }
  const bounds = (parts.length === 2 ? parts : splitOutsideQuotes(value, '|')).map(toValue)
  if (bounds.length !== 2) throw wrong(`${quoted(term)} needs two values.`, 'low..high')
  const numbersNeeded = takes === 'days' ? bounds : takes === 'share' ? bounds.slice(1) : []
  if (numbersNeeded.some((bound) => typeof bound !== 'number')) {
    throw wrong(`${quoted(term)} needs numbers.`, takes === 'days' ? '0..7' : '@column|1.03')
  }
  return bounds
}

/** A number, `true`, `false`, `@column`, or text. */
function toValue(written: string): unknown {
  const text = written.trim()
  if (isQuoted(text)) return unquoted(text)
  if (text === 'true') return true
  if (text === 'false') return false
  if (text.startsWith('@')) return toColumn(text.slice(1))
  if (/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) {
    const number = Number(text)
    if (Number.isFinite(number)) return number
  }
  if (/^[-+]?(nan|inf(inity)?)$/i.test(text) || /^[-+]?\d[\d.e+-]*$/i.test(text)) {
    throw wrong(`${quoted(text)} is not a number.`, '100, -0.5 or 1e9')
  }
  return text
}

function toColumn(name: string): string {
  if (!isColumnName(name)) throw wrong(`${quoted(name)} cannot be the name of a column.`, '@VWAP')
  return name
}

function unquoted(text: string): string {
  return isQuoted(text.trim()) ? text.trim().slice(1, -1) : text.trim()
}

function isQuoted(text: string): boolean {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"')
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = []
  let start = 0
  let isInside = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isInside = !isInside
    if (isInside || !text.startsWith(separator, at)) continue
    parts.push(text.slice(start, at))
    start = at + separator.length
    at = start - 1
  }
  return [...parts, text.slice(start)]
}

function signOf(word: string): string {
  return Object.entries(signWords).find(([, named]) => named === word)?.[0] ?? `:${word}:`
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text)
}

function wrong(message: string, expected: string, meant?: string): Failure {
  return new Failure('invalid_request', message, {
    details: { parameter: 'filter', expected, ...(meant ? { did_you_mean: meant } : {}) },
  })
}
