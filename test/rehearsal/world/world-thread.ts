/** The thread of the simulated world: a host for every member of the registry. */

import { parentPort, workerData } from 'node:worker_threads'
import type { SandboxHost } from '../../../sandbox/host.ts'
import { successfactorsBoards } from '../../../sandbox/jobs/boards/successfactors.ts'
import { jobHosts } from '../../../sandbox/jobs/index.ts'
import { hostTable } from '../../../sandbox/router.ts'
import { startSandbox } from '../../../sandbox/server.ts'
import { providerHosts } from '../../../sandbox/trust/hosts.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { readDecisions } from '../../../src/registry/decisions.ts'
import { RegistryFiles } from '../../../src/registry/registry-files.ts'
import { loadCinemaData, toLiveDirectory } from '../../../src/services/cinema/sync.ts'
import { toBoardId } from '../../../src/services/jobs/sources/members/boards.ts'
import { loadBoards } from '../../../src/services/jobs/sync.ts'
import { readTrustCenters, trustProviders } from '../../../src/services/trust/sync.ts'
import { type Fate, fateOf } from '../fates.ts'
import { cinemaTokens, createChains, hostOfChain } from './cinema-members.ts'
import { directoryHost } from './directory-host.ts'
import { HostLog } from './host-log.ts'
import { createEmployers, newBoardPrefix } from './job-members.ts'
import { newEmployerSite } from './new-employer-site.ts'
import type { WorldCall, WorldOptions } from './start-world.ts'
import { createTrustCompanies, toTrustCompany } from './trust-members.ts'
import { listedPostings, listedShowtimes, listedVendors, type MemberTruth } from './truth.ts'
import { CurrentMember, withFaults } from './unreliable-hosts.ts'

const { seed, clockAheadMs, latencyMs, politeness, isKind = false } = workerData as WorldOptions
let aheadMs = clockAheadMs
let day = 1

const files = new RegistryFiles()
const decisions = readDecisions(files)
const boards = loadBoards(files, decisions)
const employers = createEmployers(boards, isKind)
const chains = createChains(toLiveDirectory(loadCinemaData(files, decisions), {}))
const isProviderHost = hostTable(providerHosts)
const trustMembers = readTrustCenters(files, decisions)
const trust = createTrustCompanies(trustMembers, (host) => isProviderHost(host) !== undefined)
const sourceOfProvider = new Map([...trustProviders].map(([source, provider]) => [provider, source]))
const memberAtTrustHost = new Map(trustMembers.map((member) => [new URL(member.url).host, member]))
const current = new CurrentMember()
const log = new HostLog()

function fateAt(source: string, memberId: string): Fate {
  return isKind ? 'healthy' : fateOf(seed, source, memberId)
}

/** Undefined for a member that is gone. */
function lookUp<Found>(source: string, memberId: string, found: Found | undefined): Found | undefined {
  if (found === undefined) return undefined
  const fate = memberId.startsWith(newBoardPrefix) ? 'healthy' : fateAt(source, memberId)
  current.set(`${source}/${memberId}`, fate)
  return fate === 'gone' ? undefined : found
}

const directory = {
  employerAt: (platform: string, key: string) => lookUp(platform, toBoardId(key), employers(platform, key)),
  trustCompanyAt(provider: string, slug: string) {
    const member = trust.at(provider, slug)
    return member && lookUp(sourceOfProvider.get(provider) ?? '', member.id, toTrustCompany(member))
  },
}

const conditions = { latencyMs, politeness, day: () => day, hasEvents: !isKind }
const isGoneTheater = (source: string) => (id: string) => deadTheaterFates.has(fateAt(source, id))
/** The theaters of an installation share its host, so that a single one cannot be down. */
const deadTheaterFates: ReadonlySet<Fate> = new Set(['gone', 'down'])

const hosts = mergeByName([
  ...jobHosts.filter(({ host }) => !host.endsWith('.example') || host.startsWith('*.')),
  ...ownHosts('successfactors', successfactorsBoards),
  newEmployerSite,
  directoryHost,
  ...chains.map((simulated) => hostOfChain(simulated, isGoneTheater(simulated.chain.platform))),
  ...providerHosts,
  ...trust.hosts.map(withTrustMember),
]).map((host) => withFaults(host, current, log, conditions))

const sandbox = await startSandbox({
  clock: { ...systemClock, now: () => systemClock.now() + aheadMs },
  seed,
  hosts,
  directory,
  requests: log,
})

/** Sites of employers, whose hosts are the keys of their boards. */
function ownHosts(platform: string, { routes }: SandboxHost): SandboxHost[] {
  return (boards[platform] ?? []).map(({ key }) => ({ host: key, routes }))
}

/** A center on a domain of its own is known by its host. */
function withTrustMember({ host, routes }: SandboxHost): SandboxHost {
  const member = memberAtTrustHost.get(host)
  if (member === undefined) return { host, routes }
  const source = sourceOfProvider.get(member.provider) ?? ''
  return {
    host,
    routes: routes.map((route) => ({
      ...route,
      answer: (request) => {
        const isPresent = lookUp(source, member.id, true)
        return isPresent ? route.answer(request) : { status: 404, body: '' }
      },
    })),
  }
}

/** Installations of one host at several paths. */
function mergeByName(all: readonly SandboxHost[]): SandboxHost[] {
  return [...Map.groupBy(all, ({ host }) => host)].map(([host, alike]) => ({
    host,
    routes: alike.flatMap(({ routes }) => routes),
  }))
}

/** In the list of a country, nothing says that a theater is gone but the absence of its shows. */
const listsNothing: MemberTruth = { rows: [], isComplete: true }

function readTruth(wanted: readonly string[]): Record<string, MemberTruth> {
  const truth: Record<string, MemberTruth> = {}
  const isWanted = new Set(wanted)
  const add = (key: string, read: () => MemberTruth | undefined) => {
    const listed = isWanted.has(key) ? read() : undefined
    if (listed !== undefined) truth[key] = listed
  }
  for (const [platform, ofPlatform = []] of Object.entries(boards))
    for (const { key } of ofPlatform) {
      const company = employers(platform, key)
      if (company !== undefined)
        add(`${platform}/${toBoardId(key)}`, () => listedPostings(sandbox.world, company))
    }
  for (const { chain, ids } of chains) {
    const isGone = isGoneTheater(chain.platform)
    for (const theater of chain.theaters) {
      const id = ids.get(theater.site) ?? ''
      add(`${chain.platform}/${id}`, () =>
        isGone(id) ? listsNothing : listedShowtimes(sandbox.world, theater),
      )
    }
  }
  for (const member of trustMembers)
    add(`${sourceOfProvider.get(member.provider)}/${member.id}`, () =>
      listedVendors(sandbox.world, toTrustCompany(member)),
    )
  return truth
}

const calls: { readonly [Name in keyof WorldCall]: WorldCall[Name] } = {
  nextDay(ms) {
    aheadMs += ms
    day += 1
    log.startDay()
  },
  hosts: () => log.hosts(),
  readTruth,
}

parentPort?.on(
  'message',
  ({ id, name, argument }: { id: number; name: keyof WorldCall; argument: never }) => {
    parentPort?.postMessage({ id, result: calls[name](argument) })
  },
)
parentPort?.postMessage({ origin: sandbox.origin, tokens: cinemaTokens(chains) })
