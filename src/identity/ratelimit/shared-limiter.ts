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
import type { QuotaSource } from './quota-counter.ts'

interface SharedLimiterOptions {
  readonly clock: Clock
  onWarning(message: string): void
}

/** What was borrowed is spent within a hundredth of the shortest window after it came, or given back with the next call. */
const grantLifetimeMs = 10
/** While it is gone it is asked again once a second, by one request's worth of work. */
const retryMs = 1000
const subjectsMax = 50_000

interface NodeQuota {
  tokens: number
  /** With so few left the next ones are fetched, so that whoever comes then need not wait. */
  refillBelow: number
  /** Until when they may be spent. */
  expiresAt: number
  /** Spent since the last call, and when that was: tells how many to wish for. */
  spent: number
  refilledAt: number
  windows: readonly WindowState[]
  refusedBy: LimitWindow | undefined
  refusedUntil: number
  waiting: { readonly policy: Policy; decide(decision: Decision | undefined): void }[]
  isRefilling: boolean
}

export class SharedLimiter implements Limiter {
  readonly #options: SharedLimiterOptions
  readonly #source: QuotaSource
  readonly #nodeQuotas = new LRUCache<string, NodeQuota>({ max: subjectsMax })
  readonly #fallback = new MemoryLimiter()
  #retryAt = 0
  #isUnreachable = false

  constructor(options: SharedLimiterOptions, source: QuotaSource) {
    this.#options = options
    this.#source = source
  }

  takeSync(subject: string, policy: Policy, now: number): Decision | undefined {
    if (now < this.#retryAt) return this.#fallback.takeSync(subject, policy, now)
    const nodeQuota = this.#nodeQuotas.get(subject)
    if (nodeQuota === undefined) return undefined
    if (now < nodeQuota.refusedUntil) return toRefusal(nodeQuota, policy, now)
    if (nodeQuota.tokens === 0 || now >= nodeQuota.expiresAt) return undefined
    nodeQuota.tokens -= 1
    nodeQuota.spent += 1
    if (nodeQuota.tokens <= nodeQuota.refillBelow && !nodeQuota.isRefilling)
      void this.#refill(subject, nodeQuota, policy)
    return toDecision(policy, withUnspent(nodeQuota), undefined, 0)
  }

  async take(subject: string, policy: Policy, now: number): Promise<Decision> {
    const decision = this.takeSync(subject, policy, now)
    if (decision !== undefined) return decision
    const nodeQuota = this.#nodeQuotaFor(subject)
    const { promise, resolve } = Promise.withResolvers<Decision | undefined>()
    nodeQuota.waiting.push({ policy, decide: resolve })
    if (!nodeQuota.isRefilling) void this.#refill(subject, nodeQuota, policy)
    return (await promise) ?? this.#fallback.takeSync(subject, policy, this.#options.clock.now())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#source.close()
    await this.#fallback[Symbol.asyncDispose]()
  }

  /** One call for everybody who waits and for those who will come within the next few milliseconds. */
  async #refill(subject: string, nodeQuota: NodeQuota, policy: Policy): Promise<void> {
    nodeQuota.isRefilling = true
    try {
      do {
        await this.#refillOnce(subject, nodeQuota, policy)
      } while (nodeQuota.waiting.length > 0)
    } finally {
      nodeQuota.isRefilling = false
    }
  }

