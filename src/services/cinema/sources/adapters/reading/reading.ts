/** Reading and Angelika: one response with films and showtimes, another per showtime with seats and prices. */

import { Type } from 'typebox'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { MapContext, ParsedResponse, UpstreamResponse } from '../../../../../sync/source.ts'
import { parseStart } from '../../../normalise/time.ts'
import { capabilityNames, toCapabilities } from '../../../schema/index.ts'
import type { MovieRecord, SaleState, ShowtimeRecord, TheaterRecord } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import { defineCinemaSource, fetchParts, type LiveContext } from '../../define-cinema-source.ts'
import { nullish, nullishBoolean, nullishText, rowReader, unknownRows } from '../../field-schemas.ts'
import { bodiesOf, cleanText, parseCount, soonest, tryParseJson } from '../../field-values.ts'
import { toListingRecords } from '../../records/listing-records.ts'
import { toMovieRecord } from '../../records/movie-record.ts'
import { sessionOf, toPlanRecords, withCounts } from '../../records/seat-plan-records.ts'
import { type ReadSessions, SessionList } from '../../records/session-list.ts'
import { bookingUrl, toSeating, toShowtimeRecord } from '../../records/showtime-record.ts'
import { toTheaterRecord } from '../../records/theater-record.ts'
import { toPriceRecords, toSeatPlan } from './reading-seats.ts'
import { createClient, type PlannedSession, readingRules } from './requests.ts'

const ShowShape = Type.Object({
  id: Type.Union([Type.String({ minLength: 1 }), Type.Integer()]),
  ScheduledFilmId: Type.String({ minLength: 1 }),
  date_time: Type.String(),
  auditorium: nullish(Type.Union([Type.String(), Type.Number()])),
  reservedSeating: nullish(Type.Union([Type.Number(), Type.Boolean(), Type.Literal('0'), Type.Literal('1')])),
  availableSeats: nullish(Type.Union([Type.String(), Type.Number()])),
  totalNumberOfSeats: nullish(Type.Union([Type.String(), Type.Number()])),
  type: nullishText,
  enabled: nullishBoolean,
  soldout: nullishBoolean,
})
const isShow = typeGuard(ShowShape)
type ShowRow = Type.Static<typeof ShowShape>

const FilmShape = Type.Object({
  theater: nullishText,
  name: Type.String(),
  slug: nullishText,
  director: nullishText,
  distributor: nullishText,
  length: nullish(Type.Union([Type.String(), Type.Number()])),
  release_date: nullishText,
  ratingName: nullishText,
  synopsis: nullishText,
  film_image_large_size: nullishText,
  showdates: unknownRows,
})
const readFilm = rowReader(FilmShape)
const hasDates = typeGuard(Type.Object({ showdates: unknownRows }))
const isDate = typeGuard(Type.Object({ date: Type.String(), showtypes: unknownRows }))
const readShowType = rowReader(
  Type.Object({ type: nullishText, amenities: nullish(unknownRows), showtimes: unknownRows }),
)
const unreadablePart = { type: undefined, amenities: undefined, showtimes: [undefined] }
const unreadableDay = { date: '', showtypes: [unreadablePart] }
type FilmRow = Type.Static<typeof FilmShape>

const CinemaShape = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  city: nullishText,
  stateCode: nullishText,
  zip: nullishText,
  address: nullishText,
  latitude: Type.Optional(Type.Unknown()),
  longitude: Type.Optional(Type.Unknown()),
  phone: nullishText,
  amenities: nullish(Type.Array(Type.Object({ Title: nullishText }))),
})
const isCinema = typeGuard(CinemaShape)

