/** One movie from all its listings: each field from the listing that knows it best. */

import { parseTitle } from '../normalise/title.ts'
import type { MetadataGrade, Movie, MovieAlias } from '../schema/index.ts'
import type { MovieRecord } from '../schema/records.ts'
import type { ListingRef } from './movie-registry.ts'

export interface Listing extends ListingRef {
  readonly record: MovieRecord
}

const gradeOrder: readonly MetadataGrade[] = ['rich', 'partial', 'title_only', 'unknown']

/** The same listings in any order give the same movie. */
export function mergeListings(listings: readonly Listing[]): Omit<Movie, 'id' | 'source_lineage'> {
  const ranked = [...listings].sort(compareRichness)
  const records = ranked.map(({ record }) => record)
  const titles = records.map((record) => ({ record, read: parseTitle(record.title) }))
  const title = mostCommon(titles.map(({ read }) => read.title)) ?? records[0]?.title ?? ''
  const original = records
    .flatMap(({ otherTitles = [] }) => otherTitles)
    .find((other) => other.kind === 'original' && other.title !== title)?.title
  // A re-release says when the film comes back, not when it came.
  const release = titles
    .filter(
      ({ read, record }) =>
        !read.isRerelease && isPlausibleRelease(record.releaseOn, record.year ?? read.year),
    )
    .map(({ record }) => record.releaseOn)
    .filter((day) => day !== undefined)
    .sort()[0]
  const runtime = mostCommon(
    records.map(({ runtimeMinutes }) => runtimeMinutes).filter((minutes) => minutes !== undefined),
  )
  const images = {
    ...firstText(records, ({ images }) => images?.poster, 'poster'),
    ...firstText(records, ({ images }) => images?.backdrop, 'backdrop'),
    ...firstText(records, ({ images }) => images?.thumbnail, 'thumbnail'),
  }
  return {
    title,
    aliases: aliasesOf(ranked, title),
    ...(original === undefined ? {} : { original_title: original }),
    ...(release === undefined ? {} : { release_date: release }),
    ...(runtime === undefined ? {} : { runtime_minutes: runtime }),
    ...firstText(records, ({ rating }) => rating, 'rating'),
    ...firstText(records, ({ ratingReason }) => ratingReason, 'rating_reason'),
    ...firstList(records, ({ genres }) => genres, 'genres'),
    ...firstText(records, ({ synopsis }) => synopsis, 'synopsis'),
    ...(Object.keys(images).length === 0 ? {} : { images }),
    ...firstList(records, ({ cast }) => cast, 'cast'),
    ...firstList(records, ({ directors }) => directors, 'directors'),
    ...firstList(records, ({ distributors }) => distributors, 'distributors'),
    metadata_grade: records[0]?.grade ?? 'unknown',
  }
}

/** Rich before poor, then by name, so that the outcome does not depend on who was read first. */
function compareRichness(one: Listing, other: Listing): number {
  const gradeOrderDifference = gradeOrder.indexOf(one.record.grade) - gradeOrder.indexOf(other.record.grade)
  return gradeOrderDifference || compareText(sortKey(one), sortKey(other))
}

function sortKey({ platform, chain, film }: Listing): string {
  return `${platform} ${chain} ${film}`
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function isPlausibleRelease(releaseOn: string | undefined, year: number | undefined): boolean {
  return (
    releaseOn !== undefined && (year === undefined || Math.abs(Number(releaseOn.slice(0, 4)) - year) <= 2)
  )
}

const aliasesMax = 60

function aliasesOf(listings: readonly Listing[], title: string): MovieAlias[] {
  const aliases = listings.flatMap(({ platform, chain, record }): MovieAlias[] => [
    { source: `${platform}:${chain}`, type: 'source_movie_id', value: record.film },
    ...Object.entries(record.ids).map(([kind, value]) => ({ source: kind, type: `${kind}_id`, value })),
    ...(record.title === title
      ? []
      : [{ source: `${platform}:${chain}`, type: 'title', value: record.title }]),
    ...(record.otherTitles ?? []).map((other) => ({
      source: `${platform}:${chain}`,
      type: `${other.kind}_title`,
      value: other.title,
    })),
    ...(record.packageOf ?? []).map((value) => ({
      source: `${platform}:${chain}`,
      type: 'package_member',
      value,
    })),
  ])
  const unique = new Map(aliases.map((alias) => [`${alias.source} ${alias.type} ${alias.value}`, alias]))
  return [...unique.values()].slice(0, aliasesMax)
}

/** The value most listings give; the first of them where several are given equally often. */
function mostCommon<Value extends string | number>(values: readonly Value[]): Value | undefined {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: Value | undefined
  for (const [value, count] of counts) {
    if (best === undefined || count > (counts.get(best) ?? 0)) best = value
  }
  return best
}

function firstText<Name extends string>(
  records: readonly MovieRecord[],
  pick: (record: MovieRecord) => string | undefined,
  name: Name,
): { [Key in Name]?: string } {
  for (const record of records) {
    const value = pick(record)
    if (value !== undefined && value !== '') return { [name]: value } as { [Key in Name]?: string }
  }
  return {}
}

function firstList<Name extends string>(
  records: readonly MovieRecord[],
  pick: (record: MovieRecord) => readonly string[] | undefined,
  name: Name,
): { [Key in Name]?: string[] } {
  for (const record of records) {
    const value = pick(record)
    if (value !== undefined && value.length > 0) return { [name]: [...value] } as { [Key in Name]?: string[] }
  }
  return {}
}
