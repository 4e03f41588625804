/** Names that someone may have meant by a name that is not known. */

import { placeKey } from './place-key.ts'
import type { Reading } from './read-place.ts'

const suggestionsFrom = 3
const suggestionsTo = 30
const letters = 'abcdefghijklmnopqrstuvwxyz '

/**
 * All keys that differ by one letter that is missing, added, replaced, or swapped with its neighbour: at most 1,700, each of
 * which is one look-up.
 */
export function* similarKeys({ name }: Reading): Generator<string> {
  const key = placeKey(name)
  if (key.length < suggestionsFrom || key.length > suggestionsTo) return
  for (let at = 0; at <= key.length; at++) {
    const [before, after] = [key.slice(0, at), key.slice(at)]
    if (after.length > 1) yield before + after.charAt(1) + after.charAt(0) + after.slice(2)
    if (after !== '') yield before + after.slice(1)
    for (const letter of letters) {
      yield before + letter + after
      if (after !== '') yield before + letter + after.slice(1)
    }
  }
}