export const readingCinemas = defineCinemaSource({
  id: 'reading',
  about: {
    name: 'Reading Cinemas and Angelika',
    home: 'https://readingcinemas.com.au',
    terms: 'Public listings of the chain’s own site; a few seat plans per run.',
  },
  baseUrl: 'https://prod-api.readingcinemas.com.au',
  everyMinutes: 60,
  polite: { atOnce: 1, gapMs: 500 },
  gate: 'none',
  capabilities: toCapabilities(capabilityNames, true),
  grade: 'grid',
  horizon: { maxDays: 60, source: 'probed' },
  limitations: ['held_not_separated'],
  seatCalls: 6,
  raw: {
    cinemas: Type.Union([unknownRows, Type.Object({ data: unknownRows })]),
    films: Type.Object({ data: unknownRows }),
    plan: Type.Object({
      data: Type.Object({
        ticketType: Type.Optional(unknownRows),
        // A row is a list, or an object by column.
        seatLayout: Type.Optional(
          Type.Array(Type.Union([unknownRows, Type.Record(Type.String(), Type.Unknown())])),
        ),
      }),
    }),
  },

  secondaryKinds: ['cinemas', 'plan'],
  statusRules: readingRules,

  async *fetch(context) {
    const { member, nowMs, seatCalls } = context
    const { get, fetchPlan } = await createClient(context)
    const country = encodeURIComponent(member.options.country ?? '1')
    const site = encodeURIComponent(member.site)
    const films = await get('films', `films?countryId=${country}&cinemaId=${site}&status=nowShowing`)
    yield films
    const sessions = soonest(sessionsOf(films.body, member.timezone), nowMs, seatCalls)
    yield* fetchParts(context, {
      theater: [() => get('cinemas', `getcinemas?countryId=${country}`)],
      seats: sessions.map((session) => () => fetchPlan(session)),
    })
  },

  fetchSeatMap: fetchSessionPlan,
  fetchPrices: fetchSessionPlan,

  *toRecords(responses, context) {
    const { member } = context
    const listing = toListing(responses, context)
    yield* toListingRecords(member, {
      ...listing,
      theater: responses.some(({ kind }) => kind === 'films') ? theaterOf(responses, member) : undefined,
    })
    const plans = responses.filter(({ kind }) => kind === 'plan')
    yield* withCounts(
      plans.flatMap((plan) => [
        ...toPlanRecords(sessionOf(plan), toSeatPlan(plan.body), listing.showtimes, context),
        ...toPriceRecords(plan, context),
      ]),
      listing.counts,
    )
  },
})

/** One response holds both the seat plan and the prices. */
async function* fetchSessionPlan(context: LiveContext): AsyncGenerator<UpstreamResponse> {
  const { fetchPlan } = await createClient(context)
  const { session, rawIds } = context.session
  yield await fetchPlan({
    id: session,
    screenType: rawIds.screen_type ?? 'Standard',
    reservedSeating: Number(rawIds.reserved_seating ?? 1),
  })
}

function sessionsOf(body: string, timezone: string): (PlannedSession & { startsAt: number })[] {
  const films: unknown = tryParseJson(body)?.data
  if (!Array.isArray(films)) return []
  return films
    .flatMap((film) => [...showsOf(film)])
    .flatMap(({ show, tags }) => {
      const start = isShow(show) && show.enabled !== false ? parseStart(show.date_time, timezone) : undefined
      if (start === undefined) return []
      const { id, type, reservedSeating } = show as ShowRow
      return [
        {
          id: String(id),
          startsAt: start.startsAt,
          screenType: type ?? tags[0] ?? 'Standard',
          reservedSeating: Number(reservedSeating ?? 1),
        },
      ]
    })
}

function theaterOf(responses: readonly ParsedResponse[], member: CinemaMember): TheaterRecord {
  const cinema = bodiesOf(responses, 'cinemas')
    .flatMap((body): unknown[] => (Array.isArray(body) ? body : body.data))
    .find((row) => isCinema(row) && row.slug === member.site)
  if (!isCinema(cinema)) return toTheaterRecord(member, { isPartial: true })
  return toTheaterRecord(member, {
    name: member.name,
    geo: { lat: cinema.latitude, lon: cinema.longitude },
    phone: cinema.phone,
    amenities: (cinema.amenities ?? []).flatMap(({ Title }) => cleanText(Title) ?? []),
    address: {
      line1: cinema.address,
      city: cinema.city,
      state: cinema.stateCode,
      postal_code: cinema.zip,
    },
  })
}

