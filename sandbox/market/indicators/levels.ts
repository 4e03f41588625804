/** Levels drawn from past bars: bands, clouds, pivots and the stop that turns. */

import { own } from '../own.ts'
import { type BarBuffer, value } from '../prices/bar-buffer.ts'
import { highest, lowest } from './averages.ts'

export function middleOf(bars: BarBuffer, end: number, length: number): number {
  return (highest(bars.high, end, length) + lowest(bars.low, end, length)) / 2
}

export interface CloudLengths {
  readonly conversion: number
  readonly base: number
  readonly lagging: number
  readonly shift: number
}

export function cloud(
  line: 'CLine' | 'BLine' | 'Lead1' | 'Lead2',
  bars: BarBuffer,
  end: number,
  { conversion, base, lagging, shift }: CloudLengths,
): number {
  const then = end - shift + 1
  switch (line) {
    case 'CLine':
      return middleOf(bars, end, conversion)
    case 'BLine':
      return middleOf(bars, end, base)
    case 'Lead1':
      return (middleOf(bars, then, conversion) + middleOf(bars, then, base)) / 2
    case 'Lead2':
      return middleOf(bars, then, lagging)
  }
}

/** Follows the price and changes sides when it is touched. */
export function parabolicStop({ high, low }: BarBuffer, end: number): number {
  const start = Math.max(0, end - 120)
  if (end - start < 5) return Number.NaN
  let isRising = value(high, start + 1) >= value(high, start)
  let stop = isRising ? value(low, start) : value(high, start)
  let extreme = isRising ? value(high, start) : value(low, start)
  let speed = 0.02
  for (let at = start + 1; at <= end; at++) {
    stop += speed * (extreme - stop)
    if (isRising ? value(low, at) < stop : value(high, at) > stop) {
      isRising = !isRising
      stop = extreme
      extreme = isRising ? value(high, at) : value(low, at)
      speed = 0.02
      continue
    }
    const reached = isRising ? value(high, at) : value(low, at)
    if (isRising ? reached > extreme : reached < extreme) {
      extreme = reached
      speed = Math.min(0.2, speed + 0.02)
    }
  }
  return stop
}

interface Period {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

type Levels = Readonly<Record<string, (period: Period) => number>>

const middle = ({ high, low, close }: Period) => (high + low + close) / 3
const woodie = ({ high, low, close }: Period) => (high + low + 2 * close) / 4
const span = ({ high, low }: Period) => high - low

function demark({ open, high, low, close }: Period): number {
  if (open === close) return high + low + 2 * close
  return close > open ? 2 * high + low + close : high + 2 * low + close
}

const pivots: Readonly<Record<string, Levels>> = {
  Classic: {
    Middle: middle,
    R1: (period) => 2 * middle(period) - period.low,
    R2: (period) => middle(period) + span(period),
    R3: (period) => middle(period) + 2 * span(period),
    S1: (period) => 2 * middle(period) - period.high,
    S2: (period) => middle(period) - span(period),
    S3: (period) => middle(period) - 2 * span(period),
  },
  Fibonacci: {
    Middle: middle,
    R1: (period) => middle(period) + 0.382 * span(period),
    R2: (period) => middle(period) + 0.618 * span(period),
    R3: (period) => middle(period) + span(period),
    S1: (period) => middle(period) - 0.382 * span(period),
    S2: (period) => middle(period) - 0.618 * span(period),
    S3: (period) => middle(period) - span(period),
  },
  Camarilla: {
    Middle: middle,
    R1: (period) => period.close + (1.1 * span(period)) / 12,
    R2: (period) => period.close + (1.1 * span(period)) / 6,
    R3: (period) => period.close + (1.1 * span(period)) / 4,
    S1: (period) => period.close - (1.1 * span(period)) / 12,
    S2: (period) => period.close - (1.1 * span(period)) / 6,
    S3: (period) => period.close - (1.1 * span(period)) / 4,
  },
  Woodie: {
    Middle: woodie,
    R1: (period) => 2 * woodie(period) - period.low,
    R2: (period) => woodie(period) + span(period),
    R3: (period) => period.high + 2 * (woodie(period) - period.low),
    S1: (period) => 2 * woodie(period) - period.high,
    S2: (period) => woodie(period) - span(period),
    S3: (period) => period.low - 2 * (period.high - woodie(period)),
  },
  Demark: {
    Middle: (period) => demark(period) / 4,
    R1: (period) => demark(period) / 2 - period.low,
    S1: (period) => demark(period) / 2 - period.high,
  },
}

/** Pivot levels from the period before the one under way: some twenty bars, a year where bars are months. */
export function pivot(bars: BarBuffer, end: number, kind: string, level: string): number {
  const rule = own(own(pivots, kind) ?? {}, level)
  if (rule === undefined || end < 2) return Number.NaN
  const length = periodLength(bars, end)
  const periodOf = (at: number) => Math.floor(value(bars.time, at) / length)
  let last = end
  while (last >= 0 && periodOf(last) === periodOf(end)) last--
  let first = last
  while (first > 0 && periodOf(first - 1) === periodOf(last)) first--
  if (first <= 0) return Number.NaN
  return rule({
    open: value(bars.open, first),
    high: highest(bars.high, last, last - first + 1),
    low: lowest(bars.low, last, last - first + 1),
    close: value(bars.close, last),
  })
}

const dayMs = 86_400_000

/** Times are days in daily bars and milliseconds in others. */
function periodLength({ time }: BarBuffer, end: number): number {
  if (value(time, end) < dayMs) return 30
  let shortest = Number.POSITIVE_INFINITY
  for (let at = 1; at <= end; at++) shortest = Math.min(shortest, value(time, at) - value(time, at - 1))
  return shortest > 20 * dayMs ? 365 * dayMs : 20 * shortest
}
