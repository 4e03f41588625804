/** Searches theaters: in memory, except for full-text search. */

import { type Box, isInside, type Point } from '../../../core/places/distance.ts'
import { foldLetters, isOneEditApart, searchWords } from '../../../core/text/search-words.ts'
import { parseSearch } from '../../../store/text-search/full-text.ts'
import { foldText } from '../normalise/fold-text.ts'
import type { CapabilityName } from '../schema/index.ts'
import { type CinemaDb, withCinemaTables } from '../schema/tables.ts'
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

export async function findTheaters(
  db: CinemaDb,
  theaters: Theaters,
  filter: TheaterFilter,
): Promise<TheaterMatch[]> {
  const idsByName = filter.q === undefined ? undefined : await searchTheaters(db, theaters, filter.q)
  const matchesFilter = matcher(filter)
  const accept = (theater: IndexedTheater) =>
    (idsByName === undefined || idsByName.has(theater.id)) && matchesFilter(theater)
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

async function searchTheaters(db: CinemaDb, theaters: Theaters, q: string): Promise<Set<string>> {
  const query = parseSearch(foldLetters(q))
  if (query.length === 0) return new Set()
  const { fullText } = db.dialect
  const rows = await withCinemaTables(db.read)
    .selectFrom('theater')
    .select('id')
    .where(fullText.matches('theater', fullText.toMatch(query)))
    .execute()
  return rows.length === 0 ? misspelledTheaters(theaters, q) : new Set(rows.map(({ id }) => id))
}

const wordsMax = 6
/** Shorter words are close to too many others. */
const typoLengthMin = 4

/** By name and city, with one wrong letter in each word. */
function misspelledTheaters(theaters: Theaters, q: string): Set<string> {
  const words = searchWords(q)
  if (words.length === 0 || words.length > wordsMax) return new Set()
  const matches = theaters.ordered.filter(({ nameKey, city }) => {
    const known = searchWords(`${nameKey} ${city}`)
    return words.every((word) =>
      known.some((one) => one === word || (word.length >= typoLengthMin && isOneEditApart(word, one))),
    )
  })
  return new Set(matches.map(({ id }) => id))
}
