/** The quickbook service of Cineworld, Cinema City and Rav-Hen: dates of a cinema, then films and events of each day. */

import { Type } from 'typebox'
import { typeGuard } from '../../../core/type-guard.ts'
import { toLocalText } from '../../../core/zoned-time.ts'
import type { MapContext, ParsedResponse } from '../../../sync/source.ts'
import { isPrivateHire } from '../normalise/private-hire.ts'
import { toRate, unknownCounts } from '../normalise/seat-codes.ts'
import { addDays, isDay, parseLocalStart } from '../normalise/time.ts'
import type {
  AvailabilityRecord,
  CinemaRecord,
  MovieRecord,
  SaleState,
  ShowtimeRecord,
} from '../schema/records.ts'
import { type CinemaMember, toCapabilities } from './cinema-directory.ts'
import { defineCinemaSource } from './define-cinema-source.ts'
import { nullish, nullishBoolean, nullishNumber, nullishText, unknownRows } from './field-schemas.ts'
import {
  absoluteUrl,
  optional,
  showtimeFormats,
  toHorizon,
  toMovie,
  toTheater,
  tryParseJson,
} from './record-builders.ts'
import { resolveRepeatedHours } from './resolve-repeated-hours.ts'

const datesMax = 120
const detailsMax = 80
/** Their calendar is asked for until a day; everything they sell lies within a year. */
const untilDays = 365

const FilmShape = Type.Object({
  id: Type.String({ minLength: 1 }),
  name: Type.String(),
  length: nullishNumber,
  posterLink: nullishText,
  releaseDate: nullishText,
  attributeIds: nullish(Type.Array(Type.String())),
})
const isFilm = typeGuard(FilmShape)

const EventShape = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  filmId: Type.String({ minLength: 1 }),
  cinemaId: Type.String(),
  businessDay: Type.String(),
  eventDateTime: Type.String(),
  attributeIds: nullish(Type.Array(Type.String())),
  bookingLink: nullishText,
  compositeBookingLink: nullish(
    Type.Object({ blockOnlineSales: nullishBoolean, blockOnlineSalesUntil: nullishText }),
  ),
  soldOut: nullishBoolean,
  auditorium: nullishText,
  availabilityRatio: nullishNumber,
})
const isEvent = typeGuard(EventShape)
type EventRow = Type.Static<typeof EventShape>

const Details = Type.Object({
  body: Type.Object({
    filmDetails: Type.Object({
      id: Type.String({ minLength: 1 }),
      name: Type.String(),
      originalName: nullishText,
      length: nullishNumber,
      posterLink: nullishText,
      cast: nullishText,
      directors: nullishText,
      synopsis: nullishText,
      dateStarted: nullishText,
      ageRestrictionName: nullishText,
      categoriesAttributes: nullish(Type.Array(Type.String())),
    }),
  }),
})

