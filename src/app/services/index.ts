/** Every service: where it is mounted in the joint server, what fills it, and who opens it. */

import type { Logger } from 'pino'
import type { Clock } from '../../core/clock.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import type { OutboundClient } from '../../core/outbound/outbound.ts'
import type { Accounts } from '../../http/accounts.ts'
import type { Metrics } from '../../http/metrics/metrics.ts'
import type { Service } from '../../http/service.ts'
import type { Store } from '../../store/store.ts'

export type OpenService = Service & Partial<AsyncDisposable>

export interface ServiceEntry {
  readonly id: string
  readonly base: string
  /** The services whose sources fill it; its own id unless told. */
  readonly sourceServices?: readonly string[]
  /** Loads the service when it is served. */
  open(deps: ServiceDeps): Promise<OpenService>
}

/** Opens a way out to these hosts and no others. */
export type OutboundFactory = (hosts: (host: string) => boolean) => OutboundClient

/** What a service is built from; each takes what it needs. */
export interface ServiceDeps {
  readonly store: Store
  readonly createOutbound: OutboundFactory
  readonly clock: Clock
  readonly accounts: Accounts
  readonly metrics: Metrics
  readonly loaded: LoadedConfig
  readonly logger: Logger
}

export const services: readonly ServiceEntry[] = [
  {
    id: 'cinema',
    base: '/cinema',
    open: async (deps) => (await import('./create-cinema.ts')).createCinema(deps),
  },
  {
    id: 'market',
    base: '/market',
    open: async (deps) => (await import('./create-market.ts')).createMarket(deps),
  },
  {
    id: 'data',
    base: '/data',
    sourceServices: ['jobs', 'trust'],
    open: async (deps) => (await import('./create-data.ts')).createData(deps),
  },
  {
    id: 'notices',
    base: '/notices',
    open: async ({ store }) =>
      (await import('../../services/notices/index.ts')).noticesService(store.readModel),
  },
]

export const serviceNames: readonly string[] = services.map((room) => room.id)

/** All of them, or the one that is served alone. */
export function selectServices(onlyService: string | undefined): readonly ServiceEntry[] {
  return services.filter(({ id }) => onlyService === undefined || id === onlyService)
}

/** Whether a source's service fills one of the rooms. */
export function createSourceFilter(onlyService: string | undefined): (service: string) => boolean {
  const sourceServiceIds = new Set(
    selectServices(onlyService).flatMap(({ id, sourceServices }) => sourceServices ?? [id]),
  )
  return (service) => sourceServiceIds.has(service)
}
