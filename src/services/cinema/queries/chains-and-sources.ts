/** Chains and sources: what is configured, with what was found. */

import type { CinemaContext } from '../cinema-context.ts'
import {
  type Chain,
  capabilityNames,
  type DataCapabilities,
  type Source,
  type SourceHorizon,
} from '../schema/index.ts'
import type { CinemaAdapter } from '../sources/define-cinema-source.ts'
import { type MovieCounts, sumCoverage } from './coverage.ts'
import { mergeHorizons } from './horizons.ts'
import type { IndexedTheater, Theaters } from './theater-index.ts'

type DirectoryContext = Pick<CinemaContext, 'directory' | 'sources'>

/** By name. */
export function toChains(
  { directory, sources }: DirectoryContext,
  theaters: Theaters,
  movies: MovieCounts,
): Chain[] {
  const theatersByChain = groupBy(theaters.byId.values(), ({ chainId }) => chainId)
  return directory.chains
    .map((chain): Chain => {
      const chainSources = sources.filter(({ members }) =>
        members.some((member) => member.chain === chain.id),
      )
      const chainTheaters = theatersByChain.get(chain.id) ?? []
      const horizon = horizonOf(chainTheaters)
      return {
        id: chain.id,
        name: chain.name,
        capabilities: unionCapabilities(chainSources.map(({ adapter }) => adapter.capabilities)),
        status: chain.status,
        platforms: chainSources.map(({ id }) => id),
        theater_count: chainTheaters.length,
        coverage: sumCoverage(chainTheaters, movies.ofChain(chain.id)),
        ...(horizon === undefined ? {} : { horizon }),
      }
    })
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** Those that are read, and those that are only known, with the reason. */
export function toSources({ directory, sources }: DirectoryContext, theaters: Theaters): Source[] {
  const theatersBySource = groupBy(theaters.byId.values(), ({ sourceId }) => sourceId)
  const supported = sources.map((source): Source => {
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
      horizon: { ...sourceHorizon(adapter, theatersBySource.get(source.id) ?? []), source_id: source.id },
      docs: [adapter.about.home, adapter.about.terms, ...adapter.limitations],
    }
  })
  const unsupported = directory.unsupportedPlatforms.map(
    (platform): Source => ({
      id: platform.id,
      name: platform.name,
      capabilities: platform.capabilities,
      platform: platform.id,
      status: platform.status,
      docs: [platform.reason],
    }),
  )
  return [...supported, ...unsupported].sort((one, other) => (one.id < other.id ? -1 : 1))
}

function sourceHorizon(adapter: CinemaAdapter, theaters: readonly IndexedTheater[]): SourceHorizon {
  const { chain_id: _chain, ...mergedHorizon } = horizonOf(theaters) ?? {
    horizon_source: adapter.horizon.source,
  }
  return { ...mergedHorizon, max_horizon_days: adapter.horizon.maxDays }
}

function horizonOf(theaters: readonly IndexedTheater[]): SourceHorizon | undefined {
  const [first, ...others] = theaters.map(({ horizon }) => horizon)
  return first === undefined ? undefined : others.reduce(mergeHorizons, first)
}

/** Whatever one of them can give, all together can. */
function unionCapabilities(all: readonly DataCapabilities[]): DataCapabilities {
  const isSupported = (name: Exclude<keyof DataCapabilities, 'source_modes'>) => all.some((one) => one[name])
  const named = Object.fromEntries(capabilityNames.map((name) => [name, isSupported(name)])) as Omit<
    DataCapabilities,
    'live_refresh' | 'source_modes'
  >
  const isLive = isSupported('live_refresh')
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
