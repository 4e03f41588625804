/** Event Cinemas (AU, NZ): the films and sessions of each day, several cinemas in a request, and seats by session. */

import { Type } from 'typebox'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { MapContext, ParsedResponse, UpstreamResponse } from '../../../../../sync/source.ts'
import { parseLocalStart } from '../../../normalise/time.ts'
import { capabilityNames, toCapabilities } from '../../../schema/index.ts'
import type { MovieRecord, ShowtimeRecord } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import {
  defineCinemaSource,
  fetchPlans,
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
import { absoluteUrl, bodiesOf, daysIn, parseCount, tryParseJson } from '../../field-values.ts'
import { toListingRecords } from '../../records/listing-records.ts'
import { toMovieRecord } from '../../records/movie-record.ts'
import { toPlansAndCounts, withSession } from '../../records/seat-plan-records.ts'
import { type ReadSessions, SessionList } from '../../records/session-list.ts'
import { toSeating, toShowtimeRecord } from '../../records/showtime-record.ts'
import { toTheaterRecord } from '../../records/theater-record.ts'
import { fetchListing } from '../../share-installation.ts'
import { SeatPlan, toSeatPlan } from './evt-seats.ts'
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
    Dates: nullish(unknownRows),
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
  partKinds: ['days'],

  async *fetch(context) {
    const { member, nowMs } = context
    const days = await fetchListing(context, theatersPerCall, (work, theaters) =>
      fetchDays(work, theaters, nowMs),
    )
    yield* days
    const planned = days.flatMap(({ body }) => plannedIn(body, member))
    yield* fetchPlans(context, planned, (session) => fetchPlan(context, session))
  },

  async *fetchSeatMap(context) {
    yield await fetchPlan(context, context.session.session)
  },

  *toRecords(responses, context) {
    const listing = toListing(responses, context)
    yield* toListingRecords(context.member, {
      ...listing,
      theater: responses.some(({ kind }) => kind === 'days') ? toTheaterRecord(context.member) : undefined,
      unread: daysIn(bodiesOf<Day>(responses, 'days')[0]?.Data.Dates).unread,
    })
    yield* toPlansAndCounts(responses, listing, context, 'seats', toSeatPlan)
  },
})

async function fetchPlan(
  { http, member, signal }: Pick<LiveContext, 'http' | 'member' | 'signal'>,
  session: string,
): Promise<UpstreamResponse> {
  const url = `${member.base}/Ticketing/Order/GetSeating?sessionId=${encodeURIComponent(session)}`
  const response = await http.request(url, { signal, group: 'seats', headers: scriptHeaders })
  return toUpstreamResponse('seats', response, withSession(url, session))
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

/** Also of a movie that cannot be read otherwise. A model that cannot be read has one session that cannot be read. */
function sessionsOf(movie: unknown): unknown[] {
  const models = hasModels(movie) ? movie.CinemaModels : []
  return models.flatMap((model) => (isModel(model) ? model.Sessions : [undefined]))
}

function toListing(responses: readonly ParsedResponse[], context: MapContext<CinemaMember>): ReadSessions {
  const { member, drop } = context
  const sessions = new SessionList(context)
  for (const row of bodiesOf<Day>(responses, 'days').flatMap(({ Data }) => Data.Movies)) {
    const film = isMovie(row) ? toMovie(row) : undefined
    if (film === undefined) drop('not a movie')
    for (const session of sessionsOf(row)) {
      if (!isSession(session)) sessions.hold(session, 'Id', 'not a session')
      else if (String(session.CinemaId) !== member.site) drop('of another cinema')
      else
        sessions.add(String(session.Id), film, (ofFilm) => toShowtime(session, ofFilm, member), {
          available: session.SeatsAvailable,
        })
    }
  }
  return sessions.read()
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
    tags: [ScreenTypeName ?? '', ...names],
    seating: toSeating(SeatAllocation),
    bookingUrl,
    lacks: SeatAllocation === false ? ['seat_grid', 'seat_summary'] : [],
    localStart: row.StartTime,
  })
}
