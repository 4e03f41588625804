/** Limits that several processes share: each node takes a small quota at a time and spends it locally. */

import { LRUCache } from 'lru-cache'
import { SingleFlight } from '../../core/async/single-flight.ts'
import { withTimeout } from '../../core/async/with-timeout.ts'
import type { Clock } from '../../core/clock.ts'
import { type Decision, type Limiter, MemoryLimiter, toDecision } from './limiter.ts'
import type { Policy } from './policy.ts'
import { type QuotaGrant, type QuotaSource, subjectsMax } from './quota-counter.ts'

interface SharedLimiterOptions {
  readonly clock: Clock
  onWarning(message: string): void
}

/** A grant is spent within a hundredth of the shortest window, or returned with the next call. */
const grantLifetimeMs = 10
/** An unreachable source is called again after this time. */
const retryMs = 1000

/** What this node knows about the quota of one subject. */
interface NodeQuota {
  unspent: number
  /** Until when `unspent` may be spent. */
  expiresAt: number
  /** When this much is left, the next grant is requested ahead. */
  refillBelow: number
  /** Requests since the last refill and when that was: the rate decides how many are requested ahead. */
  spent: number
  refilledAt: number
  /** Requests that wait for a refill. */
  waiting: number
  lastGrant: QuotaGrant
  refusedUntil: number
}

export class SharedLimiter implements Limiter {
  readonly #options: SharedLimiterOptions
  readonly #source: QuotaSource
  readonly #nodeQuotas = new LRUCache<string, NodeQuota>({ max: subjectsMax })
  readonly #refills = new SingleFlight<number>()
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
    const decision = decide(nodeQuota, policy, now)
    if (decision && !decision.refusedBy && nodeQuota.unspent <= nodeQuota.refillBelow)
      void this.#refill(subject, nodeQuota, policy)
    return decision
  }

  async take(subject: string, policy: Policy, now: number): Promise<Decision> {
    let decision = this.takeSync(subject, policy, now)
    const nodeQuota = this.#nodeQuotaFor(subject)
    while (decision === undefined) {
      nodeQuota.waiting += 1
      const refilledAt = await this.#refill(subject, nodeQuota, policy)
      nodeQuota.waiting -= 1
      decision = decide(nodeQuota, policy, refilledAt)
      if (refilledAt < this.#retryAt) decision ??= this.#fallback.takeSync(subject, policy, refilledAt)
    }
    return decision
  }

  giveBack(subject: string, policy: Policy, now: number): void {
    if (now < this.#retryAt) {
      this.#fallback.giveBack(subject, policy, now)
    } else {
      const nodeQuota = this.#nodeQuotaFor(subject)
      nodeQuota.unspent += 1
      // A refill since the request has set it to 0.
      nodeQuota.spent = Math.max(0, nodeQuota.spent - 1)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#source.close()
  }

  /** One call for all requests that wait and for those of the next few milliseconds. Resolves to the time it ended. */
  #refill(subject: string, nodeQuota: NodeQuota, policy: Policy): Promise<number> {
    return this.#refills.run(subject, () => this.#requestQuota(subject, nodeQuota, policy))
  }

  async #requestQuota(subject: string, nodeQuota: NodeQuota, policy: Policy): Promise<number> {
    const { clock } = this.#options
    const startedAt = clock.monotonic()
    const unused = startedAt >= nodeQuota.expiresAt ? nodeQuota.unspent : 0
    nodeQuota.unspent -= unused
    const need = Math.max(0, nodeQuota.waiting - nodeQuota.unspent)
    const perMs = nodeQuota.spent / Math.max(1, startedAt - nodeQuota.refilledAt)
    const prefetchMax = Math.floor(Math.min(...policy.windows.map(({ quota }) => quota)) / 100)
    const prefetch = Math.min(prefetchMax, Math.ceil(perMs * grantLifetimeMs))
    nodeQuota.spent = 0
    nodeQuota.refilledAt = startedAt
    if (need === 0 && prefetch === 0 && unused === 0) return startedAt
    try {
      const request = { need, want: need + prefetch, unused }
      const call = this.#source.take(subject, policy.windows, request)
      const grant = await withTimeout(clock, this.#source.timeoutMs, call, () => this.#timeOut())
      this.#markReachable()
      const now = clock.monotonic()
      nodeQuota.lastGrant = grant
      nodeQuota.refusedUntil = grant.refusedBy < 0 ? 0 : now + grant.waitMs
      nodeQuota.unspent += grant.granted
      nodeQuota.refillBelow = Math.floor((grant.granted - need) / 3)
      nodeQuota.expiresAt = now + grantLifetimeMs
      return now
    } catch (error) {
      this.#markUnreachable(error)
      return clock.monotonic()
    }
  }

  /** If this process was busy, a reply may already be queued: it is read before the call times out. */
  async #timeOut(): Promise<never> {
    await new Promise((resolve) => setImmediate(resolve))
    throw new Error(`no reply within ${this.#source.timeoutMs} ms`)
  }

  #markUnreachable(error: unknown): void {
    this.#retryAt = this.#options.clock.monotonic() + retryMs
    if (this.#isUnreachable) return
    this.#isUnreachable = true
    const reason = error instanceof Error ? error.message : String(error)
    this.#options.onWarning(
      `${this.#source.name} is unreachable; rate limits are counted per node until it recovers: ${reason}`,
    )
  }

  #markReachable(): void {
    if (!this.#isUnreachable) return
    this.#isUnreachable = false
    this.#options.onWarning(`${this.#source.name} is reachable again; rate limits are shared`)
  }

  #nodeQuotaFor(subject: string): NodeQuota {
    let nodeQuota = this.#nodeQuotas.get(subject)
    if (nodeQuota === undefined) {
      nodeQuota = {
        unspent: 0,
        expiresAt: 0,
        refillBelow: 0,
        spent: 0,
        refilledAt: 0,
        waiting: 0,
        lastGrant: { granted: 0, refusedBy: -1, waitMs: 0, windows: [] },
        refusedUntil: 0,
      }
      this.#nodeQuotas.set(subject, nodeQuota)
    }
    return nodeQuota
  }
}

/** Spends one request of the node's quota, or refuses it; undefined when a refill is needed. */
function decide(nodeQuota: NodeQuota, policy: Policy, now: number): Decision | undefined {
  const { windows, refusedBy } = nodeQuota.lastGrant
  if (nodeQuota.unspent > 0 && now < nodeQuota.expiresAt) {
    nodeQuota.unspent -= 1
    nodeQuota.spent += 1
    return toDecision(policy, windows, nodeQuota.unspent)
  }
  if (now >= nodeQuota.refusedUntil) return undefined
  return toDecision(policy, windows, nodeQuota.unspent, refusedBy, nodeQuota.refusedUntil - now)
}
