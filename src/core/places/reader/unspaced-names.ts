/** Finds the names in a text of a script without spaces: `東京都港区`. */

import { meaningsOf, type Part, toPart } from './place-parts.ts'

const pattern = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー ]+$/u
const lengthMax = 16
/** Only a large city is looked for after unknown letters. */
const largeFrom = 100_000

export function isUnspaced(text: string): boolean {
  return pattern.test(text)
}

/** `神奈川県横浜市`, `四川成都`: the gazetteer has no regions in these scripts, of which some are also names of cities elsewhere: `北海道`. */
export function namesInUnspaced(words: string): Part[] {
  const text = words.replaceAll(' ', '')
  if (text.length > lengthMax) return []
  const region = /^.{2,6}?(?:[県府道都省도]|自治区)(?=.{2})/u.exec(text)?.[0] ?? ''
  const starts = [...(region === '' ? [] : [region.length]), 0, 2]
  for (const start of starts) {
    const names = namesAtStart(text.slice(start))
    if (names.length > 0 && (start < 2 || names.some(isLarge))) return names
  }
  return []
}

/** `東京都港区`: the longest names from the beginning; what remains is a part of the last one. */
function namesAtStart(text: string): Part[] {
  const names: Part[] = []
  for (let from = 0; from < text.length; ) {
    let to = text.length
    while (to > from + 1 && meaningsOf(text.slice(from, to)).length === 0) to -= 1
    if (to <= from + 1) break
    const name = text.slice(from, to)
    names.push(toPart(name, meaningsOf(name)))
    from = to
  }
  return names
}

function isLarge({ meanings }: Part): boolean {
  return meanings.some(({ city }) => city !== undefined && city.population >= largeFrom)
}
