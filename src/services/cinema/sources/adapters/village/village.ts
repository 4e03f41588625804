/** Village (AU): the sessions of a cinema from the index behind the chain's own site, and seats by session. */

import { Type } from 'typebox'
import { Failure } from '../../../../../core/errors.ts'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { MapContext, ParsedResponse, UpstreamResponse } from '../../../../../sync/source.ts'
import { isPrivateHire } from '../../../normalise/private-hire.ts'
import { mergeRepeatedLayouts } from '../../../normalise/seat-map.ts'
import { isDay, parseStart } from '../../../normalise/time.ts'
import { capabilityNames, toCapabilities } from '../../../schema/index.ts'
import type {
  AvailabilityRecord,
  CinemaRecord,
  MovieRecord,
  SaleState,
  ShowtimeRecord,
  TheaterRecord,
} from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import {
  defineCinemaSource,
  failedPart,
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
import { bodiesOf, idsIn, parseCount, soonest, tryParseJson } from '../../field-values.ts'
import {
  type ListedTheater,
  toCountRecords,
  toListingRecords,
  toMovieRecord,
  toShowtimeRecord,
  toTheaterRecord,
} from '../../record-builders.ts'
import { resolveRepeatedHours } from '../../resolve-repeated-hours.ts'
import { SeatAreas, sessionOf, toSeatPlanRecords } from './village-seats.ts'

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
    const { http, member, nowMs, seatCalls, signal } = context
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
      theater: theaterOf(responses, context.member),
      films: films.values(),
      showtimes,
      listed,
      horizonSource: 'probed',
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
  sessionId: string,
): Promise<UpstreamResponse> {
  const query = new URLSearchParams({ cinemaId: member.site, sessionId })
  const url = `${member.base}/api/session/seat-map?${query}`
  return toUpstreamResponse('seats', await http.request(url, { signal, group: 'seats' }), url)
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

interface VillageListing {
  readonly films: ReadonlyMap<string, MovieRecord>
  readonly showtimes: readonly ShowtimeRecord[]
  readonly listed: readonly string[]
  readonly counts: readonly AvailabilityRecord[]
}

function toListing(
  responses: readonly ParsedResponse[],
  { member, nowMs, drop }: MapContext<CinemaMember>,
): VillageListing {
  const films = new Map<string, MovieRecord>()
  const showtimes = new Map<string, ShowtimeRecord>()
  const listed: string[] = []
  const counts: AvailabilityRecord[] = []
  for (const row of bodiesOf<Hits>(responses, 'hits').flatMap(({ hits }) => hits)) {
    if (!isHit(row)) {
      drop('not a session')
      listed.push(...idsIn(row, 'sessionId'))
      continue
    }
    if (row.cinema.cinemaId !== member.site) {
      drop('of another cinema')
      continue
    }
    const film = toMovie(row)
    if (film !== undefined && isPrivateHire(film.title)) continue
    const showtime = film && toShowtime(row, film, member)
    if (film === undefined || showtime === undefined) {
      drop(film === undefined ? 'no film' : 'no start')
      listed.push(String(row.sessionId))
    } else if (showtimes.has(showtime.session)) drop('listed twice')
    else {
      if (!films.has(film.film)) films.set(film.film, film)
      showtimes.set(showtime.session, showtime)
      counts.push(...toCountRecords(showtime, { available: row.seatsAvailable }, nowMs))
    }
  }
  return { films, showtimes: resolveRepeatedHours(showtimes.values(), films), listed, counts }
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
    seating: isAllocatedSeating == null ? 'unknown' : isAllocatedSeating ? 'reserved' : 'general_admission',
    lacks: isAllocatedSeating === false ? ['seat_grid', 'seat_summary'] : [],
    localStart: row.showtime,
  })
}

/** `Standard` is the usual auditorium. */
function labelsOf(row: Hit): string[] {
  const { experience, seatingAttributes, secondaryAttributes, accessibility, languages, events } = row
  const lists = [[experience], seatingAttributes, secondaryAttributes, accessibility, languages, events]
  const labels = lists
    .flatMap((list) => list ?? [])
    .flatMap((entry) => (isLabelled(entry) ? [entry.label] : []))
  return [...new Set(labels)]
}

function stateOf({ seatsAvailable, cinema }: Hit): SaleState {
  if (parseCount(seatsAvailable) === 0) return 'sold_out'
  return cinema.disableCinemaSessions ? 'not_on_sale' : 'on_sale'
}
