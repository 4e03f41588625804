/** Compiles filters to predicates on rows. */

import { dayOf } from '../../calendar.ts'
import { dayOfCompact } from '../dates.ts'
import { lookup } from '../lookup.ts'
import type { Column } from './columns/column.ts'
import { ScanError } from './scan-error.ts'
import type { BooleanTree, Expression } from './scan-request.ts'

export type Predicate = (row: number) => boolean

export interface FilterContext {
  readonly nowMs: number
  /** Throws `ScanError` for an unknown column. */
  column(name: string): Column
  /** Whether the text on the right of an operation is the name of a column. */
  isColumn(name: string): boolean
  /** The same column one bar earlier, for the crossing operations. */
  before(name: string): Column
}

export function compileAll(expressions: readonly Expression[], context: FilterContext): Predicate[] {
  return expressions.map((expression) => compile(expression, context))
}

export function compileTree(tree: BooleanTree, context: FilterContext): Predicate {
  if ('expression' in tree) return compile(tree.expression, context)
  const operands = tree.operands.map((operand) => compileTree(operand, context))
  return tree.operator === 'and'
    ? (row) => operands.every((operand) => operand(row))
    : (row) => operands.some((operand) => operand(row))
}

/** With several columns on the left, separated by commas, one match is enough. */
function compile(expression: Expression, context: FilterContext): Predicate {
  const lefts = expression.left.split(',')
  if (lefts.length === 1) return compileOne(expression.left, expression, context)
  const either = lefts.map((left) => compileOne(left.trim(), expression, context))
  return (row) => either.some((one) => one(row))
}

function compileOne(left: string, { operation, right }: Expression, context: FilterContext): Predicate {
  const column = context.column(left)
  const make = lookup(operations, operation)
  if (make === undefined) throw new ScanError(`Unknown operation "${operation}"`)
  return make({ left, column, right, context })
}

interface Operation {
  readonly left: string
  readonly column: Column
  readonly right: unknown
  readonly context: FilterContext
}

type Maker = (operation: Operation) => Predicate

const operations: Readonly<Record<string, Maker>> = {
  greater: compared((left, right) => left > right),
  egreater: compared((left, right) => left >= right),
  less: compared((left, right) => left < right),
  eless: compared((left, right) => left <= right),
  above: compared((left, right) => left > right),
  below: compared((left, right) => left < right),
  equal,
  nequal: (operation) => negated(equal(operation), isNullOf(operation)),
  in_range: inRange,
  not_in_range: (operation) => negated(inRange(operation), isNullOf(operation)),
  match: matches,
  smatch: matches,
  nmatch: (operation) => negated(matches(operation), isNullOf(operation)),
  empty: isNullOf,
  nempty: (operation) => {
    const isNull = isNullOf(operation)
    return (row) => !isNull(row)
  },
  has,
  has_none_of: (operation) => {
    const hasAny = has(operation)
    return (row) => !hasAny(row)
  },
  crosses: crossing((before, now) => before < 0 !== now < 0),
  crosses_above: crossing((before, now) => before <= 0 && now > 0),
  crosses_below: crossing((before, now) => before >= 0 && now < 0),
  'above%': scaled((left, [low]) => left > low),
  'below%': scaled((left, [low]) => left < low),
  'in_range%': scaled((left, [low, high]) => left >= low && left <= high),
  'not_in_range%': scaled((left, [low, high]) => left < low || left > high),
  in_day_range: inTime(1, false),
  not_in_day_range: inTime(1, true),
  in_week_range: inTime(7, false),
  not_in_week_range: inTime(7, true),
  in_month_range: inTime(30.44, false),
  in_year_range: inTime(365.25, false),
}

/** The numbers of a column, `NaN` if it is not numeric. */
function numbers(column: Column): (row: number) => number {
  return column.kind === 'number' ? (row) => column.at(row) : () => Number.NaN
}

/** A number, or another column. */
function operand(right: unknown, context: FilterContext): (row: number) => number {
  if (typeof right === 'number') return () => right
  if (typeof right === 'string') {
    if (context.isColumn(right)) return numbers(context.column(right))
    const number = Number(right)
    if (right.trim() !== '' && !Number.isNaN(number)) return () => number
  }
  throw new ScanError(`Bad request: ${JSON.stringify(right) ?? 'nothing'} is neither a number nor a field`)
}

function compared(test: (left: number, right: number) => boolean): Maker {
  return ({ column, right, context }) => {
    const left = numbers(column)
    const other = operand(right, context)
    return (row) => test(left(row), other(row))
  }
}

