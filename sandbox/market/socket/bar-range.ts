/** The range of bars a call requests: the last ones, some around a moment, or a span of time. */

import { lookup } from '../lookup.ts'

export type BarRange =
  | { readonly kind: 'last'; readonly count: number }
  /** A negative count is bars after the moment. */
  | { readonly kind: 'around'; readonly atMs: number; readonly count: number }
  | { readonly kind: 'span'; readonly fromMs: number; readonly toMs: number }

export const barsPerRequestMax = 5_000

/** A positive count, or `["bar_count", moment, n]`; `undefined` for anything else. */
export function parseCount(value: unknown): BarRange | undefined {
  if (typeof value === 'number') {
    if (!Number.isInteger(value) || value < 1) return undefined
    return { kind: 'last', count: Math.min(value, barsPerRequestMax) }
  }
  if (!Array.isArray(value) || value[0] !== 'bar_count') return undefined
  const [, moment, count] = value
  if (typeof moment !== 'number' || !(moment >= 0 && moment < secondsMax)) return undefined
  if (!Number.isInteger(count) || count === 0) return undefined
  const bounded = Math.max(-barsPerRequestMax, Math.min(barsPerRequestMax, count))
  return { kind: 'around', atMs: moment * 1000, count: bounded }
}

/** In the year 5138. */
const secondsMax = 100_000_000_000

const dayMs = 86_400_000

/** Days by the names the provider's page uses. */
const namedSpans: Readonly<Record<string, number>> = {
  '1D': 1,
  '5D': 7,
  '1M': 31,
  '3M': 92,
  '6M': 183,
  '12M': 366,
  '60M': 1827,
  ALL: 20_000,
}

/** `r,<from>:<to>` in seconds, or a name such as `3M` or `YTD`; `undefined` for anything else. */
export function parseSpan(value: unknown, nowMs: number): BarRange | undefined {
  if (typeof value !== 'string') return undefined
  const [, from, to] = /^r,(-?\d{1,12}):(-?\d{1,12})$/.exec(value) ?? []
  if (from !== undefined) {
    const [fromMs, toMs] = [Number(from) * 1000, Number(to) * 1000]
    return toMs < fromMs ? undefined : { kind: 'span', fromMs, toMs }
  }
  const name = value.toUpperCase()
  if (name === 'YTD') {
    const fromMs = Date.UTC(new Date(nowMs).getUTCFullYear(), 0, 1)
    return { kind: 'span', fromMs, toMs: nowMs }
  }
  const days = lookup(namedSpans, name)
  return days === undefined ? undefined : { kind: 'span', fromMs: nowMs - days * dayMs, toMs: nowMs }
}
