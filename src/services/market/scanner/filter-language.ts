/** Parses the `filter` parameter into the scanner's filters: `close>100,market_cap_basic>=1e9`. */

import type { Failure } from '../../../core/errors.ts'
import { isColumnName } from '../parameters/columns.ts'
import { didYouMean, invalidParameter } from '../parameters/invalid-parameter.ts'

export interface ScanFilter {
  readonly left: string
  readonly operation: string
  readonly right?: unknown
}

/** A term that matches if one of these does. */
interface AnyOf {
  readonly anyOf: readonly ScanFilter[]
}

type FilterTerm = ScanFilter | AnyOf

const filtersMax = 30
const listMax = 200
/** Bounds the size of the filter tree that is sent to the provider. */
const alternativesMax = 100

/** Longest first, so that `>=` is not parsed as `>`. */
const signs = ['!=', '>=', '<=', '==', '!~', '>', '<', '=', '~'] as const

const operatorBySign: Readonly<Record<(typeof signs)[number], string>> = {
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

type ValueForm = 'one' | 'range' | 'list' | 'choice' | 'none' | 'text' | 'share' | 'days'

interface FilterOperator {
  readonly operation: string
  readonly valueForm: ValueForm
}

/** The operators of `column:operator:value`. */
export const filterOperators: Readonly<Record<string, FilterOperator>> = {
  gt: { operation: 'greater', valueForm: 'one' },
  gte: { operation: 'egreater', valueForm: 'one' },
  lt: { operation: 'less', valueForm: 'one' },
  lte: { operation: 'eless', valueForm: 'one' },
  eq: { operation: 'equal', valueForm: 'one' },
  ne: { operation: 'nequal', valueForm: 'one' },
  in: { operation: 'in_range', valueForm: 'choice' },
  nin: { operation: 'not_in_range', valueForm: 'choice' },
  between: { operation: 'in_range', valueForm: 'range' },
  nbetween: { operation: 'not_in_range', valueForm: 'range' },
  match: { operation: 'match', valueForm: 'text' },
  nmatch: { operation: 'nmatch', valueForm: 'text' },
  empty: { operation: 'empty', valueForm: 'none' },
  nempty: { operation: 'nempty', valueForm: 'none' },
  has: { operation: 'has', valueForm: 'list' },
  hasnone: { operation: 'has_none_of', valueForm: 'list' },
  crosses: { operation: 'crosses', valueForm: 'one' },
  crosses_above: { operation: 'crosses_above', valueForm: 'one' },
  crosses_below: { operation: 'crosses_below', valueForm: 'one' },
  above_pct: { operation: 'above%', valueForm: 'share' },
  below_pct: { operation: 'below%', valueForm: 'share' },
  within_days: { operation: 'in_day_range', valueForm: 'days' },
  within_weeks: { operation: 'in_week_range', valueForm: 'days' },
  within_months: { operation: 'in_month_range', valueForm: 'days' },
}

/** Throws `invalid_request` with the invalid term. */
export function parseFilters(text: string): FilterTerm[] {
  if (text.split('"').length % 2 === 0) {
    throw invalidFilter(`${quoted(text)} has an unclosed quote.`, 'description="Smith, Jones"')
  }
  const terms = filterTexts(text)
  if (terms.length > filtersMax)
    throw invalidFilter(`At most ${filtersMax} filters.`, `at most ${filtersMax}`)
  const parsed = terms.flatMap(parseTerm)
  const alternatives = parsed.reduce((sum, term) => sum + ('anyOf' in term ? term.anyOf.length : 0), 0)
  if (alternatives > alternativesMax) {
    throw invalidFilter(
      'The filters have too many numbers in lists.',
      `at most ${alternativesMax} numbers in lists`,
    )
  }
  return parsed
}

/** The terms as they were written. */
export function filterTexts(text: string): string[] {
  return splitOutsideQuotes(text, ',')
    .map((term) => term.trim())
    .filter((term) => term !== '')
}

/** A term of the language, with a value as somebody typed it. */
export function filterTerm(column: string, operator: string, value: string): string {
  const needsQuotes = /[,|]/.test(value) && !value.includes('"')
  return `${column}${signFor(operator)}${needsQuotes ? `"${value}"` : value}`
}

/** `filter` has the terms that must all match, `filter2` a tree for terms with alternatives. */
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
  if (at < 0) throw invalidFilter(`${quoted(term)} is not a filter.`, 'column, operator, value: close>100')
  if (!isColumnName(column))
    throw invalidFilter(`${quoted(column)} is not a valid column name.`, 'close, RSI|60, Perf.YTD')
  const rest = term.slice(at)
  if (rest.startsWith(':')) return parseOperatorTerm(column, rest.slice(1))
  const sign = signs.find((candidate) => rest.startsWith(candidate))
  if (sign === undefined) throw invalidFilter(`${quoted(term)} has an unknown operator.`, signs.join(' '))
  const value = rest.slice(sign.length).trim()
  if (/^[<>=!~]/.test(value)) throw invalidFilter(`${quoted(term)} has an unknown operator.`, signs.join(' '))
  return toFilter(column, refineOperator(operatorBySign[sign], value), value, term)
}

