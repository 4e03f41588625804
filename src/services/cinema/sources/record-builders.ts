/** Builds the records of a listing from cleaned platform fields; used by every adapter. */

import { defined, nonEmpty } from '../../../core/defined.ts'
import { toPlainText } from '../../../core/parse/plain-text.ts'
import { type ParsedFormats, parseFormats } from '../normalise/formats.ts'
import { isPrivateHire } from '../normalise/private-hire.ts'
import { toRate, unknownCounts, withRate } from '../normalise/seat-codes.ts'
import { businessDateOf, dayMs, isDay, type Start } from '../normalise/time.ts'
import { packageParts, parseTitle } from '../normalise/title.ts'
import { withoutRepeatedLine } from '../normalise/without-repeated-line.ts'
import type {
  Address,
  CapabilityName,
  Geo,
  HorizonSource,
  MetadataGrade,
  SeatingType,
} from '../schema/index.ts'
import type {
  AvailabilityRecord,
  CinemaRecord,
  MovieRecord,
  RawIds,
  SaleState,
  ShowtimeRecord,
  TheaterRecord,
  UnresolvedField,
} from '../schema/records.ts'
import type { CinemaMember } from './cinema-member.ts'
import { absoluteUrl, cleanText, parseCount, slugify, type Text } from './field-values.ts'

