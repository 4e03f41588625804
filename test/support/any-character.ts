/** Texts of any characters for random tests. */

import fc from 'fast-check'

/** UTF-16 has these for halves of characters, which are no characters. */
const halves = { first: 0xd800, count: 0x800 }

/**
 * Makes the same texts as the unit `binary`, which first fills a table of all million characters: a second of processor time and
 * a hundred megabytes.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - halves.count }).map(
  (index) => String.fromCodePoint(index < halves.first ? index : index + halves.count),
  (character) => indexOf(String(character)),
)

function indexOf(character: string): number {
  const code = character.codePointAt(0)
  if (code === undefined || !character.isWellFormed() || character !== String.fromCodePoint(code))
    throw new Error('not one character')
  return code < halves.first ? code : code - halves.count
}
