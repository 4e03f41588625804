/** Keeps a sudden loss from an upstream out of the read model until someone has looked. */

import type { AnySource } from '../source.ts'

const defaultShrinkBelow = 0.5

/** Why these records are not believable after `publishedCount` of them, or `undefined` when they are. */
export function reasonToHold(
  source: Pick<AnySource, 'shrinkBelow' | 'mayBeEmpty'>,
  recordCount: number,
  publishedCount: number,
): string | undefined {
  if (publishedCount === 0) return undefined
  if (recordCount === 0) return source.mayBeEmpty ? undefined : `the list of ${publishedCount} became empty`
  const minCount = publishedCount * (source.shrinkBelow ?? defaultShrinkBelow)
  return recordCount < minCount ? `the list shrank from ${publishedCount} to ${recordCount}` : undefined
}
