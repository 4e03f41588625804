/** Finds the names in a text of a script without spaces: `東京都港区`. */

import { meaningsOf, type Part, toPart } from './place-parts.ts'

const pattern = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー ]+$/u
const postalCodePattern = /^〒?\d{3}-\d{4} ?/
const lengthMax = 24

/** Undefined if the text is in another script. */
export function namesInUnspaced(words: string): Part[] | undefined {
  // The number of a house ends what can be read: `丸の内1-1-1`.
  const [text = ''] = words.replace(postalCodePattern, '').split(/\d/, 1)
  if (!pattern.test(text)) return undefined
  return text.length > lengthMax ? [] : namesAtStart(text.replaceAll(' ', ''))
}

/** `神奈川県横浜市`: the longest names from the beginning; what remains is a part of the last one: `東京都港区`. */
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
