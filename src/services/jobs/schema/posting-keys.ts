import { stableId } from '../../../core/stable-id.ts'

/** The public id of a posting. */
export function postingIdOf(sourceId: string, memberId: string, nativeId: string): string {
  return stableId('jp', sourceId, memberId, nativeId)
}

/** Identifies a posting that is stored with its details. `title`: as the column has it. */
export function detailsKeyOf(postingId: string, title: string): string {
  return `${postingId} ${title}`
}
