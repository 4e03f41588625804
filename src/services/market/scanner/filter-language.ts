/** The filters a caller writes in a query, turned into the scanner's own: `close>100,market_cap_basic>=1e9`. */

import { nearest } from '../../../core/closest-match.ts'
import type { Failure } from '../../../core/errors.ts'
import { wrong as wrongParameter } from '../parameters/invalid-parameter.ts'
import { isColumnName } from './columns.ts'

export interface ScanFilter {
  readonly left: string
  readonly operation: string
  readonly right?: unknown
}

/** A term that holds when one of these does. */
export interface AnyOf {
  readonly anyOf: readonly ScanFilter[]
}

export type FilterTerm = ScanFilter | AnyOf

const filtersMax = 30
const listMax = 200
/** Keeps the tree they become within what the provider is asked to read. */
const alternativesMax = 100

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

type Taking = 'one' | 'range' | 'list' | 'choice' | 'none' | 'text' | 'share' | 'days'

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
  in: { operation: 'in_range', takes: 'choice' },
  nin: { operation: 'not_in_range', takes: 'choice' },
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
export function parseFilters(text: string): FilterTerm[] {
  if (text.split('"').length % 2 === 0) {
    throw wrong(`${quoted(text)} has a quote that is not closed.`, 'description="Smith, Jones"')
  }
  const terms = splitOutsideQuotes(text, ',').filter((term) => term.trim() !== '')
  if (terms.length > filtersMax)
    throw wrong(`At most ${filtersMax} filters at once.`, `at most ${filtersMax}`)
  const parsed = terms.flatMap((term) => parseTerm(term.trim()))
  const alternatives = parsed.reduce((sum, term) => sum + ('anyOf' in term ? term.anyOf.length : 0), 0)
  if (alternatives > alternativesMax) {
    throw wrong('The filters list too many numbers.', `at most ${alternativesMax} numbers in lists`)
  }
  return parsed
}

/** The terms as the parts of a scan: what all have to hold, and a tree where one of several is enough. */
export function toScanFilters(terms: readonly FilterTerm[]): {
  filter: ScanFilter[]
  filter2?: Record<string, unknown>
} {
  const filter = terms.flatMap((term) => ('anyOf' in term ? [] : [term]))
  const choices = terms.filter((term) => 'anyOf' in term)
  if (choices.length === 0) return { filter }
  const operands = choices.map(({ anyOf }) => ({
    operation: { operator: 'or', operands: anyOf.map((expression) => ({ expression })) },
  }))
  return { filter, filter2: { operator: 'and', operands } }
}

function parseTerm(term: string): FilterTerm[] {
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

function parseWords(column: string, rest: string): FilterTerm[] {
  const colon = rest.indexOf(':')
  const word = (colon < 0 ? rest : rest.slice(0, colon)).trim()
  return toFilter(column, word, colon < 0 ? '' : rest.slice(colon + 1).trim(), `${column}:${rest}`)
}

function toFilter(left: string, word: string, value: string, term: string): FilterTerm[] {
  const known = Object.hasOwn(filterWords, word) ? filterWords[word] : undefined
  if (!known) {
    const meant = nearest(word, Object.keys(filterWords))
    throw wrong(`There is no filter word ${quoted(word)}.`, Object.keys(filterWords).join(', '), meant)
  }
  const { operation, takes } = known
  if (takes === 'none') {
    if (value !== '') throw wrong(`${quoted(term)} has a value too many.`, `${left}:${word}`)
    return [{ left, operation }]
  }
  if (value === '') throw wrong(`${quoted(term)} has no value.`, `${left}${signOf(word)}value`)
  if (takes === 'choice') return toChoice(left, operation, listed(value, term))
  return [{ left, operation, right: toRight(takes, value, term) }]
}

/** The provider takes a list of texts for a choice, but two numbers or columns for the ends of a range. */
function toChoice(left: string, operation: string, parts: readonly string[]): FilterTerm[] {
  const values = parts.map(toValue)
  if (values.every((value, index) => typeof value === 'string' && !isColumn(parts[index] ?? ''))) {
    return [{ left, operation, right: values }]
  }
  if (operation === 'not_in_range') return values.map((right) => ({ left, operation: 'nequal', right }))
  const anyOf = values.map((right) => ({ left, operation: 'equal', right }))
  return anyOf.length === 1 ? anyOf : [{ anyOf }]
}

const pairs = { range: 'low..high', days: '0..7', share: '@column|1.03' } as const

function toRight(takes: Exclude<Taking, 'none' | 'choice'>, value: string, term: string): unknown {
  if (takes === 'one') return toValue(value)
  if (takes === 'text') return unquoted(value)
  if (takes === 'list') return listed(value, term).map(toValue)
  const parts = splitOutsideQuotes(value, takes === 'share' ? '|' : '..')
  const bounds = (parts.length === 2 ? parts : splitOutsideQuotes(value, '|')).map(toValue)
  const [low, high] = bounds
  if (bounds.length !== 2) throw wrong(`${quoted(term)} needs two values.`, pairs[takes])
  const numbersNeeded = takes === 'days' ? bounds : takes === 'share' ? bounds.slice(1) : []
  if (numbersNeeded.some((bound) => typeof bound !== 'number')) {
    throw wrong(`${quoted(term)} needs numbers.`, pairs[takes])
  }
  if (takes !== 'share' && typeof low === 'number' && typeof high === 'number' && high < low) {
    throw wrong(`${quoted(term)} ends before it begins.`, `${high}..${low}`)
  }
  return bounds
}

function listed(value: string, term: string): string[] {
  const parts = splitOutsideQuotes(value, '|')
  if (parts.length > listMax) throw wrong(`${quoted(term)} lists too much.`, `at most ${listMax} values`)
  return parts
}

function isColumn(written: string): boolean {
  return written.trim().startsWith('@')
}

/** A number, `true`, `false`, `@column`, or text. */
function toValue(written: string): unknown {
  const text = written.trim()
  if (isQuoted(text)) return unquoted(text)
  if (text === 'true') return true
  if (text === 'false') return false
  if (isColumn(text)) return toColumn(text.slice(1))
  if (/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) {
    const number = Number(text)
    if (Number.isFinite(number)) return number
  }
  if (/^[-+]?(nan|inf(inity)?)$/i.test(text) || /^[-+]?(\d[\d.e+-]*|0[box][\da-f]*)$/i.test(text)) {
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
  return wrongParameter('filter', message, expected, meant ? { did_you_mean: meant } : {})
}
