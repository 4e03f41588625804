/** Reading and Angelika: films with their dates and showtimes in one answer, seats and prices of a showtime in another. */

import { Type } from 'typebox'
import { Failure, isFailure } from '../../../core/errors.ts'
import { typeGuard } from '../../../core/type-guard.ts'
import type { MapContext, ParsedResponse, UpstreamResponse } from '../../../sync/source.ts'
import { isPrivateHire } from '../normalise/private-hire.ts'
import { unknownCounts, withRate } from '../normalise/seat-codes.ts'
import { mergeRepeatedLayouts } from '../normalise/seat-map.ts'
import { isDay, parseStart } from '../normalise/time.ts'
import type {
  AvailabilityRecord,
  CinemaRecord,
  MovieRecord,
  SaleState,
  ShowtimeRecord,
  TheaterRecord,
} from '../schema/records.ts'
import { type CinemaMember, toCapabilities } from './cinema-directory.ts'
import { defineCinemaSource, type LiveContext } from './define-cinema-source.ts'
import { nullish, nullishBoolean, nullishText, unknownRows } from './field-schemas.ts'
import { sessionOfPlan, toPriceRecords, toSeatPlanRecords } from './reading-seats.ts'
import {
  bookingUrlField,
  cleanText,
  type Listing,
  optional,
  parseCount,
  showtimeFormats,
  soonest,
  toHorizon,
  toMovie,
  toTheater,
  tryParseJson,
} from './record-builders.ts'

const ShowShape = Type.Object({
  id: Type.Union([Type.String({ minLength: 1 }), Type.Integer()]),
  ScheduledFilmId: Type.String({ minLength: 1 }),
  date_time: Type.String(),
  auditorium: nullish(Type.Union([Type.String(), Type.Number()])),
  reservedSeating: nullish(Type.Union([Type.Number(), Type.Boolean()])),
  availableSeats: nullish(Type.Union([Type.String(), Type.Number()])),
  totalNumberOfSeats: nullish(Type.Union([Type.String(), Type.Number()])),
  enabled: nullishBoolean,
  soldout: nullishBoolean,
})
const isShow = typeGuard(ShowShape)
type ShowRow = Type.Static<typeof ShowShape>

const FilmShape = Type.Object({
  name: Type.String(),
  slug: nullishText,
  director: nullishText,
  distributor: nullishText,
  length: nullish(Type.Union([Type.String(), Type.Number()])),
  release_date: nullishText,
  ratingName: nullishText,
  synopsis: nullishText,
  film_image_large_size: nullishText,
  showdates: Type.Array(
    Type.Object({
      date: Type.String(),
      showtypes: Type.Array(
        Type.Object({
          type: nullishText,
          amenities: nullish(Type.Array(Type.Unknown())),
          showtimes: unknownRows,
        }),
      ),
    }),
  ),
})
const isFilm = typeGuard(FilmShape)
type FilmRow = Type.Static<typeof FilmShape>

const CinemaShape = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  city: nullishText,
  stateCode: nullishText,
  zip: nullishText,
  address: nullishText,
  latitude: nullish(Type.Union([Type.String(), Type.Number()])),
  longitude: nullish(Type.Union([Type.String(), Type.Number()])),
  phone: nullishText,
  amenities: nullish(Type.Array(Type.Object({ Title: nullishText }))),
})
const isCinema = typeGuard(CinemaShape)