function toListing(responses: readonly ParsedResponse[], context: MapContext<CinemaMember>): ReadSessions {
  const { member, drop } = context
  const sessions = new SessionList(context)
  for (const row of bodiesOf(responses, 'films').flatMap(({ data }): unknown[] => data)) {
    const film = readFilm(row)
    if (film === undefined) {
      drop('not a film')
      for (const { show } of showsOf(row)) sessions.hold(show, 'id', 'no film')
      continue
    }
    if (film.theater && film.theater.toLowerCase() !== member.site.toLowerCase()) {
      drop('of another theater')
      continue
    }
    for (const { show, date, tags } of showsOf(film)) {
      if (!isShow(show)) {
        sessions.hold(show, 'id', 'not a showtime')
        continue
      }
      const { availableSeats: available, totalNumberOfSeats: capacity } = show
      sessions.add(
        String(show.id),
        toMovie(film, show.ScheduledFilmId),
        (movie) => toShowtime(show, movie, date, tags, member),
        { available, capacity },
      )
    }
  }
  return sessions.read()
}

/** Also of a film that cannot be read otherwise. A part that cannot be read has one show that cannot be read. */
function* showsOf(film: unknown): Generator<{ show: unknown; date: string; tags: string[] }> {
  for (const day of hasDates(film) ? film.showdates : []) {
    const { date, showtypes } = isDate(day) ? day : unreadableDay
    for (const part of showtypes) {
      const { type, amenities, showtimes } = readShowType(part) ?? unreadablePart
      const tags = [type, ...(amenities ?? [])].filter((tag) => typeof tag === 'string' && tag !== '')
      for (const show of showtimes) yield { show, date, tags: [...new Set(tags as string[])] }
    }
  }
}

function toMovie(film: FilmRow, id: string): MovieRecord | undefined {
  return toMovieRecord({
    film: id,
    title: film.name,
    runtimeMinutes: Number(film.length ?? 0) || 0,
    releaseOn: film.release_date,
    ratingReason: film.ratingName,
    synopsis: film.synopsis,
    poster: film.film_image_large_size,
    directors: film.director?.split(',') ?? [],
    distributor: film.distributor,
    ...(film.slug ? { rawIds: { slug: film.slug } } : {}),
  })
}

function toShowtime(
  row: ShowRow,
  film: MovieRecord,
  businessDate: string,
  tags: readonly string[],
  member: CinemaMember,
): ShowtimeRecord | undefined {
  const start = parseStart(row.date_time, member.timezone)
  if (start === undefined) return undefined
  const session = String(row.id)
  const isReserved = row.reservedSeating == null ? undefined : Number(row.reservedSeating) !== 0
  const seating = toSeating(isReserved)
  return toShowtimeRecord({
    member,
    session,
    film,
    start,
    businessDate,
    state: stateOf(row),
    auditorium: cleanText(String(row.auditorium ?? '')),
    tags,
    seating,
    bookingUrl: bookingUrl(member, session),
    lacks: seating === 'general_admission' ? ['seat_grid'] : [],
    localStart: row.date_time,
    // A live request for the plan has to name them.
    rawIds: {
      screen_type: row.type ?? tags[0],
      reserved_seating: isReserved === undefined ? undefined : String(Number(isReserved)),
    },
  })
}

function stateOf({ soldout, enabled, availableSeats }: ShowRow): SaleState {
  if (soldout || parseCount(availableSeats) === 0) return 'sold_out'
  return enabled === false ? 'not_on_sale' : 'on_sale'
}
