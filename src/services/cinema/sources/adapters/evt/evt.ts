/** Event Cinemas (AU, NZ): the films and sessions of each day, several cinemas in a request, and seats by session. */

import { Type } from 'typebox'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { MapContext, ParsedResponse, UpstreamResponse } from '../../../../../sync/source.ts'
import { isPrivateHire } from '../../../normalise/private-hire.ts'
import { mergeRepeatedLayouts } from '../../../normalise/seat-map.ts'
import { parseLocalStart } from '../../../normalise/time.ts'
import { capabilityNames, toCapabilities } from '../../../schema/index.ts'
import type {
  AvailabilityRecord,
  CinemaRecord,
  MovieRecord,
  ShowtimeRecord,
} from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import {
  defineCinemaSource,
  fetchParts,
  type LiveContext,
  toUpstreamResponse,
} from '../../define-cinema-source.ts'
import {
  anyId,
  nullish,
  nullishBoolean,
  nullishNumber,
  nullishText,
  unknownRows,
} from '../../field-schemas.ts'
import { absoluteUrl, bodiesOf, idsIn, parseCount, soonest, tryParseJson } from '../../field-values.ts'
import {
  toCountRecords,
  toListingRecords,
  toMovieRecord,
  toShowtimeRecord,
  toTheaterRecord,
} from '../../record-builders.ts'
import { resolveRepeatedHours } from '../../resolve-repeated-hours.ts'
import { fetchListing } from '../../share-installation.ts'
import { SeatPlan, sessionOf, toSeatPlanRecords } from './evt-seats.ts'
import { fetchDays, scriptHeaders } from './fetch-days.ts'

const SessionShape = Type.Object({
  Id: anyId,
  CinemaId: anyId,
  StartTime: Type.String(),
  ScreenTypeName: nullishText,
  ScreenName: nullishText,
  SeatsAvailable: Type.Optional(Type.Unknown()),
  SeatAllocation: nullishBoolean,
  Attributes: nullish(unknownRows),
  BookingUrl: nullishText,
})
const isSession = typeGuard(SessionShape)
type SessionRow = Type.Static<typeof SessionShape>

const isAttribute = typeGuard(Type.Object({ Name: Type.String() }))

const MovieShape = Type.Object({
  Id: anyId,
  HOCode: nullishText,
  Name: Type.String(),
  RunningTime: nullishNumber,
  Rating: nullishText,
  ReleasedAt: nullishText,
  MainCast: nullishText,
  Director: nullishText,
  Synopsis: nullishText,
  PosterUrl: nullishText,
  MovieGenres: nullish(Type.Array(Type.Object({ Name: nullishText }))),
  CinemaModels: unknownRows,
})
const isMovie = typeGuard(MovieShape)
type MovieRow = Type.Static<typeof MovieShape>

const hasModels = typeGuard(Type.Object({ CinemaModels: unknownRows }))
const isModel = typeGuard(Type.Object({ Sessions: unknownRows }))

type Day = Type.Static<typeof Day>
const Day = Type.Object({
  Data: Type.Object({
    Movies: unknownRows,
    Dates: nullish(Type.Array(Type.String())),
    SelectedDate: nullishText,
  }),
})

const theatersPerCall = 10

export const evt = defineCinemaSource({
  id: 'evt',
  about: {
    name: 'Event Cinemas',
    home: 'https://www.eventcinemas.com.au',
    terms: 'Public listings of the chain’s own site; a few seat plans per run.',
  },
  baseUrl: 'https://www.eventcinemas.com.au',
  everyMinutes: 120,
  polite: { atOnce: 1, gapMs: 1000 },
  gate: 'none',
  capabilities: toCapabilities(
    capabilityNames.filter((name) => name !== 'prices' && name !== 'ticket_types'),
    true,
  ),
  grade: 'grid',
  horizon: { maxDays: 168, source: 'source_reported' },
  limitations: ['held_not_separated'],
  seatCalls: 4,
  raw: { days: Day, seats: SeatPlan },
  secondaryKinds: ['seats'],

  async *fetch(context) {
    const { member, nowMs, seatCalls } = context
    const days = await fetchListing(context, theatersPerCall, (work, theaters) =>
      fetchDays(work, theaters, nowMs),
    )
    yield* days
    const planned = days.flatMap(({ body }) => plannedIn(body, member))
    const soon = soonest(planned, nowMs, seatCalls)
    yield* fetchParts(context, {
      seats: soon.map(
        ({ id }) =>
          () =>
            fetchPlan(context, id),
      ),
    })
  },

  async *fetchSeatMap(context) {
    yield await fetchPlan(context, context.session.session)
  },

  *toRecords(responses, context) {
    const { films, showtimes, listed, counts } = toListing(responses, context)
    yield* toListingRecords(context.member, {
      theater: responses.some(({ kind }) => kind === 'days') ? toTheaterRecord(context.member) : undefined,
      films: films.values(),
      showtimes,
      listed,
      horizonSource: 'source_reported',
    })
    const withPlan = new Set<string>()
    const records: CinemaRecord[] = []
    for (const plan of responses.filter(({ kind }) => kind === 'seats')) {
      const seats = toSeatPlanRecords(plan, showtimes, context)
      if (seats.length > 0) withPlan.add(sessionOf(plan))
      records.push(...seats)
    }
    yield* mergeRepeatedLayouts(records)
    yield* counts.filter(({ session }) => !withPlan.has(session))
  },
})