export const readingCinemas = defineCinemaSource({
  id: 'reading',
  about: {
    name: 'Reading Cinemas and Angelika',
    home: 'https://readingcinemas.com.au',
    terms: 'Public listings of the chain’s own site; seat plans within a small budget.',
  },
  baseUrl: 'https://prod-api.readingcinemas.com.au',
  everyMinutes: 60,
  polite: { atOnce: 1, gapMs: 500 },
  gate: 'none',
  capabilities: toCapabilities(
    [
      'showtimes',
      'prices',
      'ticket_types',
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
  horizon: { maxDays: 60, source: 'probed' },
  limitations: ['held_not_separated'],
  seatCalls: 6,
  raw: {
    cinemas: Type.Union([unknownRows, Type.Object({ data: unknownRows })]),
    films: Type.Object({ data: unknownRows }),
    plan: Type.Object({
      data: Type.Object({
        ticketType: Type.Optional(unknownRows),
        seatLayout: Type.Optional(Type.Array(unknownRows)),
      }),
    }),
  },

  async *fetch(context) {
    const { member, nowMs, seatCalls } = context
    const { get, fetchPlan } = await createClient(context)
    const country = encodeURIComponent(member.options.country ?? '1')
    const site = encodeURIComponent(member.site)
    yield await get('cinemas', `getcinemas?countryId=${country}`)
    const films = await get('films', `films?countryId=${country}&cinemaId=${site}&status=nowShowing`)
    yield films
    try {
      for (const { id } of soonest(sessionsOf(films.body, member.timezone), nowMs, seatCalls))
        yield await fetchPlan(id)
    } catch (error) {
      if (!isFailure(error, 'upstream_unavailable')) throw error
    }
  },

  async *fetchSeatMap(context) {
    yield await (await createClient(context)).fetchPlan(context.session.session)
  },

  async *fetchPrices(context) {
    yield await (await createClient(context)).fetchPlan(context.session.session)
  },

  *toRecords(answers, context): Generator<CinemaRecord> {
    const { member } = context
    const { films, showtimes, counts } = toListing(answers, context)
    const plans = answers.filter(({ kind }) => kind === 'plan')
    if (answers.some(({ kind }) => kind === 'films')) yield theaterOf(answers, member)
    const horizon = toHorizon(
      member.site,
      showtimes.map(({ businessDate }) => businessDate),
      'probed',
    )
    if (horizon !== undefined) yield horizon
    yield* films
    yield* showtimes
    const withPlan = new Set<string>()
    const records: CinemaRecord[] = []
    for (const plan of plans) {
      const seats = toSeatPlanRecords(plan, showtimes, context)
      if (seats.length > 0) withPlan.add(sessionOfPlan(plan))
      records.push(...seats, ...toPriceRecords(plan, context))
    }
    yield* mergeRepeatedLayouts(records)
    yield* counts.filter(({ session }) => !withPlan.has(session))
  },
})

interface ReadingClient {
  get(kind: string, path: string): Promise<UpstreamResponse>
  /** The plan of a session. Which one is not in the answer, so it stands in the fragment of the address. */
  fetchPlan(session: string): Promise<UpstreamResponse>
}

/** Everyone is given a token by the settings call; it is used and not kept. */
async function createClient({
  http,
  member,
  signal,
}: Pick<LiveContext, 'http' | 'member' | 'signal'>): Promise<ReadingClient> {
  const country = member.options.country ?? '1'
  const settings = await http.request(`${member.base}/settings/${encodeURIComponent(country)}`, { signal })
  const body = tryParseJson(settings.body)
  const token: unknown = body?.data?.settings?.token ?? body?.data?.token ?? body?.token
  if (typeof token !== 'string') throw new Failure('upstream_changed', 'The settings hold no token.')
  const headers = { authorization: `Bearer ${token}` }
  return {
    async get(kind, path) {
      const answer = await http.request(`${member.base}/${path}`, { headers, signal })
      return { kind, url: answer.url, fetchedAt: answer.receivedAt, body: answer.body }
    },
    async fetchPlan(session) {
      const url = `${member.base}/ticketing/tickettypes`
      const answer = await http.request(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          requestType: 'seatPlan',
          countryId: country,
          cinemaId: member.site,
          sessionId: session,
        }),
        safeToRetry: true,
        signal,
      })
      const where = `${url}#${new URLSearchParams({ session })}`
      return { kind: 'plan', url: where, fetchedAt: answer.receivedAt, body: answer.body }
    },
  }
}

function sessionsOf(body: string, timezone: string): { id: string; startsAt: number }[] {
  const films: unknown = tryParseJson(body)?.data
  if (!Array.isArray(films)) return []
  return films
    .filter((film) => isFilm(film))
    .flatMap(({ showdates }) =>
      showdates.flatMap(({ showtypes }) => showtypes.flatMap(({ showtimes }) => showtimes)),
    )
    .flatMap((show) => {
      const start = isShow(show) && show.enabled !== false ? parseStart(show.date_time, timezone) : undefined
      return start === undefined ? [] : [{ id: String((show as ShowRow).id), startsAt: start.startsAt }]
    })
}

