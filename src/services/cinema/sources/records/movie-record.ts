/** The record of a movie, from the fields of a platform. */

import { defined, nonEmpty } from '../../../../core/defined.ts'
import { toPlainText } from '../../../../core/parse/plain-text.ts'
import { isPrivateHire } from '../../normalise/private-hire.ts'
import { isDay } from '../../normalise/time.ts'
import { packageParts, parseTitle } from '../../normalise/title.ts'
import type { MetadataGrade, MovieImages } from '../../schema/index.ts'
import type { MovieRecord, RawIds } from '../../schema/records.ts'
import { absoluteUrl, cleanText, type Text } from '../field-values.ts'

/** Platform fields; any of them may be missing, empty or contain markup. */
export interface MovieInput {
  readonly film: string
  readonly title: string
  readonly originalTitle?: Text
  readonly translations?: readonly Text[]
  /** Dropped if it is no year. */
  readonly year?: string | number | null | undefined
  readonly releaseOn?: Text
  readonly runtimeMinutes?: number | null | undefined
  readonly rating?: Text
  readonly ratingReason?: Text
  readonly genres?: readonly Text[]
  readonly synopsis?: Text
  readonly poster?: Text
  /** A wide picture without the title. */
  readonly backdrop?: Text
  readonly cast?: readonly Text[]
  readonly directors?: readonly Text[]
  readonly distributor?: Text
  readonly ids?: MovieRecord['ids']
  readonly isPartial?: boolean
  readonly rawIds?: RawIds
}

const runtimeMinutesMax = 1500
const namesMax = 20

/** Undefined without a title. */
export function toMovieRecord(input: MovieInput): MovieRecord | undefined {
  const title = toPlainText(input.title)
  if (title === '') return undefined
  const synopsis = cleanText(input.synopsis)
  const poster = absoluteUrl(input.poster)
  const images = defined<MovieImages>({ poster, backdrop: absoluteUrl(input.backdrop) })
  const runtime = Math.round(input.runtimeMinutes ?? 0)
  const runtimeMinutes = runtime > 0 && runtime <= runtimeMinutesMax ? runtime : undefined
  const cast = cleanNames(input.cast)
  const directors = cleanNames(input.directors)
  const genres = cleanNames(input.genres?.map(toGenre))
  const year = Number(input.year ?? 0)
  const releaseOn = input.releaseOn?.slice(0, 10)
  const parts = parseTitle(title).kind === 'package' ? packageParts(title) : []
  return defined<MovieRecord>({
    type: 'movie',
    film: input.film,
    title,
    otherTitles: nonEmpty(otherTitles(input, title)),
    packageOf: parts.length < 2 ? undefined : parts,
    year: isReleaseYear(year) ? year : undefined,
    releaseOn: releaseOn !== undefined && isReleaseDay(releaseOn) ? releaseOn : undefined,
    runtimeMinutes,
    rating: cleanText(input.rating),
    ratingReason: cleanText(input.ratingReason),
    genres,
    synopsis,
    images: Object.keys(images).length === 0 ? undefined : images,
    cast,
    directors,
    distributors: cleanNames([input.distributor]),
    ids: input.ids ?? {},
    isPartial: input.isPartial || undefined,
    grade: gradeOf([synopsis, poster, runtimeMinutes, cast], [directors, genres]),
    rawIds: { film: input.film, ...input.rawIds },
  })
}

/** Platforms write a date of the year 1 or 9999 for an unknown one. */
function isReleaseDay(text: string): boolean {
  return isDay(text) && isReleaseYear(Number(text.slice(0, 4)))
}

function isReleaseYear(year: number): boolean {
  return Number.isInteger(year) && year >= 1880 && year < 2100
}

/** Private hires are listed upstream and must not be published. */
export function addMovie(films: Map<string, MovieRecord>, movie: MovieRecord | undefined): void {
  if (movie !== undefined && !isPrivateHire(movie.title)) films.set(movie.film, movie)
}

function gradeOf(essentials: readonly unknown[], extras: readonly unknown[]): MetadataGrade {
  if (!essentials.includes(undefined)) return 'rich'
  return [...essentials, ...extras].some((field) => field !== undefined) ? 'partial' : 'title_only'
}

function otherTitles(input: MovieInput, title: string): NonNullable<MovieRecord['otherTitles']> {
  const original = cleanText(input.originalTitle)
  const translations = (cleanNames(input.translations) ?? []).filter((translation) => translation !== title)
  return [
    ...(original === undefined || original === title ? [] : [{ title: original, kind: 'original' as const }]),
    ...translations.map((translation) => ({ title: translation, kind: 'translation' as const })),
  ]
}

/** Some platforms have codes such as `drama` where others have the name `Drama`; both are one genre. */
function toGenre(genre: Text): Text {
  const text = cleanText(genre)
  if (text === undefined || text.length < 3 || !isInOneCase(text)) return text
  return text.toLowerCase().replaceAll(/(^|[\s/-])\p{L}/gu, (start) => start.toUpperCase())
}

function isInOneCase(text: string): boolean {
  return text === text.toLowerCase() || text === text.toUpperCase()
}

function cleanNames(names: readonly Text[] = []): string[] | undefined {
  const cleaned = names.map(cleanText).filter((name) => name !== undefined)
  return nonEmpty([...new Set(cleaned)].slice(0, namesMax))
}
