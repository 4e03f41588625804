/** Reads how many bars a call asks for: a number, bars around a moment, or a span of time. */

import { own } from '../own.ts'
import { barsPerRequestMax, type Wanted } from './series.ts'

/** A count from 1 on, or `["bar_count", moment, n]`; `undefined` for anything else. */
export function parseCount(value: unknown): Extract<Wanted, { kind: 'last' | 'around' }> | undefined {
  if (typeof value === 'number') {
    if (!Number.isInteger(value) || value < 1) return undefined
    return { kind: 'last', count: Math.min(value, barsPerRequestMax) }
  }
  if (!Array.isArray(value) || value[0] !== 'bar_count') return undefined
  const [, moment, count] = value
  if (!(moment >= 0 && moment < secondsMax) || !Number.isInteger(count) || count === 0) return undefined
  const bounded = Math.max(-barsPerRequestMax, Math.min(barsPerRequestMax, count))
  return { kind: 'around', atMs: moment * 1000, count: bounded }
}

/** In the year 5138; a moment after it is none. */
const secondsMax = 100_000_000_000

const dayMs = 86_400_000

const presets: Readonly<Record<string, number>> = {
  '1D': 1,
  '5D': 7,
  '1M': 31,
  '3M': 92,
  '6M': 183,
  '12M': 366,
  '60M': 1827,
  ALL: 20_000,
}

/** `r,<from>:<to>` in seconds, or a name such as `3M`. Empty is no range, `undefined` none that can be read. */
export function parseRange(
  value: unknown,
  nowMs: number,
): Extract<Wanted, { kind: 'span' }> | 'none' | undefined {
  if (value === undefined || value === null || value === '') return 'none'
  if (typeof value !== 'string') return undefined
  const match = /^r,(-?\d{1,12}):(-?\d{1,12})$/.exec(value)
  if (match !== null) {
    const fromMs = Number(match[1]) * 1000
    const toMs = Number(match[2]) * 1000
    return toMs < fromMs ? undefined : { kind: 'span', fromMs, toMs }
  }
  if (value.toUpperCase() === 'YTD') {
    const fromMs = Date.UTC(new Date(nowMs).getUTCFullYear(), 0, 1)
    return { kind: 'span', fromMs, toMs: nowMs }
  }
  const days = own(presets, value.toUpperCase())
  return days === undefined ? undefined : { kind: 'span', fromMs: nowMs - days * dayMs, toMs: nowMs }
}
