/** Maps OCAPI listings to the theater, films and showtimes of one site. */

import { isTimeZone } from '../../../../../core/zoned-time.ts'
import type { MapContext, ParsedResponse } from '../../../../../sync/source.ts'
import { isPrivateHire } from '../../../normalise/private-hire.ts'
import { parseStart } from '../../../normalise/time.ts'
import type { SeatingType } from '../../../schema/index.ts'
import type { MovieRecord, ShowtimeRecord, TheaterRecord, UnresolvedField } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import { bodiesOf, cleanText, idsIn } from '../../field-values.ts'
import { toMovieRecord } from '../../records/movie-record.ts'
import { resolveRepeatedHours } from '../../records/resolve-repeated-hours.ts'
import { bookingUrl, toShowtimeRecord } from '../../records/showtime-record.ts'
import { type ListedTheater, toTheaterRecord } from '../../records/theater-record.ts'
import {
  type FilmRow,
  isFilmRow,
  isNamedRow,
  isPersonRow,
  isRatingRow,
  isRuleRow,
  isShowtimeRow,
  isSiteRow,
  type ShowtimeRow,
  type SiteRow,
} from './vista-ocapi-schemas.ts'

export interface OcapiListing {
  readonly theater: TheaterRecord
  readonly films: readonly MovieRecord[]
  readonly showtimes: readonly ShowtimeRecord[]
  /** Sessions that are listed but cannot be published. */
  readonly listed: readonly string[]
}

export function toListing(
  responses: readonly ParsedResponse[],
  context: MapContext<CinemaMember>,
): OcapiListing {
  const { member, drop } = context
  const listings = bodiesOf<ListingBody>(responses, 'showtimes')
  const related = collect(listings, context)
  const showtimes = new Map<string, ShowtimeRecord>()
  const listed: string[] = []
  for (const row of listings.flatMap((body) => body.showtimes)) {
    if (!isShowtimeRow(row)) {
      drop('not a showtime')
      listed.push(...idsIn(row, 'id'))
    } else if (row.siteId !== member.site) drop('of another site')
    else if (showtimes.has(row.id)) drop('listed twice')
    else {
      const showtime = toShowtime(row, related, context)
      if (showtime !== undefined) showtimes.set(row.id, showtime)
      else if (!related.privateFilms.has(row.filmId)) listed.push(row.id)
    }
  }
  const { theater, films } = related
  return {
    theater,
    films: [...films.values()],
    showtimes: resolveRepeatedHours(showtimes.values(), films),
    listed,
  }
}

interface ListingBody {
  readonly showtimes: unknown[]
  readonly relatedData: RelatedData
}

type RelatedData = Readonly<Record<string, unknown[] | undefined>>

interface Related {
  theater: TheaterRecord
  readonly films: Map<string, MovieRecord>
  readonly privateFilms: Set<string>
  /** By table and id: `attributes 0000000030`. */
  readonly names: Map<string, string>
  /** When the first booking period of a rule opens; 0 if it is open. */
  readonly opensAt: Map<string, number>
}

/** Each response contains the data its showtimes refer to; films keep their first description. */
function collect(
  listings: readonly ListingBody[],
  { member, nowMs, drop }: MapContext<CinemaMember>,
): Related {
  const related: Related = {
    theater: toTheaterRecord(member, { isPartial: true }),
    films: new Map(),
    privateFilms: new Set(),
    names: new Map(),
    opensAt: new Map(),
  }
  for (const { relatedData: data } of listings) {
    collectNames(data, related.names)
    for (const row of data.filmAdvanceBookingRules ?? []) {
      if (isRuleRow(row)) related.opensAt.set(row.id, opensAt(row.bookingPeriods ?? [], nowMs))
    }
    for (const row of data.sites ?? []) {
      if (isSiteRow(row) && row.id === member.site) related.theater = theaterOf(row, member)
    }
    for (const row of data.films ?? []) {
      if (!isFilmRow(row)) drop('not a film')
      else if (isPrivateHire(row.title.text)) related.privateFilms.add(row.id)
      else if (!related.films.has(row.id)) {
        const movie = toMovie(row, related.names)
        if (movie !== undefined) related.films.set(row.id, movie)
      }
    }
  }
  return related
}

function collectNames(data: RelatedData, names: Map<string, string>): void {
  const add = (key: string, name: string | undefined) => {
    if (name !== undefined && name !== '') names.set(key, name)
  }
  for (const table of ['genres', 'attributes', 'screens']) {
    for (const row of data[table] ?? []) {
      if (isNamedRow(row)) add(`${table} ${row.id}`, cleanText(row.name?.text))
    }
  }
  for (const row of data.censorRatings ?? []) {
    if (isRatingRow(row)) add(`censorRatings ${row.id}`, cleanText(row.classification?.text))
  }
  for (const row of data.castAndCrew ?? []) {
    if (!isPersonRow(row)) continue
    const { givenName, familyName } = row.name
    add(`castAndCrew ${row.id}`, cleanText([givenName, familyName].filter(Boolean).join(' ')))
  }
}

