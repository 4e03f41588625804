/** Hoyts (AU, NZ): all sessions of a cinema in one response, the films of the chain in another, and seats by session. */

import { Type } from 'typebox'
import { Failure } from '../../../../../core/errors.ts'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { MapContext, ParsedResponse, UpstreamResponse } from '../../../../../sync/source.ts'
import { findStatusRule, type StatusRules, statusesOf } from '../../../../../sync/status-rules.ts'
import { checkLocalText, parseLocalStart, parseUtcStart, type Start } from '../../../normalise/time.ts'
import { capabilityNames, toCapabilities } from '../../../schema/index.ts'
import type { MovieRecord, ShowtimeRecord } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import {
  type CinemaFetchContext,
  defineCinemaSource,
  fetchPlans,
  type LiveContext,
  toUpstreamResponse,
} from '../../define-cinema-source.ts'
import { anyId, nullish, nullishBoolean, nullishText, unknownRows } from '../../field-schemas.ts'
import { bodiesOf, cleanText, idsIn, tryParseJson } from '../../field-values.ts'
import { toListingRecords } from '../../records/listing-records.ts'
import { toMovieRecord } from '../../records/movie-record.ts'
import { sessionOf, toPlansAndCounts, withSession } from '../../records/seat-plan-records.ts'
import { type ReadSessions, SessionList } from '../../records/session-list.ts'
import { bookingUrl, toSeating, toShowtimeRecord } from '../../records/showtime-record.ts'
import { toTheaterRecord } from '../../records/theater-record.ts'
import { fetchOncePerRun } from '../../share-installation.ts'
import { SeatPlan, toSeatPlan } from './hoyts-seats.ts'

const SessionShape = Type.Object({
  id: anyId,
  cinemaId: Type.String(),
  movieId: Type.String({ minLength: 1 }),
  date: nullishText,
  utcDate: nullishText,
  typeId: nullishText,
  originalTags: nullish(Type.Array(Type.String())),
  disabled: nullishBoolean,
  allocatedSeating: nullishBoolean,
  screenName: nullishText,
})
const isSession = typeGuard(SessionShape)
type SessionRow = Type.Static<typeof SessionShape>

const isMovie = typeGuard(
  Type.Object({
    /** May be several, with commas between them. */
    vistaId: Type.String({ minLength: 1 }),
    name: Type.String(),
    duration: Type.Optional(Type.Unknown()),
    runtime: nullish(Type.Object({ minutes: Type.Optional(Type.Unknown()) })),
  }),
)

const hoytsRules: StatusRules = [
  {
    statuses: [410],
    kinds: ['seats'],
    bodyHas: ['old out'],
    means: 'empty',
    evidence:
      'the plan of a session that is sold out, or of another cinema, is answered by 410 with these words',
  },
]

export const hoyts = defineCinemaSource({
  id: 'hoyts',
  about: {
    name: 'Hoyts',
    home: 'https://www.hoyts.com.au',
    terms: 'Public listings of the chain’s own site; a few seat plans per run.',
  },
  baseUrl: 'https://apim-aea.hoyts.com.au',
  everyMinutes: 60,
  polite: { atOnce: 1, gapMs: 500 },
  gate: 'none',
  capabilities: toCapabilities(
    capabilityNames.filter((name) => name !== 'prices' && name !== 'ticket_types'),
    true,
  ),
  grade: 'grid',
  horizon: { maxDays: 60, source: 'probed' },
  limitations: ['held_not_separated'],
  seatCalls: 6,
  raw: {
    sessions: unknownRows,
    movies: unknownRows,
    seats: SeatPlan,
    sold_out: Type.Unknown(),
  },
  secondaryKinds: ['seats', 'sold_out'],
  statusRules: hoytsRules,

  async *fetch(context) {
    const { member } = context
    const sessions = await request(
      context,
      'sessions',
      `sessions/${encodeURIComponent(member.site)}?partnerId=ALL`,
    )
    yield sessions
    const rows = rowsOf(sessions.body).filter(({ cinemaId }) => cinemaId === member.site)
    yield await fetchMovies(context, new Set(rows.map(({ movieId }) => movieId)))
    const planned = rows.flatMap((row) => {
      const startsAt = row.allocatedSeating === false ? undefined : toStart(row, member)?.startsAt
      return startsAt === undefined ? [] : [{ id: String(row.id), startsAt }]
    })
    yield* fetchPlans(context, planned, (session) => fetchPlan(context, session))
  },

  async *fetchSeatMap(context) {
    const plan = await fetchPlan(context, context.session.session)
    if (plan.kind === 'sold_out')
      throw new Failure('upstream_changed', 'The source has no seats of a sold-out show.')
    yield plan
  },

  *toRecords(responses, context) {
    const listing = toListing(responses, context)
    yield* toListingRecords(context.member, { ...listing, theater: toTheaterRecord(context.member) })
    yield* toPlansAndCounts(responses, listing, context, 'seats', toSeatPlan)
  },
})

/** The list of cinemas, films, or sessions. */
export function catalogueUrl(member: CinemaMember, path: string): string {
  return `${member.base}/${pathOf(member, 'cinemaapi')}/api/${path}`
}

