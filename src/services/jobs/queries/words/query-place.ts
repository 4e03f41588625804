/** The place that words of a query name: `product manager london`. */

import { findPlaceInWords } from '../../../../core/places/find-place-in-words.ts'
import { formatPlace, type Place, placeId } from '../../../../core/places/place.ts'

export interface QueryPlace extends Place {
  /** The same for all names of the place. */
  readonly id: string
  readonly label: string
  /** Its words: the index of the first, and of the one after the last. */
  readonly start: number
  readonly end: number
  /** Whether the words mean nothing else. */
  readonly isCertain: boolean
}

export function findQueryPlace(words: readonly string[]): QueryPlace | undefined {
  const found = findPlaceInWords(words)
  if (found === undefined) return undefined
  const { place, start, end, certain } = found
  return { ...place, id: placeId(place), label: formatPlace(place), start, end, isCertain: certain }
}
