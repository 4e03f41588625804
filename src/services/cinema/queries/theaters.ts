/** Searches theaters in memory. */

import { type Box, isInside, type Point } from '../../../core/places/distance.ts'
import { isOneEditApart, searchWords } from '../../../core/text/search-words.ts'
import { foldText } from '../normalise/fold-text.ts'
import type { CapabilityName } from '../schema/index.ts'
import type { IndexedTheater, Theaters } from './theater-index.ts'

export interface TheaterFilter {
  readonly q?: string | undefined
  readonly point?: Point | undefined
  readonly radiusMiles: number
  readonly box?: Box | undefined
  readonly chain_id?: string | undefined
  readonly state?: string | undefined
  readonly city?: string | undefined
  readonly postal_code?: string | undefined
  readonly has_seatmaps?: boolean | undefined
  readonly capability?: CapabilityName | undefined
  readonly updatedAfter?: number | undefined
}

/** `key` is the sort key: distance if there is a point, otherwise name. */
export interface TheaterMatch {
  readonly theater: IndexedTheater
  readonly key: readonly [string | number, string]
}

export function findTheaters(theaters: Theaters, filter: TheaterFilter): TheaterMatch[] {
  const found = filter.q === undefined ? undefined : searchTheaters(theaters, filter.q)
  const matchesFilter = matcher(filter)
  const accept = (theater: IndexedTheater) =>
    (found === undefined || found.has(theater)) && matchesFilter(theater)
  if (filter.point !== undefined) {
    const matches: TheaterMatch[] = []
    for (const { theater, miles } of theaters.near(filter.point, filter.radiusMiles))
      if (accept(theater)) matches.push({ theater, key: [miles, theater.id] })
    return matches
  }
  return theaters.ordered
    .filter(accept)
    .map((theater) => ({ theater, key: [theater.nameKey, theater.id] as const }))
}

function matcher(filter: TheaterFilter): (theater: IndexedTheater) => boolean {
  const { box, chain_id, has_seatmaps, capability, updatedAfter } = filter
  const isState = equalsFolded(filter.state)
  const isCity = equalsFolded(filter.city)
  const isPostalCode = equalsFolded(filter.postal_code)
  return (theater) =>
    (chain_id === undefined || theater.chainId === chain_id) &&
    isState(theater.state) &&
    isCity(theater.city) &&
    isPostalCode(theater.postalCode) &&
    (has_seatmaps === undefined || theater.capabilities.seat_grid === has_seatmaps) &&
    (capability === undefined || theater.capabilities[capability]) &&
    (updatedAfter === undefined || theater.updatedAt > updatedAfter) &&
    (box === undefined || (theater.point !== undefined && isInside(theater.point, box)))
}

/** Compares folded text; blank text matches nothing. */
function equalsFolded(text: string | undefined): (word: string) => boolean {
  if (text === undefined) return () => true
  const folded = foldText(text)
  return (word) => word === folded && word !== ''
}

function searchTheaters(theaters: Theaters, q: string): ReadonlySet<IndexedTheater> {
  const clauses = toClauses(q)
  if (clauses.length === 0) return new Set()
  const found = theaters.ordered.filter(({ words }) => clauses.every((clause) => words.includes(clause)))
  return new Set(found.length === 0 ? misspelledTheaters(theaters, q) : found)
}

/** As they occur in the words of a theater: "quoted words" next to each other, and `word*` as the beginning of one. */
function toClauses(q: string): string[] {
  return [...q.matchAll(/"[^"]*"?|[^\s"]+/g)].flatMap(([text]) => {
    const words = searchWords(text)
    if (words.length === 0) return []
    const isBeginning = text.endsWith('*') && (words.at(-1) ?? '').length >= beginningLengthMin
    return [` ${words.join(' ')}${isBeginning ? '' : ' '}`]
  })
}

/** A single letter would match too much. */
const beginningLengthMin = 2
const wordsMax = 6
/** Shorter words are close to too many others. */
const typoLengthMin = 4

/** By name and city, with one wrong letter in each word. */
function misspelledTheaters(theaters: Theaters, q: string): readonly IndexedTheater[] {
  const words = searchWords(q)
  if (words.length > wordsMax) return []
  return theaters.ordered.filter(({ nameKey, city }) => {
    const known = searchWords(`${nameKey} ${city}`)
    return words.every((word) =>
      known.some((one) => one === word || (word.length >= typoLengthMin && isOneEditApart(word, one))),
    )
  })
}
