/** The live profile: real members, real hosts, mail over SMTP. */

import { systemCnameLookup } from '../../core/cname-lookup.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import type { MailTransport } from '../../identity/index.ts'
import type { Profile } from './profile.ts'

export function liveProfile(loaded: LoadedConfig): Profile {
  return {
    cinemaDirectory: async () =>
      (await import('../../services/cinema/sync.ts')).loadCinemaDirectory(cinemaTokens(loaded)),
    jobBoards: async () => (await import('../../services/jobs/sync.ts')).loadBoards(),
    // The Gazette, the only source of notices, is made up.
    noticeTowns: async () => [],
    trustMembers: async () => (await import('../../services/trust/sync.ts')).loadTrustCenters(),
    lookUpCname: systemCnameLookup(),
    openMail: () => openMail(loaded),
    adjustSource: (source) => source,
    outbound: {},
    marketOrigin: loaded.config.market.origin,
    startUpstreams: async () => undefined,
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
