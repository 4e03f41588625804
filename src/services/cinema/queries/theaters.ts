/** Searches theaters in memory. */

import { type Box, isInside, type Point } from '../../../core/places/distance.ts'
import { parseValues } from '../../../core/text/filter-values.ts'
import {
  isOneLetterApart,
  misspelledLengthMin,
  misspelledWordsMax,
  searchWords,
} from '../../../core/text/search-words.ts'
import type { CursorKey } from '../../../http/cursor.ts'
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

/** Those of the next page. */
export function matchesAfter(
  matches: readonly TheaterMatch[],
  after: CursorKey | undefined,
): readonly TheaterMatch[] {
  const [value, id] = after ?? []
  if (value === undefined || value === null) return matches
  return matches.filter(({ key }) => key[0] > value || (key[0] === value && key[1] > String(id)))
}

function matcher(filter: TheaterFilter): (theater: IndexedTheater) => boolean {
  const { box, chain_id, has_seatmaps, capability, updatedAfter } = filter
  const isChain = selects(chain_id, (id) => id)
  const isState = selects(filter.state, foldText)
  const isCity = selects(filter.city, foldText)
  const isPostalCode = selects(filter.postal_code, foldText)
  return (theater) =>
    isChain(theater.chainId) &&
    isState(theater.state) &&
    isCity(theater.city) &&
    isPostalCode(theater.postalCode) &&
    (has_seatmaps === undefined || theater.capabilities.seat_grid === has_seatmaps) &&
    (capability === undefined || theater.capabilities[capability]) &&
    (updatedAfter === undefined || theater.updatedAt > updatedAfter) &&
    (box === undefined || (theater.point !== undefined && isInside(theater.point, box)))
}

/** `a|b` and `!a`. A theater without a value is not excluded. */
function selects(text: string | undefined, fold: (value: string) => string): (value: string) => boolean {
  if (text === undefined) return () => true
  const { included, excluded } = parseValues(text)
  const [some, none] = [included.map(fold), excluded.map(fold)]
  return (value) =>
    (some.length === 0 ? none.length > 0 : value !== '' && some.includes(value)) && !none.includes(value)
}

function searchTheaters(theaters: Theaters, q: string): ReadonlySet<IndexedTheater> {
  const clauses = toClauses(q)
  if (clauses.length === 0) return new Set()
  const found = theaters.ordered.filter(({ words }) => clauses.every((clause) => words.includes(clause)))
  return new Set(found.length === 0 ? misspelledTheaters(theaters, q) : found)
}

/** As they occur in the words of a theater: "quoted words" next to each other, `word*` and the last word as the beginning of one. */
function toClauses(q: string): string[] {
  const parts = [...q.matchAll(/"[^"]*"?|[^\s"]+/g)].map(([text]) => ({ text, words: searchWords(text) }))
  const stated = parts.filter(({ words }) => words.length > 0)
  return stated.map(({ text, words }, at) => {
    const isLast = at === stated.length - 1 && !text.startsWith('"')
    const lengthMin = isLast && stated.length > 1 ? 1 : beginningLengthMin
    const isBeginning = (isLast || text.endsWith('*')) && (words.at(-1) ?? '').length >= lengthMin
    return ` ${words.join(' ')}${isBeginning ? '' : ' '}`
  })
}

/** A single letter would match too much, unless it is the last of several words. */
const beginningLengthMin = 2

/** By name and city, with one wrong letter in each word, the last of several half-typed, or by the whole name with one. */
function misspelledTheaters(theaters: Theaters, q: string): readonly IndexedTheater[] {
  const words = searchWords(q)
  if (words.length > misspelledWordsMax) return []
  const name = words.join(' ')
  return theaters.ordered.filter(({ nameKey, city }) => {
    if (name.length >= misspelledLengthMin && isOneLetterApart(name, searchWords(nameKey).join(' ')))
      return true
    const known = searchWords(`${nameKey} ${city}`)
    return words.every((word, at) =>
      known.some(
        (one) =>
          one === word ||
          (at > 0 && at === words.length - 1 && one.startsWith(word)) ||
          (word.length >= misspelledLengthMin && isOneLetterApart(word, one)),
      ),
    )
  })
}
