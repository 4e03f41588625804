/** Chains and sources: what is configured, with what was found. */

import type { Room } from '../cinema-context.ts'
import {
  type Chain,
  capabilityNames,
  type DataCapabilities,
  type Source,
  type SourceHorizon,
} from '../schema/index.ts'
import type { CinemaAdapter } from '../sources/define-cinema-source.ts'
import { type CountedMovies, sumCoverage } from './coverage.ts'
import { mergeHorizons } from './horizons.ts'
import type { KnownTheater, Theaters } from './theater-index.ts'

type Facts = Pick<Room, 'directory' | 'sources'>

/** By name. */
export function toChains({ directory, sources }: Facts, theaters: Theaters, movies: CountedMovies): Chain[] {
  const known = groupBy(theaters.byId.values(), ({ chainId }) => chainId)
  return directory.chains
    .map((chain): Chain => {
      const own = sources.filter(({ members }) => members.some((member) => member.chain === chain.id))
      const places = known.get(chain.id) ?? []
      const horizon = horizonOf(places)
      return {
        id: chain.id,
        name: chain.name,
        capabilities: anyOf(own.map(({ adapter }) => adapter.capabilities)),
        status: chain.status,
        platforms: own.map(({ id }) => id),
        theater_count: places.length,
        coverage: sumCoverage(places, movies.ofChain(chain.id)),
        ...(horizon === undefined ? {} : { horizon }),
      }
    })
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** Those that are read, and those that are only known, with the reason. */
export function toSources({ directory, sources }: Facts, theaters: Theaters): Source[] {
  const known = groupBy(theaters.byId.values(), ({ sourceId }) => sourceId)
  const read = sources.map((source): Source => {
    const { adapter } = source
    const chains = [...new Set(source.members.map(({ chain }) => chain))]
    const [only] = chains
    return {
      id: source.id,
      name: adapter.about.name,
      capabilities: adapter.capabilities,
      ...(chains.length === 1 && only !== undefined ? { chain_id: only } : {}),
      platform: source.id,
      status: source.members.length === 0 ? 'unknown' : 'active',
      horizon: { ...sourceHorizon(adapter, known.get(source.id) ?? []), source_id: source.id },
      docs: [adapter.about.home, adapter.about.terms, ...adapter.limitations],
    }
  })
  const listed = directory.listed.map(
    (platform): Source => ({
      id: platform.id,
      name: platform.name,
      capabilities: platform.capabilities,
      platform: platform.id,
      status: platform.status,
      docs: [platform.reason],
    }),
  )
  return [...read, ...listed].sort((one, other) => (one.id < other.id ? -1 : 1))
}

function sourceHorizon(adapter: CinemaAdapter, theaters: readonly KnownTheater[]): SourceHorizon {
  const { chain_id: _chain, ...found } = horizonOf(theaters) ?? { horizon_source: adapter.horizon.source }
  return { ...found, max_horizon_days: adapter.horizon.maxDays }
}

function horizonOf(theaters: readonly KnownTheater[]): SourceHorizon | undefined {
  const [first, ...others] = theaters.map(({ horizon }) => horizon)
  return first === undefined ? undefined : others.reduce(mergeHorizons, first)
}

/** Whatever one of them can give, all together can. */
function anyOf(all: readonly DataCapabilities[]): DataCapabilities {
  const can = (name: Exclude<keyof DataCapabilities, 'source_modes'>) => all.some((one) => one[name])
  const named = Object.fromEntries(capabilityNames.map((name) => [name, can(name)])) as Omit<
    DataCapabilities,
    'live_refresh' | 'source_modes'
  >
  const isLive = can('live_refresh')
  return {
    ...named,
    live_refresh: isLive,
    source_modes: isLive ? ['cached', 'live', 'auto'] : ['cached'],
  }
}

export function groupBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
