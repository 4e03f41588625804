/** Chains: the configured ones, with the coverage of their theaters. */

import { defined } from '../../../core/defined.ts'
import type { CinemaContext } from '../cinema-context.ts'
import { type Chain, capabilityNames, type DataCapabilities, toCapabilities } from '../schema/index.ts'
import { readMovieCounts, sumCoverage } from './coverage.ts'
import { mergeAllHorizons } from './horizons.ts'
import { memberCapabilities } from './member-capabilities.ts'

/** Sorted by id. */
export async function readChains({
  directory,
  sources,
  theaters,
  db,
}: Pick<CinemaContext, 'directory' | 'sources' | 'theaters' | 'db'>): Promise<Chain[]> {
  const { byId } = await theaters.current()
  const movies = await readMovieCounts(db)
  const theatersByChain = Map.groupBy(byId.values(), ({ chainId }) => chainId)
  return directory.chains
    .map(({ id, name, status }) => {
      const chainSources = sources.filter(({ members }) => members.some(({ chain }) => chain === id))
      const chainTheaters = theatersByChain.get(id) ?? []
      return defined<Chain>({
        id,
        name,
        capabilities: unionCapabilities(
          chainSources.flatMap(({ adapter, members }) =>
            members.filter(({ chain }) => chain === id).map((member) => memberCapabilities(adapter, member)),
          ),
        ),
        status,
        platforms: chainSources.map((source) => source.id),
        theater_count: chainTheaters.length,
        coverage: sumCoverage(chainTheaters, movies.ofChain(id)),
        horizon: mergeAllHorizons(chainTheaters),
      })
    })
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

function unionCapabilities(all: readonly DataCapabilities[]): DataCapabilities {
  return toCapabilities(
    capabilityNames.filter((name) => all.some((capabilities) => capabilities[name])),
    all.some(({ live_refresh }) => live_refresh),
  )
}