/** Platform fields; any of them may be missing, empty or contain markup. */
export interface MovieInput {
  readonly film: string
  readonly title: string
  readonly originalTitle?: Text
  readonly translations?: readonly Text[]
  readonly year?: number | undefined
  readonly releaseOn?: Text
  readonly runtimeMinutes?: number | null | undefined
  readonly rating?: Text
  readonly ratingReason?: Text
  readonly genres?: readonly Text[]
  readonly synopsis?: Text
  readonly poster?: Text
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
  const runtime = Math.round(input.runtimeMinutes ?? 0)
  const runtimeMinutes = runtime > 0 && runtime <= runtimeMinutesMax ? runtime : undefined
  const cast = cleanNames(input.cast)
  const directors = cleanNames(input.directors)
  const genres = cleanNames(input.genres?.map(toGenre))
  const releaseOn = input.releaseOn?.slice(0, 10)
  const parts = parseTitle(title).kind === 'package' ? packageParts(title) : []
  return defined<MovieRecord>({
    type: 'movie',
    film: input.film,
    title,
    otherTitles: nonEmpty(otherTitles(input, title)),
    packageOf: parts.length < 2 ? undefined : parts,
    year: input.year,
    releaseOn: releaseOn !== undefined && isReleaseDay(releaseOn) ? releaseOn : undefined,
    runtimeMinutes,
    rating: cleanText(input.rating),
    ratingReason: cleanText(input.ratingReason),
    genres,
    synopsis,
    images: poster === undefined ? undefined : { poster },
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
  return isDay(text) && text > '1880' && text < '2100'
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

export interface TheaterInput {
  readonly name?: Text
  readonly timezone?: string | undefined
  /** Dropped if the numbers are no coordinates. */
  readonly geo?: { readonly lat: unknown; readonly lon: unknown } | undefined
  readonly phone?: Text
  readonly websiteUrl?: Text
  readonly amenities?: readonly string[]
  readonly isPartial?: boolean
  readonly address?: { readonly [Field in Exclude<keyof Address, 'country'>]?: Text }
}

/** A theater as the platform lists it. */
export interface ListedTheater extends TheaterInput {
  readonly site: string
  /** What a request for it needs besides. */
  readonly options?: Readonly<Record<string, string>>
}

/** The member's address wins over the platform's; other fields of the platform win over the member's. */
export function toTheaterRecord(member: CinemaMember, input: TheaterInput = {}): TheaterRecord {
  const name = cleanText(input.name) ?? member.name
  const { line1, line2, city, state, postal_code } = input.address ?? {}
  const address = defined<Address>({
    line1: cleanText(line1),
    line2: cleanText(line2),
    city: cleanText(city),
    state: cleanText(state),
    postal_code: cleanText(postal_code),
  })
  return defined<TheaterRecord>({
    type: 'theater',
    site: member.site,
    name,
    slug: slugify(name),
    address: withoutRepeatedLine({ ...address, ...member.address }),
    geo: toGeo(input.geo) ?? member.geo,
    timezone: input.timezone ?? member.timezone,
    phone: cleanText(input.phone) ?? member.phone,
    websiteUrl: absoluteUrl(input.websiteUrl) ?? member.website,
    amenities: nonEmpty(input.amenities),
    isPartial: input.isPartial || undefined,
    rawIds: { site: member.site },
  })
}

/** From numbers or text; undefined outside of the globe. */
function toGeo({ lat, lon }: { lat?: unknown; lon?: unknown } = {}): Geo | undefined {
  const [latitude, longitude] = [lat, lon].map((value) =>
    typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
      ? Number(value)
      : Number.NaN,
  ) as [number, number]
  const isOnGlobe = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  // Platforms write 0, 0 for an unknown place.
  return isOnGlobe && (latitude !== 0 || longitude !== 0) ? { lat: latitude, lon: longitude } : undefined
}

export interface ShowtimeInput {
  readonly member: CinemaMember
  readonly session: string
  readonly film: Pick<MovieRecord, 'film' | 'title'>
  readonly start: Start
  readonly state: SaleState
  /** Default: the member's. */
  readonly timezone?: string
  /** Default: computed from the local start. */
  readonly businessDate?: string
  readonly salesStartAt?: number | undefined
  readonly salesEndAt?: number | undefined
  readonly auditorium?: Text
  readonly screen?: Text
  readonly tags: readonly string[]
  /** Wins over the language of a tag. */
  readonly language?: string | undefined
  readonly subtitleLanguage?: string | undefined
  /** Default: `unknown`. */
  readonly seating?: SeatingType
  readonly bookingUrl?: string | undefined
  readonly lacks?: readonly CapabilityName[] | undefined
  readonly unresolved?: readonly UnresolvedField[]
  /** In addition to `session`, `film` and `site`. */
  readonly rawIds?: Readonly<Record<string, Text>>
  /** The start as the platform writes it, published if it is doubtful. */
  readonly localStart?: string
}

export function toShowtimeRecord(input: ShowtimeInput): ShowtimeRecord {
  const { member, session, film, start } = input
  const warnings = nonEmpty(start.warnings)
  const formats = showtimeFormats(input.tags, film.title, member)
  return defined<ShowtimeRecord>({
    type: 'showtime',
    site: member.site,
    session,
    film: film.film,
    startsAt: start.startsAt,
    startsAtLocal: start.startsAtLocal,
    timezone: input.timezone ?? member.timezone,
    businessDate: input.businessDate ?? businessDateOf(start.startsAtLocal),
    state: input.state,
    salesStartAt: isWithin(input.salesStartAt, 0, start.startsAt + dayMs) ? input.salesStartAt : undefined,
    salesEndAt: isWithin(input.salesEndAt, start.startsAt, start.startsAt + dayMs)
      ? input.salesEndAt
      : undefined,
    auditorium: input.auditorium ?? undefined,
    screen: input.screen ?? undefined,
    ...formats,
    language: input.language ?? formats.language,
    subtitleLanguage: input.subtitleLanguage ?? formats.subtitleLanguage,
    seating: input.seating ?? 'unknown',
    bookingUrl: input.bookingUrl,
    lacks: nonEmpty(input.lacks),
    warnings,
    unresolved: nonEmpty(input.unresolved),
    rawIds: definedIds({
      session,
      film: film.film,
      site: member.site,
      ...input.rawIds,
      local_start: warnings === undefined ? undefined : input.localStart,
    }),
  })
}

/** A time of sale beyond means that it is not known. */
function isWithin(ms: number | undefined, firstMs: number, lastMs: number): boolean {
  return ms !== undefined && ms > firstMs && ms <= lastMs
}

function definedIds(ids: Readonly<Record<string, Text>>): RawIds {
  return Object.fromEntries(
    Object.entries(ids).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** The tags of the platform, and those that the title implies. */
function showtimeFormats(tags: readonly string[], title: string, member: CinemaMember): ParsedFormats {
  const fromTags = parseFormats(tags.map(toPlainText), formatOverrides(member))
  const words = parseTitle(title).qualifiers.map(({ word }) => word)
  if (words.length === 0) return fromTags
  const fromTitle = parseFormats(words)
  return {
    ...fromTitle,
    ...fromTags,
    formats: [...new Set([...fromTags.formats, ...fromTitle.formats])].sort(),
  }
}

const overridesByMember = new WeakMap<CinemaMember, ReadonlyMap<string, readonly string[]>>()

/** `formats: dolby=dolby_cinema, ss=sensory_friendly` in the member file. */
function formatOverrides(member: CinemaMember): ReadonlyMap<string, readonly string[]> {
  const cachedOverrides = overridesByMember.get(member)
  if (cachedOverrides !== undefined) return cachedOverrides
  const parsedOverrides = new Map(
    (member.options.formats ?? '')
      .split(',')
      .map((rule) => rule.split('='))
      .flatMap(([raw, tags]) =>
        raw === undefined || tags === undefined
          ? []
          : [[raw.trim().toLowerCase(), tags.trim().split(/\s+/)] as const],
      ),
  )
  overridesByMember.set(member, parsedOverrides)
  return parsedOverrides
}

/** The chain's URL pattern, filled in. */
export function bookingUrl({ booking, site }: CinemaMember, session: string): string | undefined {
  return booking
    ?.replaceAll('{site}', encodeURIComponent(site))
    .replaceAll('{session}', encodeURIComponent(session))
}

type CountedShowtime = Pick<ShowtimeRecord, 'site' | 'session' | 'seating'>

/** Nothing without a count of free seats. A capacity smaller than that is ignored. */
export function toCountRecords(
  { site, session, seating }: CountedShowtime,
  counts: { readonly available: unknown; readonly capacity?: unknown },
  capturedAt: number,
): AvailabilityRecord[] {
  const available = parseCount(counts.available)
  if (available === null) return []
  const total = parseCount(counts.capacity)
  const capacity = total === null || total < available ? null : total
  const sold = capacity === null ? null : capacity - available
  return [
    {
      type: 'availability',
      site,
      session,
      capturedAt,
      seating,
      grade: 'count',
      confidence: sold === null ? 'low' : 'medium',
      counts: withRate({ ...unknownCounts, capacity, available, sold }),
    },
  ]
}

/** `rate` is the occupied share, from 0 to 1; nothing for other values. */
export function toRateRecords(
  { site, session, seating }: CountedShowtime,
  rate: number,
  capturedAt: number,
): AvailabilityRecord[] {
  if (!(rate >= 0 && rate <= 1)) return []
  const counts = { ...unknownCounts, occupancy_rate: toRate(rate) }
  return [
    { type: 'availability', site, session, capturedAt, seating, grade: 'rate', confidence: 'low', counts },
  ]
}

export interface Listing {
  readonly theater: TheaterRecord | undefined
  readonly films: Iterable<MovieRecord>
  readonly showtimes: readonly ShowtimeRecord[]
  /** Sessions that are listed but cannot be published. */
  readonly listed?: Iterable<string>
  /** Days the platform says it publishes. Default: those of the showtimes. */
  readonly days?: readonly string[]
  readonly horizonSource: HorizonSource
}

export function* toListingRecords({ site }: CinemaMember, listing: Listing): Generator<CinemaRecord> {
  const { theater, films, showtimes, horizonSource } = listing
  const days = (listing.days ?? showtimes.map(({ businessDate }) => businessDate)).filter(isDay).sort()
  const [firstDate] = days
  const lastDate = days.at(-1)
  if (theater !== undefined) yield theater
  if (firstDate !== undefined && lastDate !== undefined)
    yield { type: 'horizon', site, firstDate, lastDate, horizonSource }
  yield* films
  yield* showtimes
  const published = new Set(showtimes.map(({ session }) => session))
  for (const session of new Set(listing.listed ?? []))
    if (!published.has(session)) yield { type: 'listed', site, session }
}