/** `au-live` and `nz-live` are the services of the two countries. */
function pathOf({ address }: CinemaMember, service: string): string {
  return `${service}-${address.country?.toLowerCase()}-live`
}

async function request(
  { http, member, signal }: Pick<LiveContext, 'http' | 'member' | 'signal'>,
  kind: string,
  path: string,
): Promise<UpstreamResponse> {
  const url = catalogueUrl(member, path)
  return toUpstreamResponse(kind, await http.request(url, { signal, group: 'listings' }))
}

/** The films of the chain are requested once per run and saved in part. */
async function fetchMovies(
  context: CinemaFetchContext,
  wanted: ReadonlySet<string>,
): Promise<UpstreamResponse> {
  const { member } = context
  const movies = await fetchOncePerRun(context, 'movies', (work) =>
    request({ ...work, member }, 'movies', 'movies'),
  )
  const rows: unknown = tryParseJson(movies.body)
  if (!Array.isArray(rows)) return movies
  const shown = rows.filter((row) =>
    idsIn(row, 'vistaId')
      .flatMap(splitIds)
      .some((id) => wanted.has(id)),
  )
  return { ...movies, body: JSON.stringify(shown) }
}

function splitIds(ids: string): string[] {
  return ids
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
}

async function fetchPlan(
  { http, member, signal }: Pick<LiveContext, 'http' | 'member' | 'signal'>,
  session: string,
): Promise<UpstreamResponse> {
  const service = `${member.base}/${pathOf(member, 'ticketing')}/api/v1`
  const url = `${service}/ticket/seats/${encodeURIComponent(member.site)}/${encodeURIComponent(session)}/`
  const acceptStatuses = statusesOf(hoytsRules, 'seats')
  const response = await http.request(url, { signal, group: 'seats', acceptStatuses })
  const isSoldOut = findStatusRule(hoytsRules, 'seats', response) !== undefined
  if (response.status >= 400 && !isSoldOut)
    throw new Failure('upstream_changed', `The source responded with status ${response.status}.`)
  return toUpstreamResponse(isSoldOut ? 'sold_out' : 'seats', response, withSession(url, session))
}

function rowsOf(body: string): SessionRow[] {
  const rows: unknown = tryParseJson(body)
  return Array.isArray(rows) ? rows.filter((row) => isSession(row)) : []
}

function toListing(responses: readonly ParsedResponse[], context: MapContext<CinemaMember>): ReadSessions {
  const { member, drop } = context
  const films = toMovies(responses, drop)
  const soldOut = new Set(responses.filter(({ kind }) => kind === 'sold_out').map(sessionOf))
  const sessions = new SessionList(context)
  for (const row of bodiesOf<unknown[]>(responses, 'sessions').flat()) {
    if (!isSession(row)) sessions.hold(row, 'id', 'not a session')
    else if (row.cinemaId !== member.site) drop('of another cinema')
    else {
      const session = String(row.id)
      sessions.add(session, films.get(row.movieId), (film) =>
        toShowtime(row, film, soldOut.has(session), member),
      )
    }
  }
  return sessions.read()
}

function toMovies(
  responses: readonly ParsedResponse[],
  drop: MapContext<CinemaMember>['drop'],
): Map<string, MovieRecord> {
  const films = new Map<string, MovieRecord>()
  for (const row of bodiesOf<unknown[]>(responses, 'movies').flat()) {
    if (!isMovie(row)) {
      drop('not a movie')
      continue
    }
    const runtimeMinutes = Number(row.runtime?.minutes ?? row.duration) || 0
    for (const film of splitIds(row.vistaId)) {
      const movie = toMovieRecord({ film, title: row.name, runtimeMinutes })
      if (movie !== undefined) films.set(film, movie)
    }
  }
  return films
}

function toShowtime(
  row: SessionRow,
  film: MovieRecord,
  isSoldOut: boolean,
  member: CinemaMember,
): ShowtimeRecord | undefined {
  const start = toStart(row, member)
  if (start === undefined) return undefined
  const { disabled, allocatedSeating, typeId, originalTags } = row
  const session = String(row.id)
  return toShowtimeRecord({
    member,
    session,
    film,
    start,
    state: isSoldOut ? 'sold_out' : disabled ? 'not_on_sale' : 'on_sale',
    auditorium: cleanText(row.screenName),
    tags: [typeId ?? '', ...(originalTags ?? [])],
    seating: toSeating(allocatedSeating),
    bookingUrl: bookingUrl(member, session),
    lacks:
      allocatedSeating === false ? ['seat_grid', 'seat_summary', 'occupancy_counts', 'occupancy_rate'] : [],
    localStart: row.date ?? row.utcDate ?? '',
  })
}

function toStart({ date, utcDate }: SessionRow, { timezone }: CinemaMember): Start | undefined {
  const start = parseUtcStart((utcDate ?? '').replace(/\+00:00$/, 'Z'), timezone)
  return start === undefined ? parseLocalStart(date ?? '', timezone) : checkLocalText(start, date)
}