/** The response does not name its session, but its URL does. */
async function fetchPlan(
  { http, member, signal }: Pick<LiveContext, 'http' | 'member' | 'signal'>,
  session: string,
): Promise<UpstreamResponse> {
  const url = `${member.base}/Ticketing/Order/GetSeating?sessionId=${encodeURIComponent(session)}`
  return toUpstreamResponse(
    'seats',
    await http.request(url, { signal, group: 'seats', headers: scriptHeaders }),
    url,
  )
}

function plannedIn(body: string, { site, timezone }: CinemaMember): { id: string; startsAt: number }[] {
  const movies: unknown = tryParseJson(body)?.Data?.Movies
  return (Array.isArray(movies) ? movies : [])
    .flatMap((movie) => sessionsOf(movie))
    .flatMap((session) => {
      if (!isSession(session) || String(session.CinemaId) !== site || session.SeatAllocation === false)
        return []
      const start = parseLocalStart(session.StartTime, timezone)
      return start === undefined ? [] : [{ id: String(session.Id), startsAt: start.startsAt }]
    })
}

/** Also of a movie that cannot be read otherwise. */
function sessionsOf(movie: unknown): unknown[] {
  const models = hasModels(movie) ? movie.CinemaModels.filter((model) => isModel(model)) : []
  return models.flatMap(({ Sessions }) => Sessions)
}

interface EvtListing {
  readonly films: ReadonlyMap<string, MovieRecord>
  readonly showtimes: readonly ShowtimeRecord[]
  readonly listed: readonly string[]
  readonly counts: readonly AvailabilityRecord[]
}

function toListing(
  responses: readonly ParsedResponse[],
  { member, nowMs, drop }: MapContext<CinemaMember>,
): EvtListing {
  const films = new Map<string, MovieRecord>()
  const showtimes = new Map<string, ShowtimeRecord>()
  const listed: string[] = []
  const counts: AvailabilityRecord[] = []
  const rows = bodiesOf<Day>(responses, 'days').flatMap(({ Data }) => Data.Movies)
  for (const row of rows) {
    const film = isMovie(row) ? toMovie(row) : undefined
    if (film === undefined) drop('not a movie')
    if (film !== undefined && isPrivateHire(film.title)) continue
    for (const session of sessionsOf(row)) {
      if (isSession(session) && String(session.CinemaId) !== member.site) {
        drop('of another cinema')
        continue
      }
      const showtime = film && isSession(session) ? toShowtime(session, film, member) : undefined
      if (film === undefined || showtime === undefined) {
        if (film !== undefined) drop('not a session')
        listed.push(...idsIn(session, 'Id'))
      } else if (showtimes.has(showtime.session)) drop('listed twice')
      else {
        if (!films.has(film.film)) films.set(film.film, film)
        showtimes.set(showtime.session, showtime)
        counts.push(...toCountRecords(showtime, { available: (session as SessionRow).SeatsAvailable }, nowMs))
      }
    }
  }
  return { films, showtimes: resolveRepeatedHours(showtimes.values(), films), listed, counts }
}

/** Each format has a head-office code of its own, so the number of the film is its id where there is none. */
function toMovie(row: MovieRow): MovieRecord | undefined {
  return toMovieRecord({
    film: row.HOCode || String(row.Id),
    title: row.Name,
    runtimeMinutes: row.RunningTime,
    // CTC: the rating is to be confirmed.
    rating: row.Rating === 'CTC' ? undefined : row.Rating,
    releaseOn: row.ReleasedAt,
    cast: row.MainCast?.split(',') ?? [],
    directors: row.Director?.split(',') ?? [],
    synopsis: row.Synopsis,
    poster: row.PosterUrl,
    genres: row.MovieGenres?.map(({ Name }) => Name) ?? [],
    rawIds: { movie: String(row.Id) },
  })
}

function toShowtime(row: SessionRow, film: MovieRecord, member: CinemaMember): ShowtimeRecord | undefined {
  const start = parseLocalStart(row.StartTime, member.timezone)
  if (start === undefined) return undefined
  const { ScreenTypeName, ScreenName, SeatsAvailable, SeatAllocation, Attributes, BookingUrl } = row
  const names = (Attributes ?? []).flatMap((attribute) => (isAttribute(attribute) ? [attribute.Name] : []))
  const bookingUrl = absoluteUrl(BookingUrl)
  return toShowtimeRecord({
    member,
    session: String(row.Id),
    film,
    start,
    state: parseCount(SeatsAvailable) === 0 ? 'sold_out' : bookingUrl === undefined ? 'unknown' : 'on_sale',
    auditorium: ScreenName,
    tags: [...new Set([ScreenTypeName ?? '', ...names])],
    seating: SeatAllocation == null ? 'unknown' : SeatAllocation ? 'reserved' : 'general_admission',
    bookingUrl,
    lacks: SeatAllocation === false ? ['seat_grid', 'seat_summary'] : [],
    localStart: row.StartTime,
  })
}
