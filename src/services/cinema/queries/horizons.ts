/** How far ahead sources publish. */

import type { SourceHorizon } from '../schema/index.ts'
import { earliest, latest } from './earliest-latest.ts'
import type { IndexedTheater } from './theater-index.ts'

/** As far as any of these theaters reaches; one entry per source and chain. */
export function mergeHorizonsByChain(
  theaters: Iterable<Pick<IndexedTheater, 'sourceId' | 'chainId' | 'horizon'>>,
): SourceHorizon[] {
  const merged = new Map<string, SourceHorizon>()
  for (const { sourceId, chainId, horizon } of theaters) {
    const key = `${sourceId} ${chainId}`
    const mergedHorizon = merged.get(key)
    merged.set(key, mergedHorizon === undefined ? horizon : mergeHorizons(mergedHorizon, horizon))
  }
  return [...merged.values()]
}

export function mergeHorizons(one: SourceHorizon, other: SourceHorizon): SourceHorizon {
  const first = earliest([one.first_available_date, other.first_available_date])
  const last = latest([one.last_available_date, other.last_available_date])
  return {
    ...one,
    ...(first === undefined ? {} : { first_available_date: first }),
    ...(last === undefined ? {} : { last_available_date: last }),
  }
}
