/** Holding a lease for as long as a run lasts: renewed on the way, given back at the end, and known to be lost. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../core/clock.ts'
import { acquireLease, releaseLease, renewLease } from '../../store/lease.ts'
import type { Database } from '../../store/store.ts'
import type { LedgerTables } from '../../store/tables.ts'

export class LeaseLost extends Error {
  constructor(name: string) {
    super(`the lease ${name} was lost`)
    this.name = 'LeaseLost'
  }
}

export interface HeldLease extends AsyncDisposable {
  /** Aborted with `LeaseLost` as soon as someone else may hold it. */
  readonly lost: AbortSignal
  /** Throws `LeaseLost`, also when this process slept past the end of the lease without noticing. */
  assertHeld(): void
}

export interface LeaseOptions {
  readonly ledger: Database<LedgerTables>
  readonly clock: Clock
  readonly name: string
  readonly holder: string
  readonly leaseMs: number
}

/** `undefined` when someone else has it. */
export async function holdLease(options: LeaseOptions): Promise<HeldLease | undefined> {
  const { ledger, clock, name, holder, leaseMs } = options
  let heldUntil = clock.now() + leaseMs
  const release = () => retry(() => releaseLease(ledger, name, holder)).catch(() => {})
  const acquired = await acquireLease(ledger, name, holder, leaseMs, clock).catch(async (thrown: unknown) => {
    // The answer may have been lost on its way, and the lease taken all the same.
    await release()
    throw thrown
  })
  if (!acquired) return undefined
  const lost = new AbortController()
  const stop = new AbortController()

  async function renewUntilStopped(): Promise<void> {
    while (!lost.signal.aborted) {
      await clock.sleep(leaseMs / 3, stop.signal)
      const requestedAt = clock.now()
      const renewed = await renewLease(ledger, name, holder, leaseMs, clock).catch(() => undefined)
      if (renewed) heldUntil = requestedAt + leaseMs
      // While the ledger does not answer the lease is still ours until it runs out.
      if (renewed === false || clock.now() >= heldUntil) lost.abort(new LeaseLost(name))
    }
  }
  const renewing = renewUntilStopped().catch(() => {})

  return {
    lost: lost.signal,
    assertHeld() {
      lost.signal.throwIfAborted()
      if (clock.now() >= heldUntil) throw new LeaseLost(name)
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await renewing
      await release()
    },
  }
}

const attemptsMax = 3

/** For the few writes that put things in order at the end; a store that is gone for longer is put in order at the next start. */
export async function retry<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (thrown) {
      if (attempt === attemptsMax) throw thrown
      await pause(50 * attempt)
    }
  }
}
