/** The parameter a caller most likely meant. */

import { closestMatch } from '../../../core/text/closest-match.ts'

/** Names that other APIs use, and ours with the same meaning. */
const synonyms: readonly (readonly [theirs: string, ours: string])[] = [
  ['query search term keyword text name title', 'q'],
  ['page_size per_page size count max top rows', 'limit'],
  ['page offset skip after page_token', 'cursor'],
  ['lng long longitude', 'lon'],
  ['latitude', 'lat'],
  ['location place address town', 'near city q'],
  ['zip zipcode zip_code postcode', 'near postal_code'],
  ['distance within km radius_km', 'radius_miles'],
  ['start since start_date date_from from_date', 'from date'],
  ['end until end_date date_to to_date', 'to days'],
  ['order orderby order_by sort_by', 'sort'],
  ['expand fields embed with', 'include columns'],
  ['ticker tickers symbols', 'symbol symbols tickers'],
  ['country_code', 'country'],
]
const otherNames = new Map(
  synonyms.flatMap(([theirs, ours]) => theirs.split(' ').map((name) => [name, ours.split(' ')] as const)),
)

export function suggestParameter(name: string, known: readonly string[]): string | undefined {
  const input = name.slice(0, 64).toLowerCase().replaceAll('-', '_')
  const synonym = otherNames.get(input)?.find((other) => known.includes(other))
  return synonym ?? closestMatch(input, known) ?? longerName(input, known) ?? sameLetters(input, known)
}

/** `near` for `nere`: two edits are much for a short name, unless it begins the same and has hardly another letter. */
function sameLetters(input: string, known: readonly string[]): string | undefined {
  if (input.length < 4) return undefined
  const isSimilar = (other: string) =>
    other.length >= 4 &&
    other.slice(0, 2) === input.slice(0, 2) &&
    [...input].every((letter) => other.includes(letter))
  return closestMatch(input, known.filter(isSimilar), 2)
}

/** `radius_miles` for `radius`. */
function longerName(input: string, known: readonly string[]): string | undefined {
  const longer = known.filter((other) => other.startsWith(`${input}_`) || other.endsWith(`_${input}`))
  return longer.sort((one, other) => one.length - other.length)[0]
}
