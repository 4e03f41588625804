/** Limits: what is allowed, and the one decision over all windows. A refused request costs nothing. */

import { LRUCache } from 'lru-cache'
import { Failure } from '../../core/errors.ts'
import { type RateLimitHeaders, rateLimitFields } from '../../http/access-control.ts'
import { SlidingWindow } from './sliding-window.ts'

export interface LimitWindow {
  readonly name: 'second' | 'minute'
  readonly quota: number
  readonly lengthMs: number
}

export interface Policy {
  readonly windows: readonly LimitWindow[]
  /** `RateLimit-Policy`, which is the same on every answer. */
  readonly header: string
}

export interface Rates {
  readonly perSecond: number
  readonly perMinute?: number
}

export interface Decision {
  /** The window that refuses; undefined when the request passes. */
  readonly refusedBy: LimitWindow | undefined
  readonly waitMs: number
  readonly rateLimit: RateLimitHeaders
}

export interface Limiter extends AsyncDisposable {
  /** Decides from memory; undefined when others have to be asked first. Counts only what passes. */
  takeSync(subject: string, policy: Policy, now: number): Decision | undefined
  take(subject: string, policy: Policy, now: number): Promise<Decision>
}

/** The newest of them; whoever drops out starts afresh. */
const subjectsMax = 50_000

export function toPolicy({ perSecond, perMinute }: Rates): Policy {
  const windows: LimitWindow[] = [{ name: 'second', quota: perSecond, lengthMs: 1000 }]
  if (perMinute !== undefined) windows.push({ name: 'minute', quota: perMinute, lengthMs: 60_000 })
  return {
    windows,
    header: windows
      .map(({ name, quota, lengthMs }) => `"${name}";q=${quota};w=${lengthMs / 1000}`)
      .join(', '),
  }
}

/** One window's state as the headers tell it. */
export interface WindowState {
  readonly remaining: number
  readonly resetMs: number
}

export function toDecision(
  policy: Policy,
  states: readonly WindowState[],
  refusedBy: LimitWindow | undefined,
  waitMs: number,
): Decision {
  let header = ''
  for (let at = 0; at < policy.windows.length; at += 1) {
    const { remaining, resetMs } = states[at] as WindowState
    header = appendWindow(header, policy.windows[at] as LimitWindow, remaining, resetMs)
  }
  return { refusedBy, waitMs, rateLimit: { policy: policy.header, state: header } }
}

/** The `RateLimit` header so far, and one more window. */
function appendWindow(
  header: string,
  { name, lengthMs }: LimitWindow,
  remaining: number,
  resetMs: number,
): string {
  const seconds = Math.min(lengthMs / 1000, Math.ceil(resetMs / 1000))
  return `${header}${header === '' ? '' : ', '}"${name}";r=${remaining < 0 ? 0 : remaining};t=${seconds}`
}

/** What a refused caller is told. */
export function rateLimited({ refusedBy, waitMs, rateLimit }: Decision): Failure {
  const { name = 'second', quota = 0, lengthMs = 1000 } = refusedBy ?? {}
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Failure('rate_limited', `More than ${quota} requests in one ${name}.`, {
    details: { window: name, limit: quota, window_seconds: lengthMs / 1000, retry_after_seconds: seconds },
    retryAfterSeconds: seconds,
    headers: rateLimitFields(rateLimit),
  })
}

/** Limits within one process. */
export class MemoryLimiter implements Limiter {
  readonly #windows = new LRUCache<string, SlidingWindow[]>({ max: subjectsMax })

  takeSync(subject: string, policy: Policy, now: number): Decision {
    let windows = this.#windows.get(subject)
    if (windows === undefined) {
      windows = policy.windows.map(({ lengthMs }) => new SlidingWindow(lengthMs))
      this.#windows.set(subject, windows)
    }
    let refusedBy: LimitWindow | undefined
    let waitMs = 0
    for (let at = 0; at < windows.length; at += 1) {
      const window = windows[at] as SlidingWindow
      const limit = policy.windows[at] as LimitWindow
      window.advance(now)
      const wait = window.waitMs(limit.quota, now)
      if (wait > waitMs) {
        waitMs = wait
        refusedBy = limit
      }
    }
    let header = ''
    for (let at = 0; at < windows.length; at += 1) {
      const window = windows[at] as SlidingWindow
      const limit = policy.windows[at] as LimitWindow
      if (refusedBy === undefined) window.add(1, now)
      header = appendWindow(header, limit, limit.quota - window.total, window.resetMs(now))
    }
    return { refusedBy, waitMs, rateLimit: { policy: policy.header, state: header } }
  }

  async take(subject: string, policy: Policy, now: number): Promise<Decision> {
    return this.takeSync(subject, policy, now)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#windows.clear()
  }
}
