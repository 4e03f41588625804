/** What the table of services declares, and what a service is built from. */

import type { OutboundClient } from '../../core/outbound/outbound.ts'
import type { SharedBuffers } from '../../core/shared-buffers.ts'
import type { Accounts } from '../../http/accounts.ts'
import type { Metrics } from '../../http/metrics/metrics.ts'
import type { Service } from '../../http/service.ts'
import type { LoadExamples } from '../../http/service-routes.ts'
import type { Store } from '../../store/store.ts'
import type { AppContext } from '../app-context.ts'
import type { SearchServer } from '../search/search-server.ts'

export type OpenService = Service & Partial<AsyncDisposable>

export interface ServiceEntry {
  readonly id: string
  /** Where it is mounted beside the others. */
  readonly base: string
  /** The services whose sources fill it. Default: its own id. */
  readonly sourceServices?: readonly string[]
  /** Responses of the sandbox for the API document, written by `scripts/api-examples.ts`. */
  readonly loadExamples: LoadExamples
  /** Imports the service when it is served. */
  open(deps: ServiceDeps): Promise<OpenService>
}

/** Each service takes what it needs. */
export interface ServiceDeps extends Omit<AppContext, 'events'> {
  readonly store: Store
  readonly accounts: Accounts
  readonly metrics: Metrics
  /** With several threads that answer requests. */
  readonly sharedBuffers: SharedBuffers | undefined
  /** The ClickHouse of the settings, if they name one. */
  readonly search: SearchServer | undefined
  /** For what a service keeps in memory to search it. Default: what the service thinks right for requests. */
  readonly searchBytesMax?: number
  /** The public address of the service, for links in feeds, sitemaps and shared pages. */
  readonly publicUrl: string
  /** A client that reaches these hosts and no others. */
  createOutbound(hosts: (host: string) => boolean): OutboundClient
}
