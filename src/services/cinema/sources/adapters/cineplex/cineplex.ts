/** Cineplex: showtimes of a theater by day, seat layout and availability per showtime. */

import { Type } from 'typebox'
import { Failure } from '../../../../../core/errors.ts'
import { toLocalText } from '../../../../../core/zoned-time.ts'
import type { MapContext, ParsedResponse } from '../../../../../sync/source.ts'
import { isPrivateHire } from '../../../normalise/private-hire.ts'
import { checkLocalText, parseUtcStart } from '../../../normalise/time.ts'
import { toCapabilities } from '../../../schema/index.ts'
import type { AvailabilityRecord, MovieRecord, SaleState, ShowtimeRecord } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import { defineCinemaSource, failedPart, fetchParts } from '../../define-cinema-source.ts'
import { unknownRows } from '../../field-schemas.ts'
import { absoluteUrl, bodiesOf, cleanText, daysIn, idsIn, soonest, tryParseJson } from '../../field-values.ts'
import { toCountRecords } from '../../records/count-records.ts'
import { toListingRecords } from '../../records/listing-records.ts'
import { toMovieRecord } from '../../records/movie-record.ts'
import { withCounts } from '../../records/seat-plan-records.ts'
import { toSeating, toShowtimeRecord } from '../../records/showtime-record.ts'
import { toTheaterRecord } from '../../records/theater-record.ts'
import {
  assertListed,
  cineplexRules,
  createClient,
  fetchFilms,
  type Session,
  seatRequests,
} from './requests.ts'
import { Days, isDays, isMovie, isSession, Layout, type SessionRow, type TheaterDays } from './schemas.ts'
import { toSeatPlanRecords } from './seats.ts'

/** More than a theater has ever announced; 92 have been seen. */
const datesMax = 200

export const cineplex = defineCinemaSource({
  id: 'cineplex',
  about: {
    name: 'Cineplex',
    home: 'https://www.cineplex.com',
    terms: 'Catalogue with the operator’s subscription key; a few seat plans per run.',
  },
  baseUrl: 'https://apis.cineplex.com',
  everyMinutes: 60,
  polite: { atOnce: 1, gapMs: 500 },
  gate: 'key',
  capabilities: toCapabilities(
    [
      'showtimes',
      'occupancy_rate',
      'occupancy_counts',
      'seat_summary',
      'seat_grid',
      'general_admission',
      'booking_url',
    ],
    true,
  ),
  grade: 'grid',
  horizon: { maxDays: 92, source: 'source_reported' },
  limitations: ['held_not_separated'],
  seatCalls: 8,
  raw: {
    movies: Type.Object({ items: unknownRows }),
    showtimes: Days,
    dates: unknownRows,
    layout: Layout,
    availability: Type.Object({ seatAvailabilities: Type.Record(Type.String(), Type.String()) }),
  },

  secondaryKinds: ['movies', 'layout', 'availability'],
  partKinds: ['showtimes'],
  statusRules: cineplexRules,

  async *fetch(context) {
    const { member, nowMs, seatCalls } = context
    const { catalogue } = createClient(context)
    const dates = await catalogue('dates', 'dates/bookable', { locationId: member.site })
    if (dates === undefined) return await assertListed(context)
    yield dates
    // A show that has not begun may no longer be sold.
    const today = toLocalText(nowMs, member.timezone).slice(0, 10)
    const days = [...new Set([today, ...daysIn(tryParseJson(dates.body)).days])].sort()
    const sessions: Session[] = []
    const films = new Set<string>()
    for (const date of days.slice(0, datesMax)) {
      const day = await catalogue('showtimes', 'showtimes', { locationId: member.site, date })
      if (day === undefined) continue
      yield day
      sessions.push(...sessionsOf(day.body))
      for (const film of filmsOf(day.body)) films.add(film)
    }
    if (days.length > datesMax) yield failedPart(context, 'days', tooManyDays, days.slice(datesMax))
    yield* fetchParts(context, {
      films: [() => fetchFilms(context, films)],
      seats: seatRequests(context, soonest(sessions, nowMs, seatCalls)),
    })
  },

  async *fetchSeatMap(context) {
    const { seats } = createClient(context)
    yield await seats(context.session.session, 'seat-layout')
    yield await seats(context.session.session, 'seat-availability')
  },

  *toRecords(responses, context) {
    const { member } = context
    const { counts, ...listing } = toListing(responses, context)
    const isListed = responses.some(({ kind }) => kind === 'showtimes')
    yield* toListingRecords(member, {
      ...listing,
      theater: isListed ? toTheaterRecord(member) : undefined,
      ...daysIn(bodiesOf<unknown[]>(responses, 'dates').flat()),
    })
    yield* withCounts(toSeatPlanRecords(responses, listing.showtimes, context), counts)
  },
})

const tooManyDays = new Failure('upstream_changed', `The source lists more than ${datesMax} days.`)

function filmsOf(body: string): string[] {
  const days: unknown = tryParseJson(body)
  return isDays(days) ? [...sessionsIn(days)].map(({ movie }) => String(movie.id)) : []
}

