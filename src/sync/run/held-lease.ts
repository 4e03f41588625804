/** A lease held for the length of a run: renewed in the background, released at the end, with a signal if it is lost. */

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../core/clock.ts'
import { acquireLease, releaseLease, renewLease } from '../../store/coordination/lease.ts'
import { createLeaseTime, type LedgerTime } from '../../store/coordination/ledger-time.ts'
import type { Database, Store } from '../../store/store.ts'
import type { LedgerTables } from '../../store/tables.ts'
import { processHolder, runHolder } from './run-holder.ts'

export class LeaseLost extends Error {
  constructor(name: string) {
    super(`the lease ${name} was lost`)
    this.name = 'LeaseLost'
  }
}

export interface HeldLease extends AsyncDisposable {
  /** Aborted with `LeaseLost` as soon as another process may hold it. */
  readonly lost: AbortSignal
  /** Throws `LeaseLost`, also when this process slept past the end of the lease without noticing. */
  assertHeld(): void
}

export interface LeaseOptions {
  readonly ledger: Database<LedgerTables>
  readonly clock: Clock
  readonly leaseTime: LedgerTime
  readonly name: string
  readonly holder: string
  readonly leaseMs: number
}

/** Undefined when another process holds it. */
export async function holdLease(options: LeaseOptions): Promise<HeldLease | undefined> {
  const { ledger, clock, leaseTime, name, holder, leaseMs } = options
  let heldUntil = leaseEnd(clock, leaseMs)
  const release = () => retry(() => releaseLease(ledger, name, holder)).catch(() => {})
  const acquired = await acquireLease(ledger, name, holder, leaseMs, leaseTime).catch(
    async (thrown: unknown) => {
      // The lease may have been acquired although the response was lost.
      await release()
      throw thrown
    },
  )
  if (!acquired) return undefined
  const lost = new AbortController()
  const stop = new AbortController()

  async function renewUntilStopped(): Promise<void> {
    while (!lost.signal.aborted) {
      await clock.sleep(leaseMs / 3, stop.signal)
      const requested = leaseEnd(clock, leaseMs)
      const renewed = await renewLease(ledger, name, holder, leaseMs, leaseTime).catch(() => undefined)
      if (renewed) heldUntil = requested
      // While the ledger does not answer, the lease is ours until it expires.
      if (renewed === false || hasEnded(heldUntil, clock)) lost.abort(new LeaseLost(name))
    }
  }
  const renewing = renewUntilStopped().catch(() => {})

  return {
    lost: lost.signal,
    assertHeld() {
      lost.signal.throwIfAborted()
      if (hasEnded(heldUntil, clock)) throw new LeaseLost(name)
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await renewing
      await release()
    },
  }
}

/** For work that any process on the store may do, but only one of them at a time. */
export async function holdNamedLease(
  store: Pick<Store, 'engine' | 'ledger'>,
  clock: Clock,
  name: string,
  leaseMs: number,
): Promise<HeldLease | undefined> {
  const holder = runHolder(processHolder(), randomUUID())
  const leaseTime = createLeaseTime(store, clock)
  return await holdLease({ ledger: store.ledger, clock, leaseTime, name, holder, leaseMs })
}

/**
 * Whichever comes first: only the wall clock counts the time that the machine is suspended; the monotonic clock is
 * right if the other one is set back.
 */
interface LeaseEnd {
  readonly wallMs: number
  readonly monotonicMs: number
}

function leaseEnd(clock: Clock, leaseMs: number): LeaseEnd {
  return { wallMs: clock.now() + leaseMs, monotonicMs: clock.monotonic() + leaseMs }
}

function hasEnded({ wallMs, monotonicMs }: LeaseEnd, clock: Clock): boolean {
  return clock.now() >= wallMs || clock.monotonic() >= monotonicMs
}

const attemptsMax = 3

/** For the few writes at the end of a run. After a longer outage of the store, the next start cleans up. */
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
