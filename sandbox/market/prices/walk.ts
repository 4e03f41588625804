/**
 * A random walk with direct access to any day: fixed points years apart, and between them a Brownian bridge that is halved
 * until the day is reached.
 */

import type { Day } from '../../calendar.ts'
import { gaussian, hash } from '../hash.ts'

export interface Walk {
  readonly key: number
  /** Natural logarithm of the usual level on `referenceDay`. */
  readonly logBase: number
  /** Standard deviation of the daily change. */
  readonly sigma: number
  /** Change of the usual level per day. */
  readonly trend: number
  /** Standard deviation of the fixed points from the usual level. */
  readonly wander: number
}

const spanDays = 1024

/** 2026-07-01, the date of the prices in the tables. */
const referenceDay: Day = 20_635

export function logAt(walk: Walk, day: Day): number {
  single[0] = 0
  fillLog(walk, day, day, single)
  return single[0]
}

const single = new Float64Array(1)

/** Writes the levels from `from` to `to`, both included, to the start of `out`. */
export function fillLog(walk: Walk, from: Day, to: Day, out: Float64Array): void {
  const firstSpan = Math.floor(from / spanDays)
  const lastSpan = Math.floor(to / spanDays)
  for (let span = firstSpan; span <= lastSpan; span++) {
    const start = span * spanDays
    const startValue = fixedPoint(walk, span)
    const endValue = fixedPoint(walk, span + 1)
    if (start >= from) out[start - from] = startValue
    halve(walk, start, start + spanDays, startValue, endValue, from, to, out)
  }
}

function fixedPoint({ key, logBase, trend, wander }: Walk, span: number): number {
  return logBase + trend * (span * spanDays - referenceDay) + wander * gaussian(hash(key, 1), span)
}

function halve(
  walk: Walk,
  low: Day,
  high: Day,
  lowValue: number,
  highValue: number,
  from: Day,
  to: Day,
  out: Float64Array,
): void {
  const length = high - low
  if (length < 2 || high <= from || low >= to) return
  const middle = low + (length >> 1)
  const value = (lowValue + highValue) / 2 + (walk.sigma * Math.sqrt(length) * gaussian(walk.key, middle)) / 2
  if (middle >= from && middle <= to) out[middle - from] = value
  if (from < middle) halve(walk, low, middle, lowValue, value, from, to, out)
  if (to > middle) halve(walk, middle, high, value, highValue, from, to, out)
}