/** `type=stock|fund` is a list, `close=10..20` a range. */
function refineOperator(word: string, value: string): string {
  const isList = splitOutsideQuotes(value, '|').length > 1
  const isRange = hasInnerDots(value) && !value.includes('"')
  if (word === 'eq') return isList ? 'in' : isRange ? 'between' : word
  if (word === 'ne') return isList ? 'nin' : isRange ? 'nbetween' : word
  return word
}

/** Two dots with something before and after them. */
function hasInnerDots(value: string): boolean {
  const at = value.indexOf('..', 1)
  return at > 0 && at + 2 < value.length
}

function parseOperatorTerm(column: string, rest: string): FilterTerm[] {
  const colon = rest.indexOf(':')
  const word = (colon < 0 ? rest : rest.slice(0, colon)).trim()
  return toFilter(column, word, colon < 0 ? '' : rest.slice(colon + 1).trim(), `${column}:${rest}`)
}

function toFilter(left: string, word: string, value: string, term: string): FilterTerm[] {
  const operator = Object.hasOwn(filterOperators, word) ? filterOperators[word] : undefined
  if (!operator) {
    const names = Object.keys(filterOperators)
    throw invalidFilter(`Unknown filter operator ${quoted(word)}.`, names.join(', '), didYouMean(word, names))
  }
  const { operation, valueForm } = operator
  if (valueForm === 'none') {
    if (value !== '') throw invalidFilter(`${quoted(term)} takes no value.`, `${left}:${word}`)
    return [{ left, operation }]
  }
  if (value === '') throw invalidFilter(`${quoted(term)} has no value.`, `${left}${signFor(word)}value`)
  if (valueForm === 'choice') return toChoice(left, operation, splitChoices(value, term))
  return [{ left, operation, right: toRight(valueForm, value, term) }]
}

/** The provider treats a list of strings as a choice, but two numbers or columns as the bounds of a range. */
function toChoice(left: string, operation: string, parts: readonly string[]): FilterTerm[] {
  const values = parts.map(toValue)
  if (values.every((value, index) => typeof value === 'string' && !isColumn(parts[index] ?? ''))) {
    return [{ left, operation, right: values }]
  }
  if (operation === 'not_in_range') return values.map((right) => ({ left, operation: 'nequal', right }))
  const anyOf = values.map((right) => ({ left, operation: 'equal', right }))
  return anyOf.length === 1 ? anyOf : [{ anyOf }]
}

const pairExamples = { range: 'low..high', days: '0..7', share: '@column|1.03' } as const

function toRight(takes: Exclude<ValueForm, 'none' | 'choice'>, value: string, term: string): unknown {
  if (takes === 'one') return toValue(value)
  if (takes === 'text') return unquoted(value)
  if (takes === 'list') return splitChoices(value, term).map(toValue)
  const parts = splitOutsideQuotes(value, takes === 'share' ? '|' : '..')
  const bounds = (parts.length === 2 ? parts : splitOutsideQuotes(value, '|')).map(toValue)
  const [low, high] = bounds
  if (bounds.length !== 2) throw invalidFilter(`${quoted(term)} needs two values.`, pairExamples[takes])
  const numbersNeeded = takes === 'days' ? bounds : takes === 'share' ? bounds.slice(1) : []
  if (numbersNeeded.some((bound) => typeof bound !== 'number')) {
    throw invalidFilter(`${quoted(term)} needs numbers.`, pairExamples[takes])
  }
  if (takes !== 'share' && typeof low === 'number' && typeof high === 'number' && high < low) {
    throw invalidFilter(`The range of ${quoted(term)} ends before its start.`, `${high}..${low}`)
  }
  return bounds
}

function splitChoices(value: string, term: string): string[] {
  const parts = splitOutsideQuotes(value, '|')
  if (parts.length > listMax)
    throw invalidFilter(`${quoted(term)} has too many values.`, `at most ${listMax} values`)
  return parts
}

function isColumn(text: string): boolean {
  return text.trim().startsWith('@')
}

/** A number, `true`, `false`, `@column`, or text. */
function toValue(input: string): unknown {
  const text = input.trim()
  if (isQuoted(text)) return unquoted(text)
  if (text === 'true') return true
  if (text === 'false') return false
  if (isColumn(text)) return toColumn(text.slice(1))
  if (/^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(text)) {
    const number = Number(text)
    if (Number.isFinite(number)) return number
  }
  if (/^[-+]?(nan|inf(inity)?)$/i.test(text) || /^[-+]?(\d[\d.e+-]*|0[box][\da-f]*)$/i.test(text)) {
    throw invalidFilter(`${quoted(text)} is not a number.`, '100, -0.5 or 1e9')
  }
  return text
}

function toColumn(name: string): string {
  if (!isColumnName(name)) throw invalidFilter(`${quoted(name)} is not a valid column name.`, '@VWAP')
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

function signFor(word: string): string {
  return Object.entries(operatorBySign).find(([, named]) => named === word)?.[0] ?? `:${word}:`
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text)
}

function invalidFilter(
  message: string,
  expected: string,
  suggestion: { did_you_mean?: string } = {},
): Failure {
  return invalidParameter('filter', message, expected, suggestion)
}
