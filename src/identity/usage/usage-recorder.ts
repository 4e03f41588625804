/** Who called what how often: counted in memory, written in batches, so that counting costs a request nothing. */

import type { Clock } from '../../core/clock.ts'
import type { RouteInfo } from '../../http/access-control.ts'
import type { ResolvedPrincipal } from '../credentials/authenticator.ts'
import type { Ledger } from '../tables.ts'

interface UsageRecorderOptions {
  readonly ledger: Ledger
  readonly clock: Clock
  onWarning(message: string): void
}

interface Count {
  calls: number
  blocked: number
  lastSeenAt: number
}

/** Anonymous callers are counted together: their addresses are nobody's business later. */
export const anonymousSubject = 'anonymous'

const flushMs = 1000
/** While the database is away counts go on adding up, but not without end. */
const countsMax = 20_000
const hourMs = 3_600_000

export class UsageRecorder implements AsyncDisposable {
  readonly #options: UsageRecorderOptions
  readonly #closing = new AbortController()
  #counts = new Map<string, Map<RouteInfo, Count>>()
  #usedKeys = new Map<string, number>()
  #size = 0
  #loop: Promise<void> | undefined
  #failing = false

  constructor(options: UsageRecorderOptions) {
    this.#options = options
  }

  /** Flushes once a second from here on. */
  start(): void {
    this.#loop ??= this.#flushLoop()
  }

  passed(principal: ResolvedPrincipal, routeInfo: RouteInfo, now: number): void {
    const count = this.#countFor(principal.identityId ?? anonymousSubject, routeInfo)
    count.calls += 1
    count.lastSeenAt = now
    if (principal.keyId !== undefined) this.#usedKeys.set(principal.keyId, now)
  }

  blocked(principal: ResolvedPrincipal, routeInfo: RouteInfo, now: number): void {
    const count = this.#countFor(principal.identityId ?? anonymousSubject, routeInfo)
    count.blocked += 1
    count.lastSeenAt = now
  }

  /** Writes what was counted so far. What cannot be written is kept for the next time. */
  async flush(): Promise<void> {
    const counts = this.#counts
    const usedKeys = this.#usedKeys
    if (counts.size === 0 && usedKeys.size === 0) return
    this.#counts = new Map()
    this.#usedKeys = new Map()
    this.#size = 0
    try {
      await this.#write(counts, usedKeys)
      this.#failing = false
    } catch (error) {
      if (!this.#failing) {
        this.#options.onWarning(`usage could not be written and is kept for later: ${messageOf(error)}`)
      }
      this.#failing = true
      this.#restore(counts, usedKeys)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    await this.#loop
    await this.flush()
  }

  async #flushLoop(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      try {
        await this.#options.clock.sleep(flushMs, signal)
      } catch {
        return
      }
      await this.flush()
    }
  }

  async #write(counts: Map<string, Map<RouteInfo, Count>>, usedKeys: Map<string, number>): Promise<void> {
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
    // In one order everywhere, so that two nodes never wait for each other.
    rows.sort((a, b) => (`${a.subject} ${a.route}` < `${b.subject} ${b.route}` ? -1 : 1))
    const keys = [...usedKeys].sort(([a], [b]) => (a < b ? -1 : 1))
    await this.#options.ledger.transaction(async (tx) => {
      for (let at = 0; at < rows.length; at += 100) {
        await tx
          .insertInto('usage')
          .values(rows.slice(at, at + 100))
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

  #restore(counts: Map<string, Map<RouteInfo, Count>>, usedKeys: Map<string, number>): void {
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
