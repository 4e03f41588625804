/** The guard against a sudden loss at an upstream: a list that shrank is held until someone has looked at it. */

import type { AnySource } from '../source.ts'

const defaultShrinkBelow = 0.5

/** Undefined when the records may replace the published ones. */
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

/** False for sources whose writer decides by itself which lists it believes. */
export function mayHoldLists({
  shrinkBelow,
  mayBeEmpty,
}: Pick<AnySource, 'shrinkBelow' | 'mayBeEmpty'>): boolean {
  return shrinkBelow !== 0 || mayBeEmpty !== true
}

/** Whether a stored reason is one of `reasonToHold`. The others say why a list was published in part. */
export function isReasonToHold(
  source: Pick<AnySource, 'shrinkBelow' | 'mayBeEmpty'>,
  reason: string,
): boolean {
  return mayHoldLists(source) && /^the list (?:of \d+ became empty|shrank from \d+ to \d+)$/.test(reason)
}
