/** The sandbox profile: made-up members, simulated sources, a mailbox page for mail. No other file in src/ imports sandbox/. */

import { parseFaultText } from '../../../sandbox/faults/fault-text.ts'
import { startSandboxThread } from '../../../sandbox/thread.ts'
import { trustNameTarget } from '../../../sandbox/trust/names.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import { ConfigurationError, Failure } from '../../core/errors.ts'
import type { CinemaDirectory } from '../../services/cinema/sync.ts'
import { providerOrigin } from '../../services/market/gateway/hosts.ts'
import type { Profile } from './profile.ts'
import { withReservedLinks } from './reserved-links.ts'

export function sandboxProfile({ config }: LoadedConfig, sandboxOrigin: string | undefined): Profile {
  checkFaults(config.sandbox.faults)
  let origin = sandboxOrigin
  return {
    cinemaDirectory,
    async openCinemaDirectory() {
      const directory = await cinemaDirectory()
      return () => directory
    },
    async jobBoards() {
      const { companies } = await import('../../../sandbox/jobs/companies.ts')
      return Object.groupBy(companies, ({ platform }) => platform)
    },
    // Its simulated host forbids what the real one does.
    robotsExceptions: ['api.smartrecruiters.com'],
    noticeTowns: async () => (await import('../../services/notices/sync.ts')).loadGazetteTowns(),
    trustMembers: async () => (await import('../../../sandbox/trust/members.ts')).trustMembers(),
    registryProblems: () => [],
    registryVersion: () => '',
    lookUpCname: trustNameTarget,
    async hasHost(host) {
      const { sandboxHosts } = await import('../../../sandbox/all-hosts.ts')
      const { hostTable } = await import('../../../sandbox/router.ts')
      return hostTable(sandboxHosts)(host) !== undefined
    },
    async openMail(store, clock) {
      const { sandboxMail } = await import('../../identity/index.ts')
      const { publicUrl, trustedProxies } = config.server
      // Behind a proxy, everybody comes from this machine.
      return sandboxMail(store, clock, { isReadable: publicUrl === undefined && trustedProxies.length === 0 })
    },
    adjustSource: withReservedLinks,
    outbound: {
      overrideOrigin: () => ({ origin: origin ?? rejectUntilStarted() }),
      pauseBetweenRequests: false,
    },
    marketOrigin: providerOrigin,
    async startUpstreams() {
      const { seed, port, faults } = config.sandbox
      const thread = await startSandboxThread({ seed: String(seed), port, faults })
      origin = thread.origin
      return thread
    },
  }
}

/** Before anything is started. */
function checkFaults(faults: readonly string[]): void {
  const problems = faults.flatMap((fault) => {
    try {
      parseFaultText(fault)
      return []
    } catch (thrown) {
      return [`sandbox.faults: ${(thrown as Error).message}`]
    }
  })
  if (problems.length > 0) throw new ConfigurationError(problems)
}

async function cinemaDirectory(): Promise<CinemaDirectory> {
  const { cinemaMembers, cinemaSecrets } = await import('../../../sandbox/cinema/members.ts')
  const { loadUnsupportedPlatforms, toCinemaDirectory } = await import(
    '../../services/cinema/sources/cinema-directory.ts'
  )
  const directory = toCinemaDirectory(cinemaMembers(), cinemaSecrets)
  return { ...directory, unsupportedPlatforms: loadUnsupportedPlatforms() }
}

function rejectUntilStarted(): never {
  throw new Failure('upstream_unavailable', 'The sandbox is still starting; try again in a few seconds.', {
    retryAfterSeconds: 3,
  })
}
