/** Splits a text into the places that "or", "and" and slashes separate. */

import { agree } from './meaning.ts'
import { lookUp, meaningsOf } from './place-parts.ts'

const listSeparator =
  / ?\/ ?| (?:or|and|&|oder|und|et|ou|y|o|e|en|og|eller|och|tai|ja|i|ili|ali|arba|või|atau|lub|nebo|alebo|vagy|és|sau|și|ve|veya|или|або|и) |\s\+\s|或者?|または|もしくは|또는/i

/** A slash or an "and" separates places unless it is part of a name: `Trinidad and Tobago`. */
export function splitList(text: string): string[] {
  if (!listSeparator.test(text)) return text === '' ? [] : citiesBesideOf(text)
  if (text.split(/, ?| [-–—] /).some(isNameWithSeparator)) return [text]
  const pieces = text.split(listSeparator).map((piece) => piece.trim())
  // `London Central/NW` is a part of London.
  const named = pieces.filter((piece, at) => piece !== '' && !(at > 0 && /^(?:[NS]?[EW]|[NS])$/.test(piece)))
  return named.length > 1 ? joinHierarchy(named) : named
}

/** `Utrecht of Breda`: or, in Dutch. */
function citiesBesideOf(text: string): string[] {
  if (!text.includes(' of ')) return [text]
  const names = text.split(' of ')
  const areCities = names.every((name) =>
    meaningsOf(name).some(({ country, city }) => city !== undefined && ['NL', 'BE'].includes(country)),
  )
  return areCities ? names : [text]
}

/** `Bosnia and Herzegovina`, also after `Remote, `. */
function isNameWithSeparator(level: string): boolean {
  if (!listSeparator.test(level)) return false
  const { meanings, worldRegion } = lookUp(level)
  return meanings.length > 0 || worldRegion !== undefined
}

/** `Cali / Colombia`, `Curitiba/PR - híbrido`: the second one is the country of the first, or the code of its region. */
function joinHierarchy(pieces: string[]): string[] {
  const [first = '', second = ''] = pieces
  if (pieces.length !== 2 || first.includes(',')) return pieces
  const [name = ''] = second.split(/ [-–—] /, 1)
  const areas = meaningsOf(name).filter(
    ({ namesCountry, namesRegion }) => namesCountry || (namesRegion && /^[A-Z]{2}$/.test(name)),
  )
  const isIn = meaningsOf(first).some(
    (meaning) => meaning.city !== undefined && areas.some((area) => agree(area, meaning)),
  )
  return isIn ? [`${first}, ${second}`] : pieces
}
