/**
 * Turns at the hosts of sources for requests that are not part of a run: live reads, tests of members, candidates. One that
 * would meet a run of the source, in whatever thread or process, waits until the run grants it, see `turn-grants.ts`.
 */

import { randomUUID } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import { type Politeness, tooManyWaiting } from '../../core/outbound/host-queue.ts'
import type { SharedTurnOptions, SharedTurns } from '../../core/outbound/shared-turns.ts'
import { isAnyLeaseHeld } from '../../store/coordination/lease.ts'
import { createLeaseTime } from '../../store/coordination/ledger-time.ts'
import { endTurn, isGranted, takeTurn } from '../../store/host-turns.ts'
import type { Store } from '../../store/store.ts'
import { type AnySource, allowedHosts } from '../source.ts'
import { leaseName } from './run-rows.ts'
import { shareOfHost } from './shares.ts'

export type HostedSource = Pick<AnySource, 'id' | 'baseUrl' | 'hosts'>

interface StoredTurnsOptions {
  readonly store: Pick<Store, 'engine' | 'ledger'>
  readonly clock: Clock
  /** Those whose hosts are shared. They may change. */
  readonly sources: () => readonly HostedSource[] | Promise<readonly HostedSource[]>
}

const lookEveryMs = 100
/** Shorter than most requests take, so that a slot which is free does not always go to the process that has just used it. */
const slotEveryMs = 20
/** A turn outlasts its request a little, so that no slow write ends it early. */
const marginMs = 5_000

export function storedTurns({ store, clock, sources }: StoredTurnsOptions): SharedTurns {
  const { ledger } = store
  const leaseTime = createLeaseTime(store, clock)
  const matchers = new WeakMap<HostedSource, (host: string) => boolean>()

  function asks(source: HostedSource, host: string): boolean {
    const matches = matchers.get(source) ?? allowedHosts([source])
    matchers.set(source, matches)
    return matches(host)
  }

  async function untilTaken(host: string, { atOnce, gapMs }: Politeness, options: SharedTurnOptions) {
    const holder = randomUUID()
    const ms = options.waitMsMax + options.requestMsMax + marginMs
    // A host with a gap is asked by one at a time, so that the gap is that of all.
    const slots = gapMs > 0 ? 1 : atOnce
    const waitUntil = clock.monotonic() + options.waitMsMax
    for (;;) {
      const taken = await takeTurn(ledger, leaseTime, { host, slots, holder, ms })
      if (!('freeInMs' in taken)) return { turn: taken, waitUntil }
      if (clock.monotonic() >= waitUntil) throw tooManyWaiting(1)
      await clock.sleep(Math.min(slotEveryMs, Math.max(1, taken.freeInMs)), options.signal)
    }
  }

  return {
    async take(host, politeness, options) {
      const leases = (await sources()).filter((source) => asks(source, host)).flatMap(leasesFor(host))
      if (leases.length === 0) return undefined
      const { turn, waitUntil } = await untilTaken(host, politeness, options)
      try {
        // Its turn is stored first: a run that starts now sees it before it sends a request.
        while ((await isAnyLeaseHeld(ledger, leases, leaseTime)) && !(await isGranted(ledger, turn))) {
          if (clock.monotonic() >= waitUntil) throw tooManyWaiting(1)
          await clock.sleep(lookEveryMs, options.signal)
        }
      } catch (thrown) {
        await endTurn(ledger, leaseTime, turn, 0).catch(() => {})
        throw thrown
      }
      const startedAt = clock.monotonic()
      return () => endTurn(ledger, leaseTime, turn, startedAt + politeness.gapMs - clock.monotonic())
    },
  }
}

/** Those of a run of the whole source and of the share that reads the host. */
function leasesFor(host: string) {
  return ({ id }: HostedSource) => [leaseName(id), leaseName(id, shareOfHost(host))]
}