function theaterOf(answers: readonly ParsedResponse[], member: CinemaMember): TheaterRecord {
  const cinemas = answers
    .filter(({ kind }) => kind === 'cinemas')
    .flatMap(({ body }): unknown[] => (Array.isArray(body) ? body : body.data))
  const cinema = cinemas.find((row) => isCinema(row) && row.slug === member.site)
  if (!isCinema(cinema)) return toTheater(member)
  const lat = Number(cinema.latitude)
  const lon = Number(cinema.longitude)
  const hasGeo = cinema.latitude && cinema.longitude && Math.abs(lat) <= 90 && Math.abs(lon) <= 180
  return toTheater(member, {
    name: member.name,
    ...(hasGeo ? { geo: { lat, lon } } : {}),
    ...optional('phone', cinema.phone),
    amenities: (cinema.amenities ?? []).flatMap(({ Title }) => cleanText(Title) ?? []),
    address: {
      ...optional('line1', cleanText(cinema.address)),
      ...optional('city', cleanText(cinema.city)),
      ...optional('state', cleanText(cinema.stateCode)),
      ...optional('postal_code', cleanText(cinema.zip)),
    },
  })
}

function toListing(
  answers: readonly ParsedResponse[],
  { member, nowMs, drop }: MapContext<CinemaMember>,
): Listing {
  const films = new Map<string, MovieRecord>()
  const showtimes = new Map<string, ShowtimeRecord>()
  const counts: AvailabilityRecord[] = []
  for (const { kind, body } of answers) {
    if (kind !== 'films') continue
    for (const film of body.data as unknown[]) {
      if (!isFilm(film)) {
        drop('not a film')
        continue
      }
      if (isPrivateHire(film.name)) continue
      for (const { show, date, tags } of showsOf(film)) {
        const showtime = isShow(show) ? toShowtime(show, film, date, tags, member) : undefined
        const movie = isShow(show) ? movieOf(film, show.ScheduledFilmId) : undefined
        if (showtime === undefined || movie === undefined) drop('not a showtime')
        else if (showtimes.has(showtime.session)) drop('listed twice')
        else {
          films.set(movie.film, movie)
          showtimes.set(showtime.session, showtime)
          counts.push(...toCounts(show as ShowRow, showtime, nowMs))
        }
      }
    }
  }
  return { films: [...films.values()], showtimes: [...showtimes.values()], counts }
}

function* showsOf(film: FilmRow): Generator<{ show: unknown; date: string; tags: string[] }> {
  for (const { date, showtypes } of film.showdates) {
    for (const { type, amenities, showtimes } of showtypes) {
      const tags = [type, ...(amenities ?? [])].filter((tag) => typeof tag === 'string' && tag !== '')
      for (const show of showtimes) yield { show, date, tags: [...new Set(tags as string[])] }
    }
  }
}

function movieOf(film: FilmRow, id: string): MovieRecord | undefined {
  return toMovie({
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
  film: FilmRow,
  date: string,
  tags: readonly string[],
  member: CinemaMember,
): ShowtimeRecord | undefined {
  const start = parseStart(row.date_time, member.timezone)
  if (start === undefined || !isDay(date)) return undefined
  const session = String(row.id)
  const auditorium = cleanText(String(row.auditorium ?? ''))
  const seating =
    row.reservedSeating === undefined || row.reservedSeating === null
      ? 'unknown'
      : row.reservedSeating
        ? 'reserved'
        : 'general_admission'
  return {
    type: 'showtime',
    site: member.site,
    session,
    film: row.ScheduledFilmId,
    startsAt: start.startsAt,
    startsAtLocal: start.startsAtLocal,
    timezone: member.timezone,
    businessDate: date,
    state: stateOf(row),
    ...optional('auditorium', auditorium),
    ...showtimeFormats(tags, film.name, member),
    seating,
    ...bookingUrlField(member, session),
    ...(seating === 'general_admission' ? { lacks: ['seat_grid'] as const } : {}),
    ...(start.warnings.length === 0 ? {} : { warnings: start.warnings }),
    rawIds: { session, film: row.ScheduledFilmId, site: member.site },
  }
}

function stateOf({ soldout, enabled, availableSeats }: ShowRow): SaleState {
  if (soldout || parseCount(availableSeats) === 0) return 'sold_out'
  return enabled === false ? 'not_on_sale' : 'on_sale'
}

function toCounts(row: ShowRow, showtime: ShowtimeRecord, capturedAt: number): AvailabilityRecord[] {
  const available = parseCount(row.availableSeats)
  if (available === null) return []
  const total = parseCount(row.totalNumberOfSeats)
  const isSound = total !== null && total >= available
  return [
    {
      type: 'availability',
      site: showtime.site,
      session: showtime.session,
      capturedAt,
      seating: showtime.seating,
      grade: 'count',
      confidence: isSound ? 'medium' : 'low',
      counts: withRate({
        ...unknownCounts,
        capacity: isSound ? total : null,
        available,
        sold: isSound ? total - available : null,
      }),
    },
  ]
}
