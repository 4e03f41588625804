/** Every service: where it is mounted, what fills it, and how it is opened. */

import type { ServiceEntry } from './service-entry.ts'

const services: readonly ServiceEntry[] = [
  {
    id: 'cinema',
    base: '/cinema',
    loadExamples: async () => (await import('./examples/cinema.json', { with: { type: 'json' } })).default,
    open: async (deps) => (await import('./create-cinema.ts')).createCinema(deps),
  },
  {
    id: 'market',
    base: '/market',
    loadExamples: async () => (await import('./examples/market.json', { with: { type: 'json' } })).default,
    sourceServices: [],
    open: async (deps) => (await import('./create-market.ts')).createMarket(deps),
  },
  {
    id: 'data',
    base: '/data',
    loadExamples: async () => (await import('./examples/data.json', { with: { type: 'json' } })).default,
    sourceServices: ['jobs', 'trust'],
    open: async (deps) => (await import('./create-data.ts')).createData(deps),
  },
  {
    id: 'notices',
    base: '/notices',
    loadExamples: async () => (await import('./examples/notices.json', { with: { type: 'json' } })).default,
    open: async ({ store, clock }) =>
      (await import('../../services/notices/index.ts')).noticesService(store.readModel, clock),
  },
]

export const serviceNames: readonly string[] = services.map(({ id }) => id)

/** Those that sources fill, whose lists can be written to files. */
export const filledServices: readonly string[] = services
  .filter(({ sourceServices }) => sourceServices?.length !== 0)
  .map(({ id }) => id)

/** All services, or the one that is served alone. */
export function selectServices(onlyService: string | undefined): readonly ServiceEntry[] {
  return services.filter(({ id }) => onlyService === undefined || id === onlyService)
}

/** Whether sources of a service fill one of the served services. */
export function createSourceFilter(onlyService: string | undefined): (service: string) => boolean {
  const ids = new Set(selectServices(onlyService).flatMap(({ id, sourceServices }) => sourceServices ?? [id]))
  return (service) => ids.has(service)
}
