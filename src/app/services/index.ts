/** Every service: where it is mounted in the joint server, what fills it, and who opens it. */

import type { Logger } from 'pino'
import type { Clock } from '../../core/clock.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import type { OutboundClient } from '../../core/outbound/create-outbound.ts'
import type { Accounts } from '../../http/accounts.ts'
import type { Metrics } from '../../http/metrics/metrics.ts'
import type { Service } from '../../http/service.ts'
import type { Store } from '../../store/store.ts'

export type Opened = Service & Partial<AsyncDisposable>

export interface Room {
  readonly id: string
  readonly base: string
  /** The services whose sources fill it; its own id unless told. */
  readonly feeds?: readonly string[]
  /** Loads the service when it is served. */
  open(deps: RoomDeps): Promise<Opened>
}

/** Opens a way out to these hosts and no others. */
export type Reach = (hosts: (host: string) => boolean) => OutboundClient

/** What a service is built from; each takes what it needs. */
export interface RoomDeps {
  readonly store: Store
  readonly reach: Reach
  readonly clock: Clock
  readonly accounts: Accounts
  readonly metrics: Metrics
  readonly loaded: LoadedConfig
  readonly logger: Logger
}

export const rooms: readonly Room[] = [
  {
    id: 'cinema',
    base: '/cinema',
    open: async (deps) => (await import('./create-cinema.ts')).openTheCinema(deps),
  },
  {
    id: 'market',
    base: '/market',
    open: async (deps) => (await import('./create-market.ts')).openTheMarket(deps),
  },
  {
    id: 'data',
    base: '/data',
    feeds: ['jobs', 'trust'],
    open: async (deps) => (await import('./create-data.ts')).openTheData(deps),
  },
  {
    id: 'notices',
    base: '/notices',
    open: async ({ store }) =>
      (await import('../../services/notices/index.ts')).noticesService(store.readModel),
  },
]

export const serviceNames: readonly string[] = rooms.map((room) => room.id)

/** All of them, or the one that is served alone. */
export function roomsOf(only: string | undefined): readonly Room[] {
  return rooms.filter(({ id }) => only === undefined || id === only)
}

/** Whether a source's service fills one of the rooms. */
export function isFedBy(only: string | undefined): (service: string) => boolean {
  const fed = new Set(roomsOf(only).flatMap(({ id, feeds }) => feeds ?? [id]))
  return (service) => fed.has(service)
}
