/** Village (AU): the sessions of a cinema from the index behind the chain's own site, and seats by session. */

import { Type } from 'typebox'
import { Failure } from '../../../../../core/errors.ts'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { MapContext, ParsedResponse, UpstreamResponse } from '../../../../../sync/source.ts'
import { isDay, parseStart } from '../../../normalise/time.ts'
import { capabilityNames, toCapabilities } from '../../../schema/index.ts'
import type { MovieRecord, SaleState, ShowtimeRecord, TheaterRecord } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import {
  defineCinemaSource,
  failedPart,
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
import { bodiesOf, parseCount, tryParseJson } from '../../field-values.ts'
import { toListingRecords } from '../../records/listing-records.ts'
import { toMovieRecord } from '../../records/movie-record.ts'
import { toPlansAndCounts, withSession } from '../../records/seat-plan-records.ts'
import { type ReadSessions, SessionList } from '../../records/session-list.ts'
import { toSeating, toShowtimeRecord } from '../../records/showtime-record.ts'
import { type ListedTheater, toTheaterRecord } from '../../records/theater-record.ts'
import { SeatAreas, toSeatPlan } from './village-seats.ts'

const CinemaShape = Type.Object({
  cinemaId: Type.String(),
  name: nullishText,
  suburb: nullishText,
  address: nullishText,
  state: nullishText,
  postcode: nullishText,
  coordinates: nullish(
    Type.Object({ lat: Type.Optional(Type.Unknown()), lon: Type.Optional(Type.Unknown()) }),
  ),
  disableCinemaSessions: nullishBoolean,
})

export const isCinema = typeGuard(CinemaShape)
type CinemaRow = Type.Static<typeof CinemaShape>

const HitShape = Type.Object({
  sessionId: anyId,
  showtime: Type.String(),
  date: nullishText,
  seatsAvailable: Type.Optional(Type.Unknown()),
  isAllocatedSeating: nullishBoolean,
  hasCaptiview: nullishBoolean,
  cinema: CinemaShape,
  movie: Type.Object({
    title: Type.String(),
    movieHoCode: Type.String({ minLength: 1 }),
    director: nullishText,
    releaseDate: nullishText,
    duration: nullish(Type.Union([Type.String(), Type.Number()])),
    classification: nullish(Type.Object({ description: nullishText })),
  }),
  experience: Type.Optional(Type.Unknown()),
  seatingAttributes: nullish(unknownRows),
  secondaryAttributes: nullish(unknownRows),
  accessibility: nullish(unknownRows),
  languages: nullish(unknownRows),
  events: nullish(unknownRows),
})
const isHit = typeGuard(HitShape)
type Hit = Type.Static<typeof HitShape>

const isLabelled = typeGuard(Type.Object({ label: Type.String() }))

type Hits = Type.Static<typeof Hits>
const Hits = Type.Object({ hits: unknownRows, nbHits: nullishNumber })

export const village = defineCinemaSource({
  id: 'village',
  about: {
    name: 'Village Cinemas',
    home: 'https://villagecinemas.com.au',
    terms: 'Public listings of the chain’s own site; a few seat plans per run.',
  },
  baseUrl: 'https://villagecinemas.com.au',
  everyMinutes: 60,
  polite: { atOnce: 1, gapMs: 500 },
  gate: 'none',
  capabilities: toCapabilities(
    capabilityNames.filter((name) => !['prices', 'ticket_types', 'booking_url'].includes(name)),
    true,
  ),
  grade: 'grid',
  horizon: { maxDays: 60, source: 'probed' },
  limitations: ['house_seats_look_held'],
  seatCalls: 6,
  raw: { hits: Hits, seats: SeatAreas },
  secondaryKinds: ['seats'],

  async *fetch(context) {
    const { http, member, signal } = context
    const url = `${hitsUrl(member)}?f.c=${encodeURIComponent(member.site)}`
    const hits = toUpstreamResponse('hits', await http.request(url, { signal, group: 'listings' }))
    yield hits
    const { hits: rows, nbHits }: { hits?: unknown; nbHits?: unknown } = tryParseJson(hits.body) ?? {}
    if (!Array.isArray(rows)) return
    if (typeof nbHits === 'number' && nbHits > rows.length) {
      const failure = new Failure(
        'upstream_changed',
        `The source lists ${rows.length} of ${nbHits} sessions.`,
      )
      yield failedPart(context, 'sessions', failure, 'all')
    }
    const planned = rows.flatMap((row) => {
      const start =
        isHit(row) && row.isAllocatedSeating !== false ? parseStart(row.showtime, member.timezone) : undefined
      return start === undefined ? [] : [{ id: String(row.sessionId), startsAt: start.startsAt }]
    })
    yield* fetchPlans(context, planned, (session) => fetchPlan(context, session))
  },

  async *fetchSeatMap(context) {
    yield await fetchPlan(context, context.session.session)
  },

  *toRecords(responses, context) {
    const listing = toListing(responses, context)
    yield* toListingRecords(context.member, { ...listing, theater: theaterOf(responses, context.member) })
    yield* toPlansAndCounts(responses, listing, context, 'seats', toSeatPlan)
  },
})

async function fetchPlan(
  { http, member, signal }: Pick<LiveContext, 'http' | 'member' | 'signal'>,
  session: string,
): Promise<UpstreamResponse> {
  const query = new URLSearchParams({ cinemaId: member.site, sessionId: session })
  const url = `${member.base}/api/session/seat-map?${query}`
  const response = await http.request(url, { signal, group: 'seats' })
  return toUpstreamResponse('seats', response, withSession(url, session))
}

/** Without a filter it has the sessions of all cinemas. */
export function hitsUrl({ base }: Pick<CinemaMember, 'base'>): string {
  return `${base}/api/algolia/sessions/hits`
}

export function cinemasIn(hits: readonly unknown[]): Map<string, CinemaRow> {
  return new Map(hits.flatMap((hit) => (isHit(hit) ? [[hit.cinema.cinemaId, hit.cinema] as const] : [])))
}

export function fromCinema({
  cinemaId,
  name,
  address,
  suburb,
  state,
  postcode,
  coordinates,
}: CinemaRow): ListedTheater {
  return {
    site: cinemaId,
    name,
    geo: { lat: coordinates?.lat, lon: coordinates?.lon },
    // `8 Louis Street, Airport West VIC 3042`
    address: { line1: address?.split(',')[0], city: suburb, state, postal_code: postcode },
  }
}

function theaterOf(responses: readonly ParsedResponse[], member: CinemaMember): TheaterRecord | undefined {
  const lists = bodiesOf<Hits>(responses, 'hits')
  if (lists.length === 0) return undefined
  const cinema = cinemasIn(lists.flatMap(({ hits }) => hits)).get(member.site)
  if (cinema === undefined) return toTheaterRecord(member, { isPartial: true })
  const { geo, address } = fromCinema(cinema)
  return toTheaterRecord(member, { geo, ...(address === undefined ? {} : { address }) })
}

function toListing(responses: readonly ParsedResponse[], context: MapContext<CinemaMember>): ReadSessions {
  const { member, drop } = context
  const sessions = new SessionList(context)
  for (const row of bodiesOf<Hits>(responses, 'hits').flatMap(({ hits }) => hits)) {
    if (!isHit(row)) sessions.hold(row, 'sessionId', 'not a session')
    else if (row.cinema.cinemaId !== member.site) drop('of another cinema')
    else
      sessions.add(String(row.sessionId), toMovie(row), (film) => toShowtime(row, film, member), {
        available: row.seatsAvailable,
      })
  }
  return sessions.read()
}

function toMovie({ movie }: Hit): MovieRecord | undefined {
  return toMovieRecord({
    film: movie.movieHoCode,
    title: movie.title,
    runtimeMinutes: Number(movie.duration) || 0,
    releaseOn: movie.releaseDate,
    rating: movie.classification?.description,
    directors: movie.director?.split(',') ?? [],
  })
}

function toShowtime(row: Hit, film: MovieRecord, member: CinemaMember): ShowtimeRecord | undefined {
  const start = parseStart(row.showtime, member.timezone)
  if (start === undefined) return undefined
  const { isAllocatedSeating, hasCaptiview, date } = row
  return toShowtimeRecord({
    member,
    session: String(row.sessionId),
    film,
    start,
    ...(date != null && isDay(date) ? { businessDate: date } : {}),
    state: stateOf(row),
    tags: [...labelsOf(row), ...(hasCaptiview ? ['CaptiView'] : [])],
    seating: toSeating(isAllocatedSeating),
    lacks: isAllocatedSeating === false ? ['seat_grid', 'seat_summary'] : [],
    localStart: row.showtime,
  })
}

/** `Standard` is the usual auditorium. */
function labelsOf(row: Hit): string[] {
  const { experience, seatingAttributes, secondaryAttributes, accessibility, languages, events } = row
  const lists = [[experience], seatingAttributes, secondaryAttributes, accessibility, languages, events]
  return lists.flatMap((list) => list ?? []).flatMap((entry) => (isLabelled(entry) ? [entry.label] : []))
}

function stateOf({ seatsAvailable, cinema }: Hit): SaleState {
  if (parseCount(seatsAvailable) === 0) return 'sold_out'
  return cinema.disableCinemaSessions ? 'not_on_sale' : 'on_sale'
}
