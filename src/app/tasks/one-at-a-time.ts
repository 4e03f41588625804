/** Work that operators start and that sends requests: one at a time in this process, or in all processes on one store. */

import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { Store } from '../../store/store.ts'
import { holdNamedLease } from '../../sync/run/held-lease.ts'

/** Longer than a process may be busy; it is renewed during the work. */
const leaseMs = 15_000

interface TurnOptions {
  readonly clock: Clock
  /** Absent: each process for itself. */
  readonly store?: Store | undefined
  /** Of the lease. */
  readonly name: string
  readonly busyMessage: string
}

/** The returned function throws `overloaded` while other work is under way. */
export function oneAtATime({ clock, store, name, busyMessage }: TurnOptions) {
  const busy = () => new Failure('overloaded', busyMessage, { retryAfterSeconds: 10 })
  let isBusy = false

  async function takeTurn(): Promise<AsyncDisposable | undefined> {
    if (store === undefined) return undefined
    const lease = await holdNamedLease(store, clock, name, leaseMs)
    if (lease === undefined) throw busy()
    return lease
  }

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isBusy) throw busy()
    isBusy = true
    try {
      await using _turn = await takeTurn()
      return await work()
    } finally {
      isBusy = false
    }
  }
}
