/** How far ahead sources publish. */

import { earliest, latest } from '../normalise/extent.ts'
import type { SourceHorizon } from '../schema/index.ts'

interface HorizonOwner {
  readonly sourceId: string
  readonly chainId: string
  readonly horizon: SourceHorizon
}

/** One horizon per source and chain, in that order. */
export function mergeHorizonsByChain(theaters: Iterable<HorizonOwner>): SourceHorizon[] {
  const merged = new Map<string, SourceHorizon>()
  for (const { sourceId, chainId, horizon } of theaters) {
    const key = `${sourceId} ${chainId}`
    const known = merged.get(key)
    merged.set(key, known === undefined ? horizon : mergeHorizons(known, horizon))
  }
  return [...merged].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, horizon]) => horizon)
}

/** Undefined without theaters. */
export function mergeAllHorizons(theaters: readonly HorizonOwner[]): SourceHorizon | undefined {
  const [first, ...others] = theaters.map(({ horizon }) => horizon)
  return first === undefined ? undefined : others.reduce(mergeHorizons, first)
}

/** Of two, the weaker one holds for both. */
const claims: readonly SourceHorizon['horizon_source'][] = ['unknown', 'static', 'probed', 'source_reported']

/** The same in either order. Runs for every theater of a page, hence no generic copy. */
function mergeHorizons(one: SourceHorizon, other: SourceHorizon): SourceHorizon {
  const first = earliest([one.first_available_date, other.first_available_date])
  const last = latest([one.last_available_date, other.last_available_date])
  const days = Math.max(one.max_horizon_days ?? 0, other.max_horizon_days ?? 0)
  const isWeaker = claims.indexOf(one.horizon_source) <= claims.indexOf(other.horizon_source)
  return {
    ...(one.source_id !== undefined && one.source_id === other.source_id ? { source_id: one.source_id } : {}),
    ...(one.chain_id !== undefined && one.chain_id === other.chain_id ? { chain_id: one.chain_id } : {}),
    ...(days === 0 ? {} : { max_horizon_days: days }),
    ...(first === undefined ? {} : { first_available_date: first }),
    ...(last === undefined ? {} : { last_available_date: last }),
    horizon_source: (isWeaker ? one : other).horizon_source,
  }
}
