/** Assigns listings to movies; holds every listing ever seen. */

import { stableId } from '../../../../core/stable-id.ts'
import { compareWorks, isOneEditApart, type Work } from './movie-identity.ts'

export interface ListingRef {
  readonly platform: string
  readonly chain: string
  readonly film: string
}

export interface RegisteredListing extends ListingRef {
  readonly movieId: string
  readonly work: Work
}

/**
 * A listing keeps its movie forever. The id of a new movie derives from its key, and also from its year or source id if
 * another work has the same key: importing the same listings again gives the same ids.
 */
export class MovieRegistry {
  readonly #movieOf = new Map<string, string>()
  readonly #works = new Map<string, Work[]>()
  readonly #byKey = new Map<string, Set<string>>()
  readonly #byId = new Map<string, string>()

  constructor(listings: Iterable<RegisteredListing> = []) {
    for (const listing of listings) this.register(listing)
  }

  /** Adds a stored assignment. */
  register(listing: RegisteredListing): void {
    this.#add(listing, listing.work, listing.movieId)
  }

  /** The listing's movie: its existing one, the best match, or a new one. */
  resolve(listing: ListingRef, work: Work): string {
    const existingId = this.#movieOf.get(listingKey(listing))
    if (existingId !== undefined) return existingId
    const movieId = this.#byExternalId(work) ?? this.#bestMatch(work) ?? this.#newId(listing, work)
    this.#add(listing, work, movieId)
    return movieId
  }

  #add(listing: ListingRef, work: Work, movieId: string): void {
    this.#movieOf.set(listingKey(listing), movieId)
    const works = this.#works.get(movieId)
    if (works === undefined) this.#works.set(movieId, [work])
    else if (!works.some((other) => isEqualWork(work, other))) works.push(work)
    for (const key of keysOf(work)) {
      const movies = this.#byKey.get(key)
      if (movies === undefined) this.#byKey.set(key, new Set([movieId]))
      else movies.add(movieId)
    }
    for (const id of idsOf(work)) if (!this.#byId.has(id)) this.#byId.set(id, movieId)
  }

  #byExternalId(work: Work): string | undefined {
    return idsOf(work)
      .map((id) => this.#byId.get(id))
      .find((movieId) => movieId !== undefined)
  }

  /** The best match among movies with an equal or similar key; the smallest id of equal matches. */
  #bestMatch(work: Work): string | undefined {
    let best: { movieId: string; rank: number } | undefined
    for (const movieId of this.#candidates(work)) {
      const rank = this.#rank(work, movieId)
      if (rank === 0) continue
      if (best === undefined || rank > best.rank || (rank === best.rank && movieId < best.movieId))
        best = { movieId, rank }
    }
    return best?.movieId
  }

  #candidates(work: Work): Set<string> {
    const exact = new Set(keysOf(work).flatMap((key) => [...(this.#byKey.get(key) ?? [])]))
    if (exact.size > 0) return exact
    const near = new Set<string>()
    for (const [key, movies] of this.#byKey) {
      if (isOneEditApart(work.key, key)) for (const movie of movies) near.add(movie)
    }
    return near
  }

  /** 0 if a listing of the movie is certainly another work, or none is the same. */
  #rank(work: Work, movieId: string): number {
    let rank = 0
    for (const other of this.#works.get(movieId) ?? []) {
      const { result, confidence } = compareWorks(work, other)
      if (result === 'different' && confidence === 'exact') return 0
      if (result === 'different' && yearsClash(work, other)) return 0
      if (result === 'same')
        rank = Math.max(
          rank,
          confidence === 'low' ? 1 : work.year !== undefined && work.year === other.year ? 3 : 2,
        )
    }
    return rank
  }

  #newId({ platform, chain, film }: ListingRef, work: Work): string {
    const plain = stableId('mv', work.key)
    if (!this.#works.has(plain)) return plain
    const dated = stableId('mv', work.key, String(work.year ?? ''))
    if (work.year !== undefined && !this.#works.has(dated)) return dated
    return stableId('mv', work.key, platform, chain, film)
  }
}

function listingKey({ platform, chain, film }: ListingRef): string {
  return JSON.stringify([platform, chain, film])
}

function keysOf(work: Work): string[] {
  const { key, aliasKey, shortKey, otherKeys = [] } = work
  return [key, ...otherKeys, ...(aliasKey ? [aliasKey] : []), ...(shortKey ? [shortKey] : [])]
}

function idsOf({ ids }: Work): string[] {
  return Object.entries(ids).map(([kind, id]) => `${kind} ${id}`)
}

function yearsClash(one: Work, other: Work): boolean {
  return one.year !== undefined && other.year !== undefined && Math.abs(one.year - other.year) > 1
}

function isEqualWork(one: Work, other: Work): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
