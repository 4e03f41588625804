/** The built-in studies that the simulated provider computes, with their inputs and plots. */

import { lookup } from '../lookup.ts'

/** Time, open, high, low, close, and the volume if there is one. */
export type BarValues = readonly number[]

/** One value per plot and bar; `undefined` where the bars before are too few. */
type Column = readonly (number | undefined)[]

/** The value of an input, or `undefined` if the client gave none. */
type InputOf = (name: string) => unknown

/** Computes the plots in the provider's order. */
type ComputePlots = (bars: readonly BarValues[]) => readonly Column[]

interface StudyKind {
  /** By position: clients write the name, or `in_0`, `in_1`, …. */
  readonly inputs: readonly string[]
  /** Throws `RangeError` for an input that cannot be. */
  prepare(input: InputOf): ComputePlots
}

const lengthMax = 2000

const kinds: Readonly<Record<string, StudyKind>> = {
  Volume: {
    inputs: ['length', 'col_prev_close'],
    prepare(input) {
      const length = toLength(input('length'), 20)
      const isByPreviousClose = toFlag(input('col_prev_close'))
      return (bars) => {
        const volumes = bars.map((bar) => bar[5])
        const falling = bars.map(([, open = 0, , , close = 0], at) => {
          const before = isByPreviousClose ? (bars[at - 1]?.[4] ?? open) : open
          return close < before ? 1 : 0
        })
        return [volumes, falling, average(volumes, length)]
      }
    },
  },
  MASimple: {
    inputs: ['length', 'source'],
    prepare(input) {
      const length = toLength(input('length'), 9)
      const source = toSource(input('source'))
      return (bars) => [average(bars.map(source), length)]
    },
  },
  MAExp: {
    inputs: ['length', 'source'],
    prepare(input) {
      const length = toLength(input('length'), 9)
      const source = toSource(input('source'))
      return (bars) => [smooth(bars.map(source), length, 2 / (length + 1))]
    },
  },
  RSI: {
    inputs: ['length', 'source'],
    prepare(input) {
      const length = toLength(input('length'), 14)
      const source = toSource(input('source'))
      return (bars) => [relativeStrength(bars.map(source), length)]
    },
  },
  BB: {
    inputs: ['length', 'source', 'mult'],
    prepare(input) {
      const length = toLength(input('length'), 20)
      const source = toSource(input('source'))
      const factor = toNumber(input('mult'), 2)
      return (bars) => {
        const values = bars.map(source)
        const basis = average(values, length)
        const width = deviation(values, length)
        const band = (sign: number) => combine(basis, width, (middle, one) => middle + sign * factor * one)
        return [basis, band(1), band(-1)]
      }
    },
  },
  MACD: {
    inputs: ['fast', 'slow', 'source', 'signal'],
    prepare(input) {
      const fast = toLength(input('fast'), 12)
      const slow = toLength(input('slow'), 26)
      const source = toSource(input('source'))
      const signalLength = toLength(input('signal'), 9)
      return (bars) => {
        const values = bars.map(source)
        const [quick, calm] = [fast, slow].map((length) => smooth(values, length, 2 / (length + 1)))
        const macd = combine(quick ?? [], calm ?? [], (a, b) => a - b)
        const signal = smooth(macd, signalLength, 2 / (signalLength + 1))
        return [combine(macd, signal, (a, b) => a - b), macd, signal]
      }
    },
  },
}

/** `undefined` for a study that is not simulated, or an input that cannot be. */
export function prepareStudy(
  id: string,
  inputs: Readonly<Record<string, unknown>>,
): ComputePlots | undefined {
  const [, name = ''] = /^(\w{1,40})@tv-basicstudies-\d{1,4}!?$/.exec(id) ?? []
  const kind = lookup(kinds, name)
  if (kind === undefined) return undefined
  try {
    return kind.prepare((wanted) => {
      const position = `in_${kind.inputs.indexOf(wanted)}`
      return plainValue(Object.hasOwn(inputs, wanted) ? inputs[wanted] : inputs[position])
    })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Inputs are values, or objects with a value, a type and a flag. */
function plainValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'v' in value ? value.v : value
}

function toLength(value: unknown, fallback: number): number {
  const length = toNumber(value, fallback)
  if (!Number.isInteger(length) || length < 1 || length > lengthMax) throw new RangeError('length')
  return length
}

function toNumber(value: unknown, fallback: number): number {
  if (value === undefined) return fallback
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new RangeError('number')
  return value
}

/** Some clients write the text `false`. */
function toFlag(value: unknown): boolean {
  return value === true || value === 'true'
}

function toSource(value: unknown = 'close'): (bar: BarValues) => number {
  const source = typeof value === 'string' ? lookup(sources, value) : undefined
  if (source === undefined) throw new RangeError('source')
  return ([, open = 0, high = 0, low = 0, close = 0]) => source(open, high, low, close)
}

const sources: Readonly<Record<string, (open: number, high: number, low: number, close: number) => number>> =
  {
    open: (open) => open,
    high: (_open, high) => high,
    low: (_open, _high, low) => low,
    close: (_open, _high, _low, close) => close,
    hl2: (_open, high, low) => (high + low) / 2,
    hlc3: (_open, high, low, close) => (high + low + close) / 3,
    ohlc4: (open, high, low, close) => (open + high + low + close) / 4,
  }

/** The mean of the last `length` values, none of which may be missing. */
function average(values: Column, length: number): Column {
  let sum = 0
  let count = 0
  return values.map((value, at) => {
    if (value === undefined) {
      sum = 0
      count = 0
      return undefined
    }
    sum += value
    count++
    if (count > length) sum -= values[at - length] ?? 0
    return count >= length ? sum / length : undefined
  })
}

/** Around the first value, since squares of large prices would lose their last digits. */
function deviation(values: Column, length: number): Column {
  const base = values[0] ?? 0
  const shifted = values.map((value) => (value === undefined ? undefined : value - base))
  const means = average(shifted, length)
  const squares = average(
    shifted.map((value) => (value === undefined ? undefined : value ** 2)),
    length,
  )
  return combine(squares, means, (square, mean) => Math.sqrt(Math.max(0, square - mean ** 2)))
}

/** Exponential: starts with the mean of the first `length` values. */
function smooth(values: Column, length: number, weight: number): Column {
  const means = average(values, length)
  let last: number | undefined
  return values.map((value, at) => {
    last = last === undefined || value === undefined ? means[at] : last + weight * (value - last)
    return last
  })
}

function relativeStrength(values: readonly number[], length: number): Column {
  const changes = values.map((value, at) => (at === 0 ? undefined : value - (values[at - 1] ?? value)))
  const part = (pick: (change: number) => number) =>
    smooth(
      changes.map((change) => (change === undefined ? undefined : pick(change))),
      length,
      1 / length,
    )
  const gains = part((change) => Math.max(change, 0))
  const losses = part((change) => Math.max(-change, 0))
  return combine(gains, losses, (gain, loss) => (loss === 0 ? 100 : 100 - 100 / (1 + gain / loss)))
}

function combine(left: Column, right: Column, join: (a: number, b: number) => number): Column {
  return left.map((a, at) => {
    const b = right[at]
    return a === undefined || b === undefined ? undefined : join(a, b)
  })
}
