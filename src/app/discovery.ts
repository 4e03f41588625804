/** Discovery with the platforms of all services, for the command line and the operator route. */

import { RobotsReader } from '../core/robots/robots-reader.ts'
import { discover } from '../discovery/discover.ts'
import type { Discovery } from '../discovery/discovery.ts'
import { isHostName } from '../discovery/target.ts'
import { readPlatforms } from '../registry/platforms.ts'
import { RegistryFiles } from '../registry/registry-files.ts'
import { cinemaRecogniser } from '../services/cinema/sync.ts'
import { jobRecogniser } from '../services/jobs/sync.ts'
import { trustRecogniser } from '../services/trust/sync.ts'
import type { Store } from '../store/store.ts'
import type { AppContext } from './app-context.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { createDiscoveryClient } from './outbound.ts'

export type { Discovery } from '../discovery/discovery.ts'

export interface Discoverer extends AsyncDisposable {
  /** `target`: the address of a page, or a domain. Throws `overloaded` while another discovery is under way. */
  discover(target: string, signal: AbortSignal): Promise<Discovery>
}

const recognisers = [jobRecogniser, cinemaRecogniser, trustRecogniser]
const politeness = { atOnce: 1, gapMs: 500 }

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
  const takeTurn = oneAtATime({
    clock,
    store,
    name: 'discovery',
    busyMessage: 'Another discovery is under way.',
  })
  const options = { http, robots, lookUpCname, clock, recognisers, basisOf, deadlineMs }
  return {
    discover: (target, signal) => takeTurn(() => discover(target, { ...options, signal })),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  }
}
