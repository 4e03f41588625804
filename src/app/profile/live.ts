/** The live profile: real members, real hosts, mail over SMTP. */

import { systemCnameLookup } from '../../core/cname-lookup.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import type { MailTransport } from '../../identity/index.ts'
import { type ReadTables, readRegistry } from '../../registry/read-registry.ts'
import { registryVersion } from '../../registry/registry-version.ts'
import { registryLocation } from '../registry-location.ts'
import type { Profile } from './profile.ts'

export function liveProfile(loaded: LoadedConfig): Profile {
  const { read, problems } = createRegistryReader(loaded)
  async function openCinemaDirectory() {
    const { loadCinemaData, toLiveDirectory } = await import('../../services/cinema/sources/index.ts')
    return () => toLiveDirectory(read('cinema', loadCinemaData), cinemaTokens(loaded))
  }
  return {
    cinemaDirectory: async () => (await openCinemaDirectory())(),
    openCinemaDirectory,
    jobBoards: async () => read('jobs', (await import('../../services/jobs/sync.ts')).loadBoards),
    robotsExceptions: loaded.config.jobs.robotsExceptions,
    // The Gazette, the only source of notices, is made up.
    noticeTowns: async () => [],
    trustMembers: async () => read('trust', (await import('../../services/trust/sync.ts')).readTrustCenters),
    registryProblems: problems,
    registryVersion: () => registryVersion(registryLocation(loaded).operatorFolder),
    lookUpCname: systemCnameLookup(),
    openMail: () => openMail(loaded),
    adjustSource: (source) => source,
    outbound: {},
    marketOrigin: loaded.config.market.origin,
    startUpstreams: async () => undefined,
  }
}

interface RegistryReader {
  read<Result>(service: string, readTables: ReadTables<Result>): Result
  /** Of the tables as they were last read. */
  problems(): readonly string[]
}

function createRegistryReader(loaded: LoadedConfig): RegistryReader {
  const location = registryLocation(loaded)
  const problems = new Map<string, readonly string[]>()
  return {
    read(service, readTables) {
      const reading = readRegistry(location, readTables)
      problems.set(service, reading.problems)
      return reading.result
    },
    // The decisions are read for every service.
    problems: () => [...new Set([...problems.values()].flat())],
  }
}

/** `NAME=token` pairs, separated by commas. */
function cinemaTokens({ secrets }: LoadedConfig): Record<string, string> {
  const pairs = secrets.cinema.tokens?.reveal().split(',') ?? []
  return Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/, 2)))
}

async function openMail({ config, secrets }: LoadedConfig): Promise<MailTransport> {
  const { noMail, smtpMail } = await import('../../identity/index.ts')
  const url = secrets.mail.smtpUrl?.reveal()
  const { from, requireTls } = config.mail
  if (url === undefined || from === undefined) return noMail
  return await smtpMail({ url, requireTls, from, timeoutMs: config.server.requestTimeoutMs * 0.8 })
}
