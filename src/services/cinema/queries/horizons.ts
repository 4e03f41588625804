/** How far ahead sources publish. */

import type { SourceHorizon } from '../schema/index.ts'
import { greatest, least } from './earliest-latest.ts'
import type { KnownTheater } from './theater-index.ts'

/** As far as any of these theaters reaches; one entry per source and chain. */
export function horizonsOf(
  theaters: Iterable<Pick<KnownTheater, 'sourceId' | 'chainId' | 'horizon'>>,
): SourceHorizon[] {
  const merged = new Map<string, SourceHorizon>()
  for (const { sourceId, chainId, horizon } of theaters) {
    const key = `${sourceId} ${chainId}`
    const known = merged.get(key)
    merged.set(key, known === undefined ? horizon : mergeHorizons(known, horizon))
  }
  return [...merged.values()]
}

export function mergeHorizons(one: SourceHorizon, other: SourceHorizon): SourceHorizon {
  const first = least([one.first_available_date, other.first_available_date])
  const last = greatest([one.last_available_date, other.last_available_date])
  return {
    ...one,
    ...(first === undefined ? {} : { first_available_date: first }),
    ...(last === undefined ? {} : { last_available_date: last }),
  }
}