function sessionsOf(body: string): Session[] {
  const days: unknown = tryParseJson(body)
  if (!isDays(days)) return []
  const unique = new Map<string, Session>()
  for (const { row } of sessionsIn(days)) {
    if (!isSession(row) || row.isReservedSeating === false) continue
    const id = String(row.vistaSessionId)
    const startsAt = Date.parse(row.showStartDateTimeUtc)
    if (!Number.isNaN(startsAt)) unique.set(id, { id, auditorium: row.auditorium ?? id, startsAt })
  }
  return [...unique.values()]
}

interface ListedSession {
  readonly row: unknown
  readonly movie: { readonly id: string | number; readonly name: string }
  readonly theatreId: string
  readonly date: string
  readonly tags: readonly string[]
}

/** Every session with its movie, theater and day. */
function* sessionsIn(days: TheaterDays | TheaterDays[]): Generator<ListedSession> {
  for (const { theatreId, dates } of [days].flat()) {
    for (const { startDate, movies } of dates) {
      for (const movie of movies) {
        for (const { experienceTypes, sessions } of movie.experiences) {
          const tags = [experienceTypes ?? []].flat()
          for (const row of sessions) {
            yield { row, movie, theatreId: String(theatreId), date: startDate.slice(0, 10), tags }
          }
        }
      }
    }
  }
}

function toListing(
  responses: readonly ParsedResponse[],
  { member, nowMs, drop }: MapContext<CinemaMember>,
): {
  films: Iterable<MovieRecord>
  showtimes: ShowtimeRecord[]
  listed: string[]
  counts: AvailabilityRecord[]
} {
  const films = new Map<string, MovieRecord>()
  const showtimes = new Map<string, ShowtimeRecord>()
  const listed: string[] = []
  const counts: AvailabilityRecord[] = []
  for (const { kind, body } of responses)
    if (kind === 'movies') for (const row of body.items as unknown[]) addMovie(films, row, drop, false)
  for (const { kind, body } of responses) {
    if (kind !== 'showtimes') continue
    for (const { row, movie, theatreId, date, tags } of sessionsIn(body)) {
      addMovie(films, movie, drop, true)
      const film = films.get(String(movie.id))
      const isOurs = theatreId === member.site
      const showtime =
        film && isOurs && isSession(row) ? toShowtime(row, film, date, tags, member) : undefined
      if (showtime === undefined) {
        if (!isOurs) drop('of another theater')
        else drop(film === undefined ? 'no film, or a private hire' : 'not a session')
        if (isOurs && film !== undefined) listed.push(...idsIn(row, 'vistaSessionId'))
        continue
      }
      const existingShowtime = showtimes.get(showtime.session)
      showtimes.set(
        showtime.session,
        existingShowtime === undefined ? showtime : mergeShowtimes(existingShowtime, showtime),
      )
      if (existingShowtime === undefined) counts.push(...toCounts(row as SessionRow, showtime, nowMs))
    }
  }
  return { films: films.values(), showtimes: [...showtimes.values()], listed, counts }
}

function addMovie(
  films: Map<string, MovieRecord>,
  row: unknown,
  drop: (reason: string) => void,
  isPartial: boolean,
): void {
  if (!isMovie(row)) {
    drop('not a movie')
    return
  }
  if (films.has(String(row.id)) || isPrivateHire(row.name)) return
  const movie = toMovieRecord({
    film: String(row.id),
    title: row.name,
    runtimeMinutes: row.runtimeInMinutes,
    genres: (row.genres ?? []).filter((genre) => typeof genre === 'string'),
    isPartial,
  })
  if (movie !== undefined) films.set(movie.film, movie)
}

/** A session is listed once per area: tags are merged, seat counts are not added. */
function mergeShowtimes(one: ShowtimeRecord, other: ShowtimeRecord): ShowtimeRecord {
  return {
    ...one,
    formats: [...new Set([...one.formats, ...other.formats])].sort(),
    rawFormats: [...new Set([...one.rawFormats, ...other.rawFormats])],
  }
}

function toShowtime(
  row: SessionRow,
  film: MovieRecord,
  businessDate: string,
  tags: readonly string[],
  member: CinemaMember,
): ShowtimeRecord | undefined {
  const instant = parseUtcStart(row.showStartDateTimeUtc, member.timezone)
  const start = instant && checkLocalText(instant, row.showStartDateTime)
  if (start === undefined) return undefined
  const isGeneralAdmission = row.isReservedSeating === false
  return toShowtimeRecord({
    member,
    session: String(row.vistaSessionId),
    film,
    start,
    businessDate,
    state: stateOf(row),
    auditorium: cleanText(row.auditorium),
    tags,
    seating: toSeating(row.isReservedSeating),
    bookingUrl: absoluteUrl(row.deeplinkUrl),
    lacks: isGeneralAdmission ? ['seat_grid'] : [],
  })
}

function stateOf({ isSoldOut, isShowtimeEnabledOnline, seatsRemaining }: SessionRow): SaleState {
  if (isSoldOut || seatsRemaining === 0) return 'sold_out'
  return isShowtimeEnabledOnline === false ? 'not_on_sale' : 'on_sale'
}

function toCounts(row: SessionRow, showtime: ShowtimeRecord, capturedAt: number): AvailabilityRecord[] {
  return toCountRecords(showtime, { available: row.seatsRemaining }, capturedAt).map((record) => ({
    ...record,
    confidence: 'medium',
  }))
}
