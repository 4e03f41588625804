/** Discovery with the platforms of all services, for the command line and the operator route. */

import { randomUUID } from 'node:crypto'
import { Failure } from '../core/errors.ts'
import { RobotsReader } from '../core/robots/robots-reader.ts'
import { discover } from '../discovery/discover.ts'
import type { Discovery } from '../discovery/discovery.ts'
import { isHostName } from '../discovery/target.ts'
import { readPlatforms } from '../registry/platforms.ts'
import { RegistryFiles } from '../registry/registry-files.ts'
import { cinemaRecogniser } from '../services/cinema/sync.ts'
import { jobRecogniser } from '../services/jobs/sync.ts'
import { trustRecogniser } from '../services/trust/sync.ts'
import { createLeaseTime } from '../store/ledger-time.ts'
import type { Store } from '../store/store.ts'
import { holdLease } from '../sync/run/held-lease.ts'
import { processHolder, runHolder } from '../sync/run/run-holder.ts'
import type { AppContext } from './app-context.ts'
import { createDiscoveryClient } from './outbound.ts'

export type { Discovery } from '../discovery/discovery.ts'

export interface Discoverer extends AsyncDisposable {
  /** `target`: the address of a page, or a domain. Throws `overloaded` while another discovery is under way. */
  discover(target: string, signal: AbortSignal): Promise<Discovery>
}

const recognisers = [jobRecogniser, cinemaRecogniser, trustRecogniser]
const politeness = { atOnce: 1, gapMs: 500 }

/** Longer than a process may be busy; it is renewed while a discovery goes on. */
const leaseMs = 15_000

export interface DiscovererOptions {
  /** For a whole discovery. */
  readonly deadlineMs?: number
  /** All processes on this store together make one discovery at a time. Default: each process does. */
  readonly store?: Store
}

export function createDiscoverer(
  context: AppContext,
  { deadlineMs = 45_000, store }: DiscovererOptions = {},
): Discoverer {
  const client = createDiscoveryClient(context, isHostName)
  const http = client.for(politeness)
  const robots = new RobotsReader()
  const { clock } = context
  const platforms = readPlatforms(new RegistryFiles())
  const basisOf = (source: string) => platforms.get(source)?.basis
  const { lookUpCname } = context.profile
  let isBusy = false
  return {
    async discover(target, signal) {
      if (isBusy) throw anotherIsUnderWay()
      isBusy = true
      try {
        await using _turn = await takeTurn(context, store)
        return await discover(target, {
          http,
          robots,
          lookUpCname,
          clock,
          recognisers,
          basisOf,
          deadlineMs,
          signal,
        })
      } finally {
        isBusy = false
      }
    },
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  }
}

async function takeTurn(
  { clock }: AppContext,
  store: Store | undefined,
): Promise<AsyncDisposable | undefined> {
  if (store === undefined) return undefined
  const lease = await holdLease({
    ledger: store.ledger,
    clock,
    leaseTime: createLeaseTime(store, clock),
    name: 'discovery',
    holder: runHolder(processHolder(), randomUUID()),
    leaseMs,
  })
  if (lease === undefined) throw anotherIsUnderWay()
  return lease
}

function anotherIsUnderWay(): Failure {
  return new Failure('overloaded', 'Another discovery is under way.', { retryAfterSeconds: 10 })
}