export const quickbook = defineCinemaSource({
  id: 'quickbook',
  about: {
    name: 'Cineworld quickbook',
    home: 'https://www.cineworld.co.uk',
    terms: 'Public listings of the chain’s own site; read at its pace, with a link back.',
  },
  baseUrl: 'https://www.cineworld.co.uk',
  everyMinutes: 120,
  polite: { atOnce: 1, gapMs: 500 },
  gate: 'none',
  capabilities: toCapabilities(['showtimes', 'occupancy_rate', 'booking_url'], false),
  grade: 'rate',
  horizon: { maxDays: 110, source: 'source_reported' },
  limitations: ['rate_where_the_chain_publishes_it'],
  seatCalls: 0,
  raw: {
    dates: Type.Object({ body: Type.Object({ dates: Type.Array(Type.String()) }) }),
    events: Type.Object({ body: Type.Object({ films: unknownRows, events: unknownRows }) }),
    details: Details,
  },

  async *fetch({ http, member, nowMs, signal }) {
    const { tenant = '10108', lang = 'en_GB' } = member.options
    const service = `${member.base}/data-api-service/v1`
    const get = async (kind: string, path: string) => {
      const answer = await http.request(`${service}/${path}?attr=&lang=${lang}`, { signal })
      return { kind, url: answer.url, fetchedAt: answer.receivedAt, body: answer.body }
    }
    const site = encodeURIComponent(member.site)
    const until = addDays(toLocalText(nowMs, member.timezone).slice(0, 10), untilDays)
    const dates = await get('dates', `quickbook/${tenant}/dates/in-cinema/${site}/until/${until}`)
    yield dates
    // One more call per film; a chain's theaters should agree on it, or their films are told now this way, now that.
    const wantsDetails = member.options.details === 'yes'
    const films = new Set<string>()
    for (const date of datesOf(dates.body)) {
      const events = await get('events', `quickbook/${tenant}/film-events/in-cinema/${site}/at-date/${date}`)
      yield events
      if (wantsDetails) for (const film of filmsOf(events.body)) films.add(film)
    }
    for (const film of [...films].slice(0, detailsMax)) {
      yield await get('details', `${tenant}/films/byDistributorCode/${encodeURIComponent(film)}`)
    }
  },

  *toRecords(answers, context): Generator<CinemaRecord> {
    const { member } = context
    const dates = answers
      .filter(({ kind }) => kind === 'dates')
      .flatMap(({ body }) => body.body.dates as string[])
    const horizon = toHorizon(member.site, dates, 'source_reported')
    yield toTheater(member)
    if (horizon !== undefined) yield horizon
    const films = toMovies(answers, context)
    yield* films.values()
    const { showtimes, availabilities } = toShowtimes(answers, films, context)
    yield* resolveRepeatedHours(showtimes, (film) => films.get(film)?.runtimeMinutes)
    yield* availabilities
  },
})

function datesOf(body: string): string[] {
  const dates: unknown = tryParseJson(body)?.body?.dates
  return Array.isArray(dates) ? [...new Set(dates.filter(isDay))].sort().slice(0, datesMax) : []
}

function filmsOf(body: string): string[] {
  const films: unknown = tryParseJson(body)?.body?.films
  return Array.isArray(films) ? films.filter((film) => isFilm(film)).map(({ id }) => id) : []
}

const ratings = /^(?:u|pg|12|12a|15|18|r18|tbc|g|r|nc-?17|pg-?13)$/i

function toMovies(
  answers: readonly ParsedResponse[],
  { drop }: MapContext<CinemaMember>,
): Map<string, MovieRecord> {
  const films = new Map<string, MovieRecord>()
  for (const { kind, body } of answers) {
    if (kind !== 'details') continue
    const details = (body as Type.Static<typeof Details>).body.filmDetails
    const movie = toMovie({
      film: details.id.toLowerCase(),
      title: details.name,
      originalTitle: details.originalName,
      runtimeMinutes: details.length,
      poster: details.posterLink,
      cast: details.cast?.split(',') ?? [],
      directors: details.directors?.split(',') ?? [],
      synopsis: details.synopsis,
      releaseOn: details.dateStarted,
      rating: details.ageRestrictionName?.toUpperCase(),
      genres: details.categoriesAttributes ?? [],
    })
    if (movie !== undefined && !isPrivateHire(movie.title)) films.set(movie.film, movie)
  }
  for (const row of answers
    .filter(({ kind }) => kind === 'events')
    .flatMap(({ body }) => body.body.films as unknown[])) {
    if (!isFilm(row)) {
      drop('not a film')
      continue
    }
    if (films.has(row.id.toLowerCase()) || isPrivateHire(row.name)) continue
    const movie = toMovie({
      film: row.id.toLowerCase(),
      title: row.name,
      runtimeMinutes: row.length,
      poster: row.posterLink,
      releaseOn: row.releaseDate,
      rating: row.attributeIds?.find((id) => ratings.test(id))?.toUpperCase(),
    })
    if (movie !== undefined) films.set(movie.film, movie)
  }
  return films
}

