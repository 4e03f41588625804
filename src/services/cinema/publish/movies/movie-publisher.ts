/** Assigns listings to movies and publishes the movies whose listings changed. */

import { contentHash } from '../../../../core/content-hash.ts'
import { chunks } from '../../../../store/chunks.ts'
import { parseTitle } from '../../normalise/title.ts'
import type { CinemaChangeType } from '../../schema/changes.ts'
import type { Movie } from '../../schema/index.ts'
import type { MovieRecord } from '../../schema/records.ts'
import type { MovieListingRow, MovieRow } from '../../schema/tables.ts'
import { findSchemaError } from '../find-schema-error.ts'
import { keepMovieFields } from '../keep-known-fields.ts'
import { compareRichness, type Listing, mergeListings } from '../merge-listings.ts'
import type { Counts, PublishContext } from '../publish-context.ts'
import { toWork, type Work } from './movie-identity.ts'
import { MovieRegistry, type RegisteredListing } from './movie-registry.ts'

/** Increment this to rewrite unchanged records. */
const docVersion = 1

export interface PublishedMovies {
  readonly counts: Partial<Counts>
  /** Movie id by the source's film id. */
  readonly movieOf: ReadonlyMap<string, string>
}

/** Holds all listings in memory; reads only those that others have published since. */
export class MoviePublisher {
  readonly #registry = new MovieRegistry()
  #stamp = -1

  async publish(context: PublishContext, records: readonly MovieRecord[]): Promise<PublishedMovies> {
    await this.#catchUp(context)
    const screeningYear = new Date(context.capturedAt).getUTCFullYear()
    const storedListings = await readStoredListings(context, records)
    const movieOf = new Map<string, string>()
    const changed: MovieListingRow[] = []
    let held = 0
    let shortened = 0
    for (const delivered of records) {
      const existingListing = storedListings.get(delivered.film)
      const { record, isHeld, hasKeptFields } =
        existingListing === undefined
          ? { record: delivered, isHeld: false, hasKeptFields: false }
          : keepMovieFields(delivered, JSON.parse(existingListing.record) as MovieRecord)
      if (isHeld) held += 1
      else if (hasKeptFields) shortened += 1
      const text = JSON.stringify(record)
      const hash = contentHash(docVersion, text)
      if (existingListing?.hash === hash) {
        movieOf.set(record.film, existingListing.movie_id)
        continue
      }
      const { sourceId: platform, chainId: chain } = context
      const schemaError = findSchemaError(
        'movie',
        toMovieDoc('', [{ platform, chain, film: record.film, record }]),
      )
      if (schemaError !== undefined) {
        context.drop(schemaError)
        continue
      }
      const row = this.#toListing(context, record, { text, hash, screeningYear })
      movieOf.set(record.film, row.movie_id)
      changed.push(row)
    }
    context.hold(held, held === 0 ? undefined : `${held} films are not described`)
    // Counted only: sources often describe a film in less detail later.
    context.hold(shortened)
    if (changed.length === 0) return { counts: {}, movieOf }
    const listingKey = ['platform', 'chain_id', 'film']
    await context.dialect.upsertChanged(context.tx, 'movie_listing', listingKey, changed)
    const movies = await readMergedMovies(context, [...new Set(changed.map(({ movie_id }) => movie_id))])
    await logNewMovies(context, movies)
    return { counts: await context.dialect.upsertChanged(context.tx, 'movie', ['id'], movies), movieOf }
  }

  async #catchUp({ tx, stamp }: PublishContext): Promise<void> {
    const rows = await tx
      .selectFrom('movie_listing')
      .select(['platform', 'chain_id', 'film', 'movie_id', 'work'])
      .where('stamp', '>', this.#stamp)
      .execute()
    for (const row of rows) this.#registry.register(toRegisteredListing(row))
    // This transaction's own rows are registered already.
    this.#stamp = stamp - 1
  }