  async #refillOnce(subject: string, nodeQuota: NodeQuota, policy: Policy): Promise<void> {
    const { clock } = this.#options
    const startedAt = clock.now()
    const waiting = nodeQuota.waiting
    nodeQuota.waiting = []
    const unused = startedAt >= nodeQuota.expiresAt ? nodeQuota.tokens : 0
    nodeQuota.tokens -= unused
    const need = waiting.length
    const perMs = nodeQuota.spent / Math.max(1, startedAt - nodeQuota.refilledAt)
    const prefetchMax = Math.floor(Math.min(...policy.windows.map(({ quota }) => quota)) / 100)
    const prefetch = Math.min(prefetchMax, Math.ceil(perMs * grantLifetimeMs))
    nodeQuota.spent = 0
    nodeQuota.refilledAt = startedAt
    if (need === 0 && prefetch === 0 && unused === 0) return
    const windows = policy.windows.flatMap(({ lengthMs, quota }) => [lengthMs, quota])
    let reply: number[]
    try {
      reply = await this.#withTimeout(this.#source.take(subject, [need, need + prefetch, unused, ...windows]))
    } catch (error) {
      this.#markUnreachable(error)
      for (const { decide } of [...waiting, ...nodeQuota.waiting.splice(0)]) decide(undefined)
      return
    }
    this.#markReachable()
    const [granted = 0, waitMs = 0, refusedIndex = 0, ...states] = reply
    const now = clock.now()
    nodeQuota.windows = policy.windows.map((_, at) => ({
      remaining: states[2 * at] ?? 0,
      resetMs: states[2 * at + 1] ?? 0,
    }))
    nodeQuota.refusedBy = policy.windows[refusedIndex - 1]
    nodeQuota.refusedUntil = nodeQuota.refusedBy === undefined ? 0 : now + waitMs
    nodeQuota.tokens += granted
    nodeQuota.refillBelow = Math.floor((granted - need) / 3)
    nodeQuota.expiresAt = now + grantLifetimeMs
    for (const { decide, policy: waiterPolicy } of waiting) {
      if (nodeQuota.tokens > 0) {
        nodeQuota.tokens -= 1
        nodeQuota.spent += 1
        decide(toDecision(waiterPolicy, withUnspent(nodeQuota), undefined, 0))
      } else {
        decide(toRefusal(nodeQuota, waiterPolicy, now))
      }
    }
  }

  async #withTimeout(call: Promise<number[]>): Promise<number[]> {
    const { timeoutMs } = this.#source
    const timer = new AbortController()
    const timeout = this.#options.clock.sleep(timeoutMs, timer.signal).then(
      async () => {
        // An answer that came while this process was busy is read first: being late is not the lender's fault then.
        await new Promise((resolve) => setImmediate(resolve))
        throw new Error(`no answer within ${timeoutMs} ms`)
      },
      () => [],
    )
    try {
      return await Promise.race([call, timeout])
    } finally {
      timer.abort()
      for (const pending of [call, timeout]) pending.catch(() => {})
    }
  }

  #markUnreachable(error: unknown): void {
    this.#retryAt = this.#options.clock.now() + retryMs
    if (this.#isUnreachable) return
    this.#isUnreachable = true
    const reason = error instanceof Error ? error.message : String(error)
    this.#options.onWarning(
      `${this.#source.name} is out of reach, limits count per node until it is back: ${reason}`,
    )
  }

  #markReachable(): void {
    if (!this.#isUnreachable) return
    this.#isUnreachable = false
    this.#options.onWarning(`${this.#source.name} is back, limits are shared again`)
  }

  #nodeQuotaFor(subject: string): NodeQuota {
    let nodeQuota = this.#nodeQuotas.get(subject)
    if (nodeQuota === undefined) {
      nodeQuota = {
        tokens: 0,
        refillBelow: 0,
        expiresAt: 0,
        spent: 0,
        refilledAt: 0,
        windows: [],
        refusedBy: undefined,
        refusedUntil: 0,
        waiting: [],
        isRefilling: false,
      }
      this.#nodeQuotas.set(subject, nodeQuota)
    }
    return nodeQuota
  }
}

/** What this node has borrowed and not spent is still there to be had. */
function withUnspent({ windows, tokens }: NodeQuota): WindowState[] {
  return windows.map(({ remaining, resetMs }) => ({ remaining: remaining + tokens, resetMs }))
}

function toRefusal(nodeQuota: NodeQuota, policy: Policy, now: number): Decision {
  const waitMs = Math.max(1, nodeQuota.refusedUntil - now)
  return toDecision(policy, withUnspent(nodeQuota), nodeQuota.refusedBy ?? policy.windows[0], waitMs)
}
