/** What differs between the live profile and the sandbox. Everything else is the same code. */

import type { Clock } from '../../core/clock.ts'
import type { CnameLookup } from '../../core/cname-lookup.ts'
import type { OutboundOptions } from '../../core/outbound/outbound.ts'
import type { MailTransport } from '../../identity/index.ts'
import type { CinemaDirectory } from '../../services/cinema/sync.ts'
import type { BoardsByPlatform } from '../../services/jobs/sync.ts'
import type { Town } from '../../services/notices/sync.ts'
import type { TrustMember } from '../../services/trust/sync.ts'
import type { Store } from '../../store/store.ts'
import type { AnySource } from '../../sync/source.ts'

export interface Profile {
  /** Members of each service. Functions, so that a server with one service loads only its own. */
  cinemaDirectory(): Promise<CinemaDirectory>
  /** Resolves to a function that reads the directory as it is then. */
  openCinemaDirectory(): Promise<() => CinemaDirectory>
  jobBoards(): Promise<BoardsByPlatform>
  /** Hosts of job boards that are read although their robots.txt forbids it. */
  readonly robotsExceptions: readonly string[]
  noticeTowns(): Promise<readonly Town[]>
  trustMembers(): Promise<readonly TrustMember[]>
  /** What is wrong with the operator's tables, which are then not in effect. Of the members read so far. */
  registryProblems(): readonly string[]
  /** Differs after every change of the operator's tables. */
  registryVersion(): string
  readonly lookUpCname: CnameLookup
  /** Whether requests to this host get a response of a site; undefined where only a request can tell. */
  hasHost?(host: string): Promise<boolean>
  openMail(store: Store, clock: Clock): Promise<MailTransport>
  /** What the profile changes about a source. */
  adjustSource<Source extends AnySource>(source: Source): Source
  /** Where requests go, and whether they are spaced out. */
  readonly outbound: Pick<OutboundOptions, 'overrideOrigin' | 'pauseBetweenRequests'>
  /** The Origin header that the market provider's hosts expect. */
  readonly marketOrigin: string | undefined
  /** Starts the upstreams that run on this machine; undefined where there are none. */
  startUpstreams(): Promise<LocalUpstreams | undefined>
}

export interface LocalUpstreams extends AsyncDisposable {
  readonly origin: string
}
