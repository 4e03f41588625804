/** OCAPI listings to records: theater, films and showtimes of one site. */

import { isTimeZone } from '../../../core/zoned-time.ts'
import type { MapContext, ParsedResponse } from '../../../sync/source.ts'
import { isPrivateHire } from '../normalise/private-hire.ts'
import { isDay, parseStart } from '../normalise/time.ts'
import type { SeatingType } from '../schema/index.ts'
import type { MovieRecord, SaleState, ShowtimeRecord, TheaterRecord } from '../schema/records.ts'
import type { CinemaMember } from './cinema-directory.ts'
import {
  bookingUrlField,
  cleanText,
  optional,
  showtimeFormats,
  toMovie,
  toTheater,
} from './record-builders.ts'
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
}

export function toListing(
  answers: readonly ParsedResponse[],
  context: MapContext<CinemaMember>,
): OcapiListing {
  const { member, drop } = context
  const listings = answers.filter(({ kind }) => kind === 'showtimes')
  const related = collect(listings, context)
  const showtimes = new Map<string, ShowtimeRecord>()
  for (const row of listings.flatMap(({ body }) => (body as { showtimes: unknown[] }).showtimes)) {
    if (!isShowtimeRow(row)) drop('not a showtime')
    else if (row.siteId !== member.site) drop('of another site')
    else if (showtimes.has(row.id)) drop('listed twice')
    else {
      const showtime = toShowtime(row, related, context)
      if (showtime !== undefined) showtimes.set(row.id, showtime)
    }
  }
  return { theater: related.theater, films: [...related.films.values()], showtimes: [...showtimes.values()] }
}

interface Related {
  theater: TheaterRecord
  readonly films: Map<string, MovieRecord>
  /** `attributes 0000000030` and the like. */
  readonly names: Map<string, string>
  /** When the first booking period of a rule opens; 0 for one that is open. */
  readonly opensAt: Map<string, number>
}

/** Every day's answer carries what its showtimes refer to; the first to name a thing describes it. */
function collect(
  listings: readonly ParsedResponse[],
  { member, nowMs, drop }: MapContext<CinemaMember>,
): Related {
  const related: Related = {
    theater: toTheater(member),
    films: new Map(),
    names: new Map(),
    opensAt: new Map(),
  }
  for (const { body } of listings) {
    const data = (body as { relatedData: Record<string, unknown[] | undefined> }).relatedData
    collectNames(data, related.names)
    for (const row of data.filmAdvanceBookingRules ?? []) {
      if (isRuleRow(row)) related.opensAt.set(row.id, opensAt(row.bookingPeriods ?? [], nowMs))
    }
    for (const row of data.sites ?? []) {
      if (isSiteRow(row) && row.id === member.site) related.theater = theaterOf(row, member)
    }
    for (const row of data.films ?? []) {
      if (!isFilmRow(row)) drop('not a film')
      else if (!related.films.has(row.id)) {
        const movie = movieOf(row, related.names)
        if (movie !== undefined) related.films.set(row.id, movie)
      }
    }
  }
  return related
}

function collectNames(data: Record<string, unknown[] | undefined>, names: Map<string, string>): void {
  const note = (key: string, name: string | undefined) => {
    if (name !== undefined && name !== '') names.set(key, name)
  }
  for (const table of ['genres', 'attributes', 'screens']) {
    for (const row of data[table] ?? []) {
      if (isNamedRow(row)) note(`${table} ${row.id}`, cleanText(row.name?.text))
    }
  }
  for (const row of data.censorRatings ?? []) {
    if (isRatingRow(row)) note(`censorRatings ${row.id}`, cleanText(row.classification?.text))
  }
  for (const row of data.castAndCrew ?? []) {
    if (!isPersonRow(row)) continue
    const { givenName, familyName } = row.name
    note(`castAndCrew ${row.id}`, cleanText([givenName, familyName].filter(Boolean).join(' ')))
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
  const zone = row.ianaTimeZoneName
  const address = row.contactDetails?.address
  return toTheater(member, {
    ...optional('name', cleanText(row.name?.text)),
    ...(row.location ? { geo: { lat: row.location.latitude, lon: row.location.longitude } } : {}),
    ...(zone && isTimeZone(zone) ? { timezone: zone } : {}),
    address: {
      ...optional('line1', cleanText(address?.line1)),
      ...optional('line2', cleanText(address?.line2)),
      ...optional('city', cleanText(address?.city)),
    },
  })
}

function movieOf(film: FilmRow, names: ReadonlyMap<string, string>): MovieRecord | undefined {
  if (isPrivateHire(film.title.text)) return undefined
  const crew = (role: RegExp) =>
    (film.castAndCrew ?? [])
      .filter(({ roles }) => roles.some((name) => role.test(name)))
      .map(({ castAndCrewMemberId }) => names.get(`castAndCrew ${castAndCrewMemberId}`))
  return toMovie({
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
    ids: optional('moviexchange', film.externalIds?.moviexchangeReleaseId),
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
  if (start === undefined || !isDay(row.schedule.businessDate)) {
    drop('no start')
    return undefined
  }
  const attributes = (row.attributeIds ?? []).flatMap((id) => names.get(`attributes ${id}`) ?? [])
  const raws = row.requires3dGlasses ? [...attributes, 'requires3dGlasses'] : attributes
  const screen = row.screenId ?? undefined
  const opens = row.filmAdvanceBookingRuleId ? (opensAt.get(row.filmAdvanceBookingRuleId) ?? 0) : 0
  const isHeldBack = (row.restrictions ?? []).includes('FilmAdvanceBookingRule') && opens > nowMs
  return {
    type: 'showtime',
    site: row.siteId,
    session: row.id,
    film: row.filmId,
    startsAt: start.startsAt,
    startsAtLocal: start.startsAtLocal,
    timezone: theater.timezone,
    businessDate: row.schedule.businessDate,
    state: stateOf(row, isHeldBack),
    ...(isHeldBack ? { salesStartAt: opens } : {}),
    ...optional('auditorium', screen === undefined ? undefined : names.get(`screens ${screen}`)),
    ...optional('screen', screen),
    ...showtimeFormats(raws, film.title, member),
    seating: seatingOf(row),
    ...bookingUrlField(member, row.id),
    ...(row.isAllocatedSeating === false ? { lacks: ['seat_grid'] as const } : {}),
    ...(start.warnings.length === 0 ? {} : { warnings: start.warnings }),
    rawIds: {
      session: row.id,
      film: row.filmId,
      site: row.siteId,
      ...optional('screen', screen),
      ...optional('layout', row.seatLayoutId),
      ...optional('event', row.eventId),
    },
  }
}

function stateOf(row: ShowtimeRow, isHeldBack: boolean): SaleState {
  if (row.isSoldOut) return 'sold_out'
  return isHeldBack ? 'not_on_sale' : 'on_sale'
}

/** The showtime's own flag wins over its areas'. */
function seatingOf({ isAllocatedSeating, areaCategories }: ShowtimeRow): SeatingType {
  if (isAllocatedSeating === undefined || isAllocatedSeating === null) return 'unknown'
  if (!isAllocatedSeating) return 'general_admission'
  return (areaCategories ?? []).some((area) => area.isAllocatedSeating === false) ? 'mixed' : 'reserved'
}
