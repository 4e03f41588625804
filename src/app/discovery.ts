/** Discovery with the platforms of all services, for the command line and the operator route. */

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
import type { Store } from '../store/store.ts'
import type { AppContext } from './app-context.ts'
import { createDiscoveryClient } from './outbound.ts'
import type { Profile } from './profile/profile.ts'
import { oneAtATime } from './tasks/one-at-a-time.ts'

export type { Discovery } from '../discovery/discovery.ts'

export interface Discoverer extends AsyncDisposable {
  /** `target`: the address of a page, or a domain. Throws `overloaded` while another discovery is under way. */
  discover(target: string, signal: AbortSignal): Promise<Discovery>
}

const recognisers = [jobRecogniser, cinemaRecogniser, trustRecogniser]
const politeness = { atOnce: 1, gapMs: 500 }

/** All processes on the store together make one discovery at a time. Without one, each process does. */
export interface DiscovererOptions {
  readonly store?: Store | undefined
  /** For a whole discovery. */
  readonly deadlineMs?: number
}

export function createDiscoverer(
  context: AppContext,
  { deadlineMs = 45_000, store }: DiscovererOptions = {},
): Discoverer {
  const client = createDiscoveryClient(context, isHostName, store)
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
    discover: (target, signal) =>
      takeTurn(async () => {
        const discovery = await discover(target, { ...options, signal })
        if (discovery.findings.length === 0) await checkHost(discovery, context.profile)
        return discovery
      }),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  }
}

/** Addresses of platforms are recognised without a request, also in the sandbox. */
async function checkHost({ target }: Discovery, { hasHost }: Profile): Promise<void> {
  const host = new URL(target).hostname
  if (hasHost === undefined || (await hasHost(host))) return
  throw new Failure('invalid_request', `The sandbox has no site ${host}. Real sites need --profile live.`, {
    details: { parameter: 'target' },
  })
}
