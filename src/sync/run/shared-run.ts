/** Shares the results of requests between the members of one run. */

import { LRUCache } from 'lru-cache'
import { startDeadline } from '../../core/async/deadline.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { Outbound } from '../../core/outbound/outbound.ts'
import type { Member, SharedRun } from '../source.ts'

export interface SharedRunOptions {
  readonly members: readonly Member[]
  readonly http: Outbound
  readonly clock: Clock
  /** Of one piece of shared work. */
  readonly timeoutMs: number
  /** The end of the run. */
  readonly signal: AbortSignal
}

/** Members are fetched a few at once and in order, so older results are no longer needed. */
const resultsMax = 16

export function createSharedRun({
  members,
  http,
  clock,
  timeoutMs,
  signal,
}: SharedRunOptions): SharedRun<Member> {
  const results = new LRUCache<string, Promise<unknown>>({ max: resultsMax })
  return {
    members,
    once<Value>(key: string, work: Parameters<SharedRun<Member>['once']>[1]) {
      const known = results.get(key)
      if (known) return known as Promise<Value>
      const result = runWithDeadline(work)
      results.set(key, result)
      // Every member that waits for it gets the failure; if none waits any more, nobody needs it.
      result.catch(() => {})
      return result as Promise<Value>
    },
  }

  async function runWithDeadline(work: Parameters<SharedRun<Member>['once']>[1]): Promise<unknown> {
    using deadline = startDeadline(clock, timeoutMs, timedOut, signal)
    return await work({ http, signal: deadline.signal })
  }
}

function timedOut(): Failure {
  return new Failure(
    'upstream_unavailable',
    'The source took too long to deliver what several members share.',
  )
}
