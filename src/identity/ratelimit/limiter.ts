/** Decides whether a request is within its rate limits. A refused request does not count. */

import { Failure } from '../../core/errors.ts'
import { type RateLimitHeaders, rateLimitFields } from '../../http/access-control.ts'
import type { LimitWindow, Policy } from './policy.ts'
import { QuotaCounter, type QuotaRequest, type WindowState } from './quota-counter.ts'

export interface Decision {
  /** The window that refuses the request; undefined when it is allowed. */
  readonly refusedBy: LimitWindow | undefined
  readonly waitMs: number
  readonly rateLimit: RateLimitHeaders
}

/** `now` is on the monotonic clock, so that nobody is locked out or let through when the wall clock is set. */
export interface Limiter extends AsyncDisposable {
  /** Decides from memory; undefined when the quota source has to be called first. */
  takeSync(subject: string, policy: Policy, now: number): Decision | undefined
  take(subject: string, policy: Policy, now: number): Promise<Decision>
  /** Undoes a take, because the request was refused for another reason. */
  giveBack(subject: string, policy: Policy, now: number): void
}

/** `unspent`: requests that are counted in `states` and still available to this process. */
export function toDecision(
  { windows, header }: Policy,
  states: readonly WindowState[],
  unspent = 0,
  refusedBy = -1,
  waitMs = 0,
): Decision {
  let state = ''
  for (let at = 0; at < windows.length; at += 1) {
    const { name, lengthMs } = windows[at] as LimitWindow
    const { remaining, resetMs } = states[at] as WindowState
    const left = Math.max(0, remaining + unspent)
    const seconds = Math.min(lengthMs / 1000, Math.ceil(resetMs / 1000))
    state += `${at === 0 ? '' : ', '}"${name}";r=${left};t=${seconds}`
  }
  const refusingWindow = refusedBy < 0 ? undefined : windows[refusedBy]
  return { refusedBy: refusingWindow, waitMs, rateLimit: { policy: header, state } }
}

/** The 429 response to a refused request. */
export function rateLimited(decision: Decision): Failure {
  const { name = 'second', quota = 0, lengthMs = 1000 } = decision.refusedBy ?? {}
  const seconds = Math.max(1, Math.ceil(decision.waitMs / 1000))
  return new Failure('rate_limited', `Rate limit exceeded: ${quota} requests per ${name}.`, {
    details: { window: name, limit: quota, window_seconds: lengthMs / 1000, retry_after_seconds: seconds },
    retryAfterSeconds: seconds,
    headers: rateLimitFields(decision.rateLimit),
  })
}

const oneRequest: QuotaRequest = { need: 1, want: 1, unused: 0 }
const oneUnused: QuotaRequest = { need: 0, want: 0, unused: 1 }

/** Counts within one process. */
export class MemoryLimiter implements Limiter {
  readonly #counter = new QuotaCounter()

  takeSync(subject: string, policy: Policy, now: number): Decision {
    const { windows, refusedBy, waitMs } = this.#counter.take(subject, policy.windows, oneRequest, now)
    return toDecision(policy, windows, 0, refusedBy, waitMs)
  }

  async take(subject: string, policy: Policy, now: number): Promise<Decision> {
    return this.takeSync(subject, policy, now)
  }

  giveBack(subject: string, policy: Policy, now: number): void {
    this.#counter.take(subject, policy.windows, oneUnused, now)
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
