/** Merges the listings of a movie, taking each field from the richest listing that has it. */

import { defined } from '../../../core/defined.ts'
import { parseTitle } from '../normalise/title.ts'
import { type Movie, type MovieAlias, type MovieImages, metadataGrades } from '../schema/index.ts'
import type { MovieRecord } from '../schema/records.ts'
import type { ListingRef } from './movies/movie-registry.ts'

export interface Listing extends ListingRef {
  readonly record: MovieRecord
}

/** The result does not depend on the order of the listings. */
export function mergeListings(listings: readonly Listing[]): Omit<Movie, 'id' | 'source_lineage'> {
  const ranked = [...listings].sort(compareRichness)
  const records = ranked.map(({ record }) => record)
  const titles = records.map((record) => ({ record, parsed: parseTitle(record.title) }))
  const title = mostCommon(titles.map(({ parsed }) => parsed.title)) ?? records[0]?.title ?? ''
  // The release date of a re-release is not that of the film.
  const releaseDates = titles
    .filter(({ parsed }) => !parsed.isRerelease)
    .filter(({ parsed, record }) => isPlausibleRelease(record.releaseOn, record.year ?? parsed.year))
    .flatMap(({ record }) => record.releaseOn ?? [])
  const first = <Value extends string | readonly string[]>(
    pick: (record: MovieRecord) => Value | undefined,
  ) => records.map(pick).find((value) => value !== undefined && value.length > 0)
  const images = defined<MovieImages>({
    poster: first((record) => record.images?.poster),
    backdrop: first((record) => record.images?.backdrop),
    thumbnail: first((record) => record.images?.thumbnail),
  })
  return defined<Omit<Movie, 'id' | 'source_lineage'>>({
    title,
    aliases: aliasesOf(ranked, title),
    original_title: records
      .flatMap(({ otherTitles = [] }) => otherTitles)
      .find((other) => other.kind === 'original' && other.title !== title)?.title,
    release_date: releaseDates.sort()[0],
    runtime_minutes: mostCommon(records.flatMap(({ runtimeMinutes }) => runtimeMinutes ?? [])),
    rating: first(({ rating }) => rating),
    rating_reason: first(({ ratingReason }) => ratingReason),
    genres: first(({ genres }) => genres?.slice()),
    synopsis: first(({ synopsis }) => synopsis),
    images: Object.keys(images).length === 0 ? undefined : images,
    cast: first(({ cast }) => cast?.slice()),
    directors: first(({ directors }) => directors?.slice()),
    distributors: first(({ distributors }) => distributors?.slice()),
    metadata_grade: records[0]?.grade ?? 'unknown',
  })
}

/** Richest first, then by name, so that the result does not depend on the order of syncs. */
export function compareRichness(one: Listing, other: Listing): number {
  const difference = metadataGrades.indexOf(one.record.grade) - metadataGrades.indexOf(other.record.grade)
  if (difference !== 0) return difference
  return sortKey(one) < sortKey(other) ? -1 : 1
}

function sortKey({ platform, chain, film }: Listing): string {
  return `${platform} ${chain} ${film}`
}

function isPlausibleRelease(releaseOn: string | undefined, year: number | undefined): boolean {
  return (
    releaseOn !== undefined && (year === undefined || Math.abs(Number(releaseOn.slice(0, 4)) - year) <= 2)
  )
}

const aliasesMax = 60

function aliasesOf(listings: readonly Listing[], title: string): MovieAlias[] {
  const aliases = listings.flatMap(({ platform, chain, record }): MovieAlias[] => {
    const source = `${platform}:${chain}`
    const { otherTitles = [], packageOf = [] } = record
    return [
      { source, type: 'source_movie_id', value: record.film },
      ...Object.entries(record.ids).map(([kind, value]) => ({ source: kind, type: `${kind}_id`, value })),
      ...(record.title === title ? [] : [{ source, type: 'title', value: record.title }]),
      ...otherTitles.map((other) => ({ source, type: `${other.kind}_title`, value: other.title })),
      ...packageOf.map((value) => ({ source, type: 'package_member', value })),
    ]
  })
  const unique = new Map(aliases.map((alias) => [`${alias.source} ${alias.type} ${alias.value}`, alias]))
  return [...unique.values()].slice(0, aliasesMax)
}

/** The most frequent value; the first of equally frequent ones. */
function mostCommon<Value extends string | number>(values: readonly Value[]): Value | undefined {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: Value | undefined
  for (const [value, count] of counts) {
    if (best === undefined || count > (counts.get(best) ?? 0)) best = value
  }
  return best
}