function toShowtimes(
  answers: readonly ParsedResponse[],
  films: ReadonlyMap<string, MovieRecord>,
  { member, nowMs, drop }: MapContext<CinemaMember>,
): { showtimes: ShowtimeRecord[]; availabilities: AvailabilityRecord[] } {
  const showtimes = new Map<string, ShowtimeRecord>()
  const availabilities: AvailabilityRecord[] = []
  for (const { body } of answers.filter(({ kind }) => kind === 'events')) {
    for (const row of body.body.events as unknown[]) {
      const reason = reasonToDrop(row, films, showtimes, member)
      const showtime = reason === undefined ? toShowtime(row as EventRow, films, member, nowMs) : undefined
      if (showtime === undefined) {
        drop(reason ?? 'no start')
        continue
      }
      showtimes.set(showtime.session, showtime)
      const { availabilityRatio: ratio } = row as EventRow
      if (typeof ratio === 'number' && ratio >= 0 && ratio <= 1)
        availabilities.push(toAvailability(showtime, ratio, nowMs))
    }
  }
  return { showtimes: [...showtimes.values()], availabilities }
}

function reasonToDrop(
  row: unknown,
  films: ReadonlyMap<string, MovieRecord>,
  showtimes: ReadonlyMap<string, ShowtimeRecord>,
  { site }: CinemaMember,
): string | undefined {
  if (!isEvent(row)) return 'not an event'
  if (row.cinemaId !== site) return 'of another cinema'
  if (!films.has(row.filmId.toLowerCase())) return 'no film, or a private hire'
  return showtimes.has(row.id) ? 'listed twice' : undefined
}

function toShowtime(
  row: EventRow,
  films: ReadonlyMap<string, MovieRecord>,
  member: CinemaMember,
  nowMs: number,
): ShowtimeRecord | undefined {
  const start = parseLocalStart(row.eventDateTime, member.timezone)
  if (start === undefined || !isDay(row.businessDay)) return undefined
  const tags = row.attributeIds ?? []
  const film = row.filmId.toLowerCase()
  const opens = parseLocalStart(
    row.compositeBookingLink?.blockOnlineSalesUntil ?? '',
    member.timezone,
  )?.startsAt
  const isHeldBack =
    row.compositeBookingLink?.blockOnlineSales === true || (opens !== undefined && opens > nowMs)
  return {
    type: 'showtime',
    site: member.site,
    session: row.id,
    film,
    startsAt: start.startsAt,
    startsAtLocal: start.startsAtLocal,
    timezone: member.timezone,
    businessDate: row.businessDay,
    state: stateOf(row, isHeldBack),
    ...(opens !== undefined && opens > nowMs ? { salesStartAt: opens } : {}),
    ...optional('auditorium', row.auditorium),
    ...showtimeFormats(
      tags.filter((tag) => !ratings.test(tag)),
      films.get(film)?.title ?? '',
      member,
    ),
    seating: tags.includes('reserved-selected') ? 'reserved' : 'unknown',
    ...optional('bookingUrl', absoluteUrl(row.bookingLink)),
    ...(typeof row.availabilityRatio === 'number' ? {} : { lacks: ['occupancy_rate'] as const }),
    ...(start.warnings.length === 0 ? {} : { warnings: start.warnings }),
    rawIds: {
      session: row.id,
      film: row.filmId,
      site: member.site,
      ...(start.warnings.length === 0 ? {} : { local_start: row.eventDateTime }),
    },
  }
}

function stateOf(row: EventRow, isHeldBack: boolean): SaleState {
  if (row.soldOut) return 'sold_out'
  if (isHeldBack) return 'not_on_sale'
  return row.bookingLink ? 'on_sale' : 'unknown'
}

/** The share of seats that are still free. */
function toAvailability(showtime: ShowtimeRecord, ratio: number, capturedAt: number): AvailabilityRecord {
  return {
    type: 'availability',
    site: showtime.site,
    session: showtime.session,
    capturedAt,
    seating: showtime.seating,
    grade: 'rate',
    confidence: 'low',
    counts: { ...unknownCounts, occupancyRate: toRate(1 - ratio) },
  }
}