function equal({ column, right, context }: Operation): Predicate {
  if (column.kind === 'number') {
    const left = numbers(column)
    const other = operand(right, context)
    return (row) => left(row) === other(row)
  }
  if (column.kind === 'bool') return (row) => column.at(row) === right
  if (column.kind === 'set') return (row) => column.at(row).includes(String(right))
  if (column.kind === 'text') {
    if (typeof right === 'string' && context.isColumn(right)) {
      const other = context.column(right)
      return (row) => column.at(row) === other.at(row)
    }
    return (row) => column.at(row) === right
  }
  return () => false
}

/** Between two numbers, or one of several texts. */
function inRange({ column, right, context }: Operation): Predicate {
  if (!Array.isArray(right)) throw new ScanError('Bad request: in_range needs an array')
  if (column.kind === 'text') {
    const wanted = new Set(right)
    return (row) => wanted.has(column.at(row))
  }
  if (column.kind === 'set') return (row) => column.at(row).some((item) => right.includes(item))
  if (column.kind === 'bool') return (row) => right.includes(column.at(row))
  if (right.length !== 2) throw new ScanError('Bad request: in_range needs two values')
  const left = numbers(column)
  const low = operand(right[0], context)
  const high = operand(right[1], context)
  return (row) => {
    const number = left(row)
    return number >= low(row) && number <= high(row)
  }
}

/** Contains the text in any case; a trailing `$` anchors it to the end. */
function matches({ column, right }: Operation): Predicate {
  if (typeof right !== 'string') throw new ScanError('Bad request: match needs a string')
  if (column.kind !== 'text') return () => false
  const wanted = right.toLowerCase()
  if (wanted.endsWith('$')) {
    const end = wanted.slice(0, -1)
    return (row) => column.at(row)?.toLowerCase().endsWith(end) ?? false
  }
  return (row) => column.at(row)?.toLowerCase().includes(wanted) ?? false
}

function has({ column, right }: Operation): Predicate {
  const wanted = Array.isArray(right) ? right.map(String) : [String(right)]
  if (column.kind === 'set') return (row) => column.at(row).some((item) => wanted.includes(item))
  if (column.kind === 'text') {
    return (row) => {
      const text = column.at(row)
      return text !== null && wanted.includes(text)
    }
  }
  return () => false
}

function isNullOf({ column }: Operation): Predicate {
  if (column.kind === 'number') return (row) => Number.isNaN(column.at(row))
  if (column.kind === 'set') return (row) => column.at(row).length === 0
  return (row) => column.at(row) === null || column.at(row) === ''
}

/** Null matches neither a test nor its negation. */
function negated(test: Predicate, isNull: Predicate): Predicate {
  return (row) => !isNull(row) && !test(row)
}

/** Compares the difference on this bar with that on the previous one. */
function crossing(test: (before: number, now: number) => boolean): Maker {
  return ({ left, column, right, context }) => {
    const now = numbers(column)
    const then = numbers(context.before(left))
    const nowOther = operand(right, context)
    const isName = typeof right === 'string' && context.isColumn(right)
    const thenOther = isName ? numbers(context.before(right)) : nowOther
    return (row) => {
      const distance = now(row) - nowOther(row)
      const distanceBefore = then(row) - thenOther(row)
      if (Number.isNaN(distance) || Number.isNaN(distanceBefore)) return false
      return test(distanceBefore, distance)
    }
  }
}

/** `[column, factor]` or `[column, factor, factor]`. */
function scaled(test: (left: number, bounds: readonly [number, number]) => boolean): Maker {
  return ({ column, right, context }) => {
    if (!Array.isArray(right) || right.length < 2) {
      throw new ScanError('Bad request: a percent operation needs [field, factor]')
    }
    const left = numbers(column)
    const base = operand(right[0], context)
    const low = Number(right[1])
    const high = Number(right[2] ?? right[1])
    return (row) => {
      const number = left(row)
      if (Number.isNaN(number)) return false
      return test(number, [base(row) * low, base(row) * high])
    }
  }
}

/** Times are Unix seconds, or dates such as 20270115; `[0, 0]` is today. */
function inTime(unitDays: number, isNegated: boolean): Maker {
  return ({ column, right, context }) => {
    const [from, to] = Array.isArray(right) ? right.map(Number) : []
    if (from === undefined || to === undefined || Number.isNaN(from) || Number.isNaN(to)) {
      throw new ScanError('Bad request: a time range needs [from, to]')
    }
    const left = numbers(column)
    const today = dayOf(context.nowMs)
    return (row) => {
      const time = left(row)
      if (Number.isNaN(time)) return false
      const days = (toDay(time) - today) / unitDays
      const isInside = days >= from && Math.floor(days) <= to
      return isInside !== isNegated
    }
  }
}

function toDay(time: number): number {
  return time > 100_000_000 ? dayOf(time * 1000) : dayOfCompact(time)
}