function opensAt(periods: readonly { startsAt?: string | null }[], nowMs: number): number {
  const starts = periods
    .map(({ startsAt }) => Date.parse(startsAt ?? ''))
    .filter((start) => !Number.isNaN(start))
  if (starts.length === 0 || starts.some((start) => start <= nowMs)) return 0
  return Math.min(...starts)
}

function theaterOf(row: SiteRow, member: CinemaMember): TheaterRecord {
  const { timezone, ...theater } = fromSite(row)
  // Some installations name a zone of another country with the same offset.
  return toTheaterRecord(member, member.options.timezone === 'fixed' ? theater : { timezone, ...theater })
}

export function fromSite({
  id,
  name,
  location,
  contactDetails,
  ianaTimeZoneName: zone,
}: SiteRow): ListedTheater {
  const { line1, line2, city } = contactDetails?.address ?? {}
  return {
    site: id,
    name: name?.text,
    geo: { lat: location?.latitude, lon: location?.longitude },
    timezone: zone && isTimeZone(zone) ? zone : undefined,
    address: { line1, line2, city },
  }
}

function toMovie(film: FilmRow, names: ReadonlyMap<string, string>): MovieRecord | undefined {
  const moviexchange = film.externalIds?.moviexchangeReleaseId
  const crew = (role: RegExp) =>
    (film.castAndCrew ?? [])
      .filter(({ roles }) => roles.some((name) => role.test(name)))
      .map(({ castAndCrewMemberId }) => names.get(`castAndCrew ${castAndCrewMemberId}`))
  return toMovieRecord({
    film: film.id,
    title: film.title.text,
    translations: (film.title.translations ?? []).map(({ text }) => text),
    releaseOn: film.releaseDate,
    runtimeMinutes: film.runtimeInMinutes,
    rating: names.get(`censorRatings ${film.censorRatingId}`),
    ratingReason: film.censorRatingNote?.text,
    genres: (film.genreIds ?? []).map((id) => names.get(`genres ${id}`)),
    synopsis: film.synopsis?.text ?? film.shortSynopsis?.text,
    cast: crew(/^actor/i),
    directors: crew(/^director/i),
    distributor: film.distributorName,
    ids: typeof moviexchange === 'string' ? { moviexchange } : {},
  })
}

function toShowtime(
  row: ShowtimeRow,
  { theater, films, names, opensAt }: Related,
  { member, nowMs, drop }: MapContext<CinemaMember>,
): ShowtimeRecord | undefined {
  const film = films.get(row.filmId)
  if (film === undefined) {
    drop('no film, or a private hire')
    return undefined
  }
  const start = parseStart(row.schedule.startsAt, theater.timezone)
  if (start === undefined) {
    drop('no start')
    return undefined
  }
  const attributeIds = row.attributeIds ?? []
  const attributes = attributeIds.flatMap((id) => names.get(`attributes ${id}`) ?? [])
  const auditorium = names.get(`screens ${row.screenId}`)
  const unresolved: UnresolvedField[] = []
  if (row.screenId && auditorium === undefined) unresolved.push('auditorium')
  if (attributes.length < attributeIds.length) unresolved.push('formats')
  const opens = row.filmAdvanceBookingRuleId ? (opensAt.get(row.filmAdvanceBookingRuleId) ?? 0) : 0
  const isHeldBack = (row.restrictions ?? []).includes('FilmAdvanceBookingRule') && opens > nowMs
  return toShowtimeRecord({
    member,
    session: row.id,
    film,
    start,
    timezone: theater.timezone,
    businessDate: row.schedule.businessDate,
    state: row.isSoldOut ? 'sold_out' : isHeldBack ? 'not_on_sale' : 'on_sale',
    salesStartAt: isHeldBack ? opens : undefined,
    auditorium,
    screen: row.screenId,
    tags: row.requires3dGlasses ? [...attributes, 'requires3dGlasses'] : attributes,
    seating: seatingOf(row),
    bookingUrl: bookingUrl(member, row.id),
    lacks: row.isAllocatedSeating === false ? ['seat_grid'] : [],
    unresolved,
    localStart: row.schedule.startsAt,
    rawIds: { screen: row.screenId, layout: row.seatLayoutId, event: row.eventId },
  })
}

/** The flag of the showtime wins over those of its areas. */
function seatingOf({ isAllocatedSeating, areaCategories }: ShowtimeRow): SeatingType {
  if (isAllocatedSeating === undefined || isAllocatedSeating === null) return 'unknown'
  if (!isAllocatedSeating) return 'general_admission'
  return (areaCategories ?? []).some((area) => area.isAllocatedSeating === false) ? 'mixed' : 'reserved'
}
