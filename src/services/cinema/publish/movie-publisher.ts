/** Listings to movies: finds out which work each listing is, and writes the movies whose listings changed. */

import { contentHash } from '../../../core/content-hash.ts'
import { parseTitle } from '../normalise/title.ts'
import type { MetadataGrade, Movie } from '../schema/index.ts'
import type { MovieRecord } from '../schema/records.ts'
import type { MovieListingRow, MovieRow } from '../schema/tables.ts'
import { findSchemaError } from './find-schema-error.ts'
import { type Listing, mergeListings } from './merge-listings.ts'
import { toWork, type Work } from './movie-identity.ts'
import { MovieRegistry, type RegisteredListing } from './movie-registry.ts'
import { asBulkRows, type Counts, inBatches, type PublishContext, zeroCounts } from './publish-context.ts'

/** Raised when the same record is to be written differently. */
const docVersion = 1

export interface PublishedMovies {
  readonly counts: Counts
  /** Film of the source to our movie. */
  readonly movieOf: ReadonlyMap<string, string>
}

/** Remembers the listings it has read; only what others have published since is read again. */
export class MoviePublisher {
  readonly #registry = new MovieRegistry()
  #stamp = -1

  async publish(context: PublishContext, records: readonly MovieRecord[]): Promise<PublishedMovies> {
    await this.#catchUp(context)
    const shownYear = new Date(context.capturedAt).getUTCFullYear()
    const storedListings = await readStoredListings(context, records)
    const movieOf = new Map<string, string>()
    const changed: MovieListingRow[] = []
    for (const record of records) {
      const text = JSON.stringify(record)
      const hash = contentHash(docVersion, text)
      const existingListing = storedListings.get(record.film)
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
      const row = this.#toListing(context, record, { text, hash, shownYear })
      movieOf.set(record.film, row.movie_id)
      changed.push(row)
    }
    if (changed.length === 0) return { counts: zeroCounts, movieOf }
    await context.dialect.upsertChanged(
      context.tx,
      'movie_listing',
      ['platform', 'chain_id', 'film'],
      asBulkRows(changed),
    )
    const movies = await readMergedMovies(context, [...new Set(changed.map(({ movie_id }) => movie_id))])
    const outcome = await context.dialect.upsertChanged(context.tx, 'movie', ['id'], asBulkRows(movies))
    return { counts: { ...outcome, removed: 0 }, movieOf }
  }

  async #catchUp({ tx, stamp }: PublishContext): Promise<void> {
    const rows = await tx
      .selectFrom('movie_listing')
      .select(['platform', 'chain_id', 'film', 'movie_id', 'work'])
      .where('stamp', '>', this.#stamp)
      .execute()
    for (const row of rows) this.#registry.register(toRegisteredListing(row))
    // What this transaction writes carries its own stamp and is known already.
    this.#stamp = stamp - 1
  }

  #toListing(
    { sourceId, chainId, stamp }: PublishContext,
    record: MovieRecord,
    { text, hash, shownYear }: { text: string; hash: string; shownYear: number },
  ): MovieListingRow {
    const work = toWork(record, shownYear)
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

type StoredListing = Pick<MovieListingRow, 'film' | 'hash' | 'movie_id'>

async function readStoredListings(
  { tx, sourceId, chainId }: PublishContext,
  records: readonly MovieRecord[],
): Promise<ReadonlyMap<string, StoredListing>> {
  const stored = new Map<string, StoredListing>()
  for (const films of inBatches(records.map(({ film }) => film))) {
    const rows = await tx
      .selectFrom('movie_listing')
      .select(['film', 'hash', 'movie_id'])
      .where('platform', '=', sourceId)
      .where('chain_id', '=', chainId)
      .where('film', 'in', films)
      .execute()
    for (const row of rows) stored.set(row.film, row)
  }
  return stored
}

async function readMergedMovies({ tx }: PublishContext, movieIds: readonly string[]): Promise<MovieRow[]> {
  const listings = new Map<string, Listing[]>(movieIds.map((id) => [id, []]))
  for (const ids of inBatches(movieIds)) {
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
  const best = richestListing(listings)
  return {
    id,
    ...mergeListings(listings),
    ...(best === undefined
      ? {}
      : {
          source_lineage: {
            source_id: best.platform,
            chain_id: best.chain,
            adapter: best.platform,
            platform: best.platform,
            raw_ids: { ...best.record.rawIds },
          },
        }),
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
    hash: contentHash(docVersion, doc),
    doc,
  }
}

const gradeOrder: readonly MetadataGrade[] = ['rich', 'partial', 'title_only', 'unknown']

function richestListing(listings: readonly Listing[]): Listing | undefined {
  const rank = ({ record, platform, chain, film }: Listing) =>
    `${gradeOrder.indexOf(record.grade)} ${platform} ${chain} ${film}`
  return [...listings].sort((one, other) => (rank(one) < rank(other) ? -1 : 1))[0]
}