  #toListing(
    { sourceId, chainId, stamp }: PublishContext,
    record: MovieRecord,
    { text, hash, screeningYear }: { text: string; hash: string; screeningYear: number },
  ): MovieListingRow {
    const work = toWork(record, screeningYear)
    const ref = { platform: sourceId, chain: chainId, film: record.film }
    return {
      platform: sourceId,
      chain_id: chainId,
      film: record.film,
      movie_id: this.#registry.resolve(ref, work),
      stamp,
      hash,
      work: JSON.stringify(work),
      record: text,
    }
  }
}

function toRegisteredListing(
  row: Pick<MovieListingRow, 'platform' | 'chain_id' | 'film' | 'movie_id' | 'work'>,
): RegisteredListing {
  const { platform, chain_id: chain, film, movie_id: movieId } = row
  return { platform, chain, film, movieId, work: JSON.parse(row.work) as Work }
}

type StoredListing = Pick<MovieListingRow, 'film' | 'hash' | 'movie_id' | 'record'>

async function readStoredListings(
  { tx, sourceId, chainId }: PublishContext,
  records: readonly MovieRecord[],
): Promise<ReadonlyMap<string, StoredListing>> {
  const stored = new Map<string, StoredListing>()
  for (const films of chunks(records.map(({ film }) => film))) {
    const rows = await tx
      .selectFrom('movie_listing')
      .select(['film', 'hash', 'movie_id', 'record'])
      .where('platform', '=', sourceId)
      .where('chain_id', '=', chainId)
      .where('film', 'in', films)
      .execute()
    for (const row of rows) stored.set(row.film, row)
  }
  return stored
}

/** Movies belong to no theater; the chain is the one whose listing is the first. */
async function logNewMovies(
  { tx, log, capturedAt, chainId }: PublishContext,
  movies: readonly MovieRow[],
): Promise<void> {
  const stored = new Set<string>()
  for (const ids of chunks(movies.map(({ id }) => id)))
    for (const { id } of await tx.selectFrom('movie').select('id').where('id', 'in', ids).execute())
      stored.add(id)
  const type: CinemaChangeType = 'movie.added'
  for (const { id } of movies)
    if (!stored.has(id))
      log.add({ type, subject: id, detectedAt: capturedAt, keys: { chain: chainId, theater: '', movie: id } })
}

async function readMergedMovies({ tx }: PublishContext, movieIds: readonly string[]): Promise<MovieRow[]> {
  const listings = new Map<string, Listing[]>(movieIds.map((id) => [id, []]))
  for (const ids of chunks(movieIds)) {
    const stored = await tx
      .selectFrom('movie_listing')
      .select(['platform', 'chain_id', 'film', 'movie_id', 'record'])
      .where('movie_id', 'in', ids)
      .execute()
    for (const { platform, chain_id: chain, film, movie_id, record } of stored)
      listings.get(movie_id)?.push({ platform, chain, film, record: JSON.parse(record) as MovieRecord })
  }
  return [...listings].map(([id, all]) => toRow(id, all))
}

function toMovieDoc(id: string, listings: readonly Listing[]): Movie {
  const [best] = [...listings].sort(compareRichness)
  const movie = { id, ...mergeListings(listings) }
  if (best === undefined) return movie
  const { platform, chain, record } = best
  return {
    ...movie,
    source_lineage: {
      source_id: platform,
      chain_id: chain,
      adapter: platform,
      platform,
      raw_ids: { ...record.rawIds },
    },
  }
}

function toRow(id: string, listings: readonly Listing[]): MovieRow {
  const movie = toMovieDoc(id, listings)
  const doc = JSON.stringify(movie)
  const { title, aliases = [], directors = [] } = movie
  const titles = aliases.filter(({ type }) => type.endsWith('title')).map(({ value }) => value)
  return {
    id,
    title,
    title_key: parseTitle(title).key,
    search: [...new Set([title, ...titles, ...directors])].join(' | '),
    runtime_minutes: movie.runtime_minutes ?? null,
    hash: contentHash(docVersion, doc),
    doc,
  }
}
