/** Requests of users at a steady rate, and how long they take. */

import { systemClock } from '../../src/core/clock.ts'

const everyMs = 100

function paths(nowMs: number): readonly string[] {
  const from = new Date(nowMs).toISOString()
  return [
    '/data/job-postings/v1/jobs/search?department=Engineering&limit=20',
    '/data/job-postings/v1/jobs/search?q=engineer&limit=20',
    '/data/v1/coverage/providers?limit=10',
    `/cinema/v1/showtimes/search?near=London&from=${from}&limit=20`,
    '/cinema/v1/movies/search?playing_now=true&limit=10',
  ]
}

export interface Reads {
  readonly count: number
  readonly failed: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** One request every 100 ms, to the nodes in turn, until it is stopped. `onlyBase`: the service that is served alone. */
export function startReads(origins: readonly string[], clockAheadMs: number): { stop(): Promise<Reads> } {
  const durations: number[] = []
  const pending = new Set<Promise<void>>()
  let failed = 0
  let sent = 0
  const send = async () => {
    const origin = origins[sent % origins.length] ?? ''
    const all = paths(systemClock.now() + clockAheadMs)
    const path = all[sent % all.length] ?? ''
    sent += 1
    const startedAt = systemClock.monotonic()
    try {
      const response = await fetch(origin + path, { signal: AbortSignal.timeout(30_000) })
      await response.text()
      if (response.status !== 200) failed += 1
    } catch {
      failed += 1
    }
    durations.push(systemClock.monotonic() - startedAt)
  }
  const timer = setInterval(() => {
    const one = send().finally(() => pending.delete(one))
    pending.add(one)
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(pending)
      const sorted = durations.toSorted((one, other) => one - other)
      const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
      return { count: sent, failed, p50Ms: at(0.5), p99Ms: at(0.99) }
    },
  }
}
