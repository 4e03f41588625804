/** Limits that several processes share: each node borrows a few requests at a time and spends them at once. */

import { LRUCache } from 'lru-cache'
import type { Clock } from '../../core/clock.ts'
import {
  type Decision,
  type Limiter,
  type LimitWindow,
  MemoryLimiter,
  type Policy,
  toDecision,
  type WindowState,
} from './limiter.ts'
import type { LeaseSource } from './quota-counter.ts'

interface SharedLimiterOptions {
  readonly clock: Clock
  onWarning(message: string): void
}

/** What was borrowed is spent within a hundredth of the shortest window after it came, or given back with the next call. */
const leaseMs = 10
/** While it is gone it is asked again once a second, by one request's worth of work. */
const retryMs = 1000
const subjectsMax = 50_000

interface Lease {
  tokens: number
  /** With so few left the next ones are fetched, so that whoever comes then need not wait. */
  low: number
  /** Until when they may be spent. */
  spendBy: number
  /** Spent since the last call, and when that was: tells how many to wish for. */
  spent: number
  askedAt: number
  states: readonly WindowState[]
  refusedBy: LimitWindow | undefined
  refusedUntil: number
  waiting: { readonly policy: Policy; decide(decision: Decision | undefined): void }[]
  isAsking: boolean
}

export class SharedLimiter implements Limiter {
  readonly #options: SharedLimiterOptions
  readonly #source: LeaseSource
  readonly #leases = new LRUCache<string, Lease>({ max: subjectsMax })
  readonly #alone = new MemoryLimiter()
  #goneUntil = 0
  #isGone = false

  constructor(options: SharedLimiterOptions, source: LeaseSource) {
    this.#options = options
    this.#source = source
  }

  takeNow(subject: string, policy: Policy, now: number): Decision | undefined {
    if (now < this.#goneUntil) return this.#alone.takeNow(subject, policy, now)
    const lease = this.#leases.get(subject)
    if (lease === undefined) return undefined
    if (now < lease.refusedUntil) return refusal(lease, policy, now)
    if (lease.tokens === 0 || now >= lease.spendBy) return undefined
    lease.tokens -= 1
    lease.spent += 1
    if (lease.tokens <= lease.low && !lease.isAsking) void this.#ask(subject, lease, policy)
    return toDecision(policy, leftWith(lease), undefined, 0)
  }

  async take(subject: string, policy: Policy, now: number): Promise<Decision> {
    const known = this.takeNow(subject, policy, now)
    if (known !== undefined) return known
    const lease = this.#leaseOf(subject)
    const { promise, resolve } = Promise.withResolvers<Decision | undefined>()
    lease.waiting.push({ policy, decide: resolve })
    if (!lease.isAsking) void this.#ask(subject, lease, policy)
    return (await promise) ?? this.#alone.takeNow(subject, policy, this.#options.clock.now())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#source.close()
    await this.#alone[Symbol.asyncDispose]()
  }

  /** One call for everybody who waits and for those who will come within the next few milliseconds. */
  async #ask(subject: string, lease: Lease, policy: Policy): Promise<void> {
    lease.isAsking = true
    try {
      do {
        await this.#askOnce(subject, lease, policy)
      } while (lease.waiting.length > 0)
    } finally {
      lease.isAsking = false
    }
  }

  async #askOnce(subject: string, lease: Lease, policy: Policy): Promise<void> {
    const { clock } = this.#options
    const startedAt = clock.now()
    const waiting = lease.waiting
    lease.waiting = []
    const unused = startedAt >= lease.spendBy ? lease.tokens : 0
    lease.tokens -= unused
    const need = waiting.length
    const perMs = lease.spent / Math.max(1, startedAt - lease.askedAt)
    const mostAhead = Math.floor(Math.min(...policy.windows.map(({ quota }) => quota)) / 100)
    const ahead = Math.min(mostAhead, Math.ceil(perMs * leaseMs))
    lease.spent = 0
    lease.askedAt = startedAt
    if (need === 0 && ahead === 0 && unused === 0) return
    const windows = policy.windows.flatMap(({ lengthMs, quota }) => [lengthMs, quota])
    let reply: number[]
    try {
      reply = await this.#inTime(this.#source.ask(subject, [need, need + ahead, unused, ...windows]))
    } catch (error) {
      this.#gone(error)
      for (const { decide } of [...waiting, ...lease.waiting.splice(0)]) decide(undefined)
      return
    }
    this.#back()
    const [granted = 0, waitMs = 0, refusing = 0, ...states] = reply
    const now = clock.now()
    lease.states = policy.windows.map((_, at) => ({
      left: states[2 * at] ?? 0,
      resetMs: states[2 * at + 1] ?? 0,
    }))
    lease.refusedBy = policy.windows[refusing - 1]
    lease.refusedUntil = lease.refusedBy === undefined ? 0 : now + waitMs
    lease.tokens += granted
    lease.low = Math.floor((granted - need) / 3)
    lease.spendBy = now + leaseMs
    for (const { decide, policy: own } of waiting) {
      if (lease.tokens > 0) {
        lease.tokens -= 1
        lease.spent += 1
        decide(toDecision(own, leftWith(lease), undefined, 0))
      } else {
        decide(refusal(lease, own, now))
      }
    }
  }

  async #inTime(call: Promise<number[]>): Promise<number[]> {
    const { answerMs } = this.#source
    const timer = new AbortController()
    const late = this.#options.clock.sleep(answerMs, timer.signal).then(
      async () => {
        // An answer that came while this process was busy is read first: being late is not the lender's fault then.
        await new Promise((resolve) => setImmediate(resolve))
        throw new Error(`no answer within ${answerMs} ms`)
      },
      () => [],
    )
    try {
      return await Promise.race([call, late])
    } finally {
      timer.abort()
      for (const left of [call, late]) left.catch(() => {})
    }
  }

  #gone(error: unknown): void {
    this.#goneUntil = this.#options.clock.now() + retryMs
    if (this.#isGone) return
    this.#isGone = true
    const why = error instanceof Error ? error.message : String(error)
    this.#options.onWarning(
      `${this.#source.name} is out of reach, limits count per node until it is back: ${why}`,
    )
  }

  #back(): void {
    if (!this.#isGone) return
    this.#isGone = false
    this.#options.onWarning(`${this.#source.name} is back, limits are shared again`)
  }

  #leaseOf(subject: string): Lease {
    let lease = this.#leases.get(subject)
    if (lease === undefined) {
      lease = {
        tokens: 0,
        low: 0,
        spendBy: 0,
        spent: 0,
        askedAt: 0,
        states: [],
        refusedBy: undefined,
        refusedUntil: 0,
        waiting: [],
        isAsking: false,
      }
      this.#leases.set(subject, lease)
    }
    return lease
  }
}

/** What this node has borrowed and not spent is still there to be had. */
function leftWith({ states, tokens }: Lease): WindowState[] {
  return states.map(({ left, resetMs }) => ({ left: left + tokens, resetMs }))
}

function refusal(lease: Lease, policy: Policy, now: number): Decision {
  const waitMs = Math.max(1, lease.refusedUntil - now)
  return toDecision(policy, leftWith(lease), lease.refusedBy ?? policy.windows[0], waitMs)
}
