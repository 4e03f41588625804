import { stableId } from '../../../core/stable-id.ts'

/** The public id of a posting. */
export function postingIdOf(sourceId: string, memberId: string, nativeId: string): string {
  return stableId('jp', sourceId, memberId, nativeId)
}

/** Identifies a posting that has this title and is stored with its details. */
export function detailsKeyOf(postingId: string, title: string): string {
  return `${postingId} ${title.normalize('NFKC')}`
}
