/**
 * The guard against a sudden loss or growth at an upstream: a list that shrank is held until someone has looked at it, one
 * that grew until the next list confirms it.
 */

import { doListsAgree } from '../../core/short-list.ts'
import type { MemberStateRow } from '../../store/tables.ts'
import type { AnySource } from '../source.ts'

const defaultShrinkBelow = 0.5
/** So much a list may grow at once, and so long it may be in any case. */
const growthMax = 10
const grownCountMin = 1000

/** Undefined when the records may replace the published ones. */
export function reasonToHold(
  source: Pick<AnySource, 'shrinkBelow' | 'mayBeEmpty'>,
  recordCount: number,
  { record_count: publishedCount, held_reason }: Pick<MemberStateRow, 'record_count' | 'held_reason'>,
): string | undefined {
  if (publishedCount === 0) return undefined
  if (recordCount === 0) return source.mayBeEmpty ? undefined : `the list of ${publishedCount} became empty`
  const minCount = publishedCount * (source.shrinkBelow ?? defaultShrinkBelow)
  if (recordCount > Math.max(publishedCount * growthMax, grownCountMin)) {
    const [, heldCount] = /^the list grew from \d+ to (\d+)$/.exec(held_reason ?? '') ?? []
    const isConfirmed = heldCount !== undefined && doListsAgree(recordCount, Number(heldCount))
    return isConfirmed ? undefined : `the list grew from ${publishedCount} to ${recordCount}`
  }
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
  return (
    mayHoldLists(source) && /^the list (?:of \d+ became empty|(?:shrank|grew) from \d+ to \d+)$/.test(reason)
  )
}
