/** The simulated cinemas: made-up chains, and hosts for others on the same platforms. */

import type { SandboxHost } from '../host.ts'
import { type Chain, chains } from './chains.ts'
import { alamoHost } from './hosts/alamo.ts'
import { cinemaApiHost } from './hosts/cinema-api.ts'
import { cineplexHost } from './hosts/cineplex.ts'
import { evtHost } from './hosts/evt.ts'
import { filmbotHost } from './hosts/filmbot.ts'
import { heliosHost, heliosTickets } from './hosts/helios.ts'
import { hoytsHost } from './hosts/hoyts.ts'
import { ingressoHost } from './hosts/ingresso.ts'
import { jsonLdHost } from './hosts/json-ld.ts'
import { kinoheldHost } from './hosts/kinoheld.ts'
import { quickbookHost } from './hosts/quickbook.ts'
import { readingHost } from './hosts/reading.ts'
import { scareHost } from './hosts/scare.ts'
import { veeziHost } from './hosts/veezi.ts'
import { veeziPages } from './hosts/veezi-page.ts'
import { villageHost } from './hosts/village.ts'
import { ocapiHost } from './hosts/vista-ocapi/host.ts'
import { webediaHost } from './hosts/webedia.ts'
import { pictureHost } from './pictures.ts'
import { theaterPageRoutes } from './theater-pages.ts'

export { cinemaMembers, cinemaSecrets } from './members.ts'

const hostOf: Readonly<Record<Chain['platform'], (chain: Chain) => SandboxHost>> = {
  'vista-ocapi': ocapiHost,
  veezi: veeziHost,
  quickbook: quickbookHost,
  webedia: webediaHost,
  reading: readingHost,
  cineplex: cineplexHost,
  filmbot: filmbotHost,
  'json-ld': jsonLdHost,
  ingresso: ingressoHost,
  hoyts: hoytsHost,
  village: villageHost,
  evt: evtHost,
  'cinema-api': cinemaApiHost,
  alamo: alamoHost,
  kinoheld: kinoheldHost,
  helios: heliosHost,
  scare: scareHost,
}

export { veeziPages }

export function cinemaHost(chain: Chain): SandboxHost {
  const host = hostOf[chain.platform](chain)
  return { ...host, routes: [...host.routes, ...theaterPageRoutes(chain)] }
}

/** What some platforms have besides, for every chain. */
const furtherHosts: Readonly<Partial<Record<Chain['platform'], (chain: Chain) => SandboxHost[]>>> = {
  veezi: (chain) => [veeziPages(chain)],
  helios: (chain) => [heliosTickets(chain)],
}

export const cinemaHosts: readonly SandboxHost[] = [
  ...chains.flatMap((chain) => [cinemaHost(chain), ...(furtherHosts[chain.platform]?.(chain) ?? [])]),
  pictureHost,
]
