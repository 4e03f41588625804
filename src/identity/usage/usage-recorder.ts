/** Counts calls by identity and route in memory and writes them in batches, so that a request does not wait for it. */

import type { RouteInfo } from '../../http/access-control.ts'
import { chunks } from '../../store/chunks.ts'
import type { ResolvedPrincipal } from '../credentials/authenticator.ts'
import type { Ledger } from '../tables.ts'

interface UsageRecorderOptions {
  readonly ledger: Ledger
  onWarning(message: string): void
}

interface Count {
  calls: number
  blocked: number
  lastSeenAt: number
}

type Counts = Map<string, Map<RouteInfo, Count>>

/** Anonymous callers are counted together; their addresses are not stored. */
const anonymousSubject = 'anonymous'

/** Bounds the counts that accumulate while the database is unavailable. */
const countsMax = 20_000
const hourMs = 3_600_000

export class UsageRecorder implements AsyncDisposable {
  readonly #options: UsageRecorderOptions
  #counts: Counts = new Map()
  #usedKeys = new Map<string, number>()
  #size = 0
  #isFailing = false

  constructor(options: UsageRecorderOptions) {
    this.#options = options
  }

  recordCall(principal: ResolvedPrincipal, routeInfo: RouteInfo, now: number): void {
    const count = this.#countFor(principal.identityId ?? anonymousSubject, routeInfo)
    count.calls += 1
    count.lastSeenAt = now
    if (principal.keyId !== undefined) this.#usedKeys.set(principal.keyId, now)
  }

  recordBlocked(principal: ResolvedPrincipal, routeInfo: RouteInfo, now: number): void {
    const count = this.#countFor(principal.identityId ?? anonymousSubject, routeInfo)
    count.blocked += 1
    count.lastSeenAt = now
  }

  /** Writes the counts. Those that cannot be written are added to the next ones. */
  async flush(): Promise<void> {
    const counts = this.#counts
    const usedKeys = this.#usedKeys
    if (counts.size === 0 && usedKeys.size === 0) return
    this.#counts = new Map()
    this.#usedKeys = new Map()
    this.#size = 0
    try {
      await this.#write(counts, usedKeys)
      this.#isFailing = false
    } catch (error) {
      const reason = error instanceof Error ? error.message : error
      if (!this.#isFailing) this.#options.onWarning(`could not write usage, will retry: ${reason}`)
      this.#isFailing = true
      this.#restore(counts, usedKeys)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.flush()
  }

  async #write(counts: Counts, usedKeys: Map<string, number>): Promise<void> {
    const rows = [...counts].flatMap(([subject, byRoute]) =>
      [...byRoute].map(([{ route, family, usecase }, { calls, blocked, lastSeenAt }]) => ({
        subject,
        hour: Math.floor(lastSeenAt / hourMs),
        route,
        route_family: family,
        usecase,
        calls,
        blocked,
        last_seen_at: lastSeenAt,
      })),
    )
    // In the same order on every node, so that two nodes cannot deadlock.
    rows.sort((a, b) => (`${a.subject} ${a.route}` < `${b.subject} ${b.route}` ? -1 : 1))
    const keys = [...usedKeys].sort(([a], [b]) => (a < b ? -1 : 1))
    await this.#options.ledger.transaction(async (tx) => {
      for (const chunk of chunks(rows, 100)) {
        await tx
          .insertInto('usage')
          .values(chunk)
          .onConflict((conflict) =>
            conflict.columns(['subject', 'hour', 'route']).doUpdateSet(({ ref, eb }) => ({
              calls: eb('usage.calls', '+', ref('excluded.calls')),
              blocked: eb('usage.blocked', '+', ref('excluded.blocked')),
              last_seen_at: ref('excluded.last_seen_at'),
            })),
          )
          .execute()
      }
      for (const [id, usedAt] of keys) {
        await tx.updateTable('api_key').set({ last_used_at: usedAt }).where('id', '=', id).execute()
      }
    })
  }

  #countFor(subject: string, routeInfo: RouteInfo): Count {
    let byRoute = this.#counts.get(subject)
    if (byRoute === undefined) {
      byRoute = new Map()
      this.#counts.set(subject, byRoute)
    }
    let count = byRoute.get(routeInfo)
    if (count === undefined) {
      count = { calls: 0, blocked: 0, lastSeenAt: 0 }
      if (this.#size < countsMax) {
        byRoute.set(routeInfo, count)
        this.#size += 1
      }
    }
    return count
  }

  #restore(counts: Counts, usedKeys: Map<string, number>): void {
    for (const [subject, byRoute] of counts) {
      for (const [routeInfo, { calls, blocked, lastSeenAt }] of byRoute) {
        const count = this.#countFor(subject, routeInfo)
        count.calls += calls
        count.blocked += blocked
        count.lastSeenAt = Math.max(count.lastSeenAt, lastSeenAt)
      }
    }
    for (const [id, usedAt] of usedKeys) {
      if (this.#usedKeys.size < countsMax)
        this.#usedKeys.set(id, Math.max(usedAt, this.#usedKeys.get(id) ?? 0))
    }
  }
}
