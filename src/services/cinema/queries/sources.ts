/** Sources: the adapters and the unsupported platforms. */

import { defined } from '../../../core/defined.ts'
import type { CinemaContext } from '../cinema-context.ts'
import type { Source, SourceHorizon } from '../schema/index.ts'
import type { CinemaAdapter, CinemaSource } from '../sources/define-cinema-source.ts'
import { mergeAllHorizons } from './horizons.ts'
import type { IndexedTheater, Theaters } from './theater-index.ts'

/** Sorted by id. */
export function toSources(
  { directory, sources }: Pick<CinemaContext, 'directory' | 'sources'>,
  theaters: Theaters,
): Source[] {
  const theatersBySource = Map.groupBy(theaters.byId.values(), ({ sourceId }) => sourceId)
  const supported = sources.map((source) => {
    const { adapter } = source
    return defined<Source>({
      id: source.id,
      name: adapter.about.name,
      capabilities: adapter.capabilities,
      chain_id: singleChainId(source),
      platform: source.id,
      status: source.members.length === 0 ? 'unknown' : 'active',
      horizon: { ...sourceHorizon(adapter, theatersBySource.get(source.id) ?? []), source_id: source.id },
      docs: [adapter.about.home, adapter.about.terms, ...adapter.limitations],
    })
  })
  const unsupported = directory.unsupportedPlatforms.map(
    ({ id, name, capabilities, status, reason }): Source => ({
      id,
      name,
      capabilities,
      platform: id,
      status,
      docs: [reason],
    }),
  )
  return [...supported, ...unsupported].sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** Undefined for a source with several chains or none. */
export function singleChainId({ members }: Pick<CinemaSource, 'members'>): string | undefined {
  const [chain, ...others] = new Set(members.map((member) => member.chain))
  return others.length === 0 ? chain : undefined
}

function sourceHorizon(adapter: CinemaAdapter, theaters: readonly IndexedTheater[]): SourceHorizon {
  const { chain_id: _chain, ...horizon } = mergeAllHorizons(theaters) ?? {
    horizon_source: adapter.horizon.source,
  }
  return { max_horizon_days: adapter.horizon.maxDays, ...horizon }
}
