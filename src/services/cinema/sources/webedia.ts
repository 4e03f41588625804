/** Webedia (Boxoffice): one schedule per theater, keyed by movie and day, with an occupancy rate per showtime. */

import { Type } from 'typebox'
import { contentHash } from '../../../core/content-hash.ts'
import { shapeOf } from '../../../core/type-guard.ts'
import { isTimeZone, toLocalText } from '../../../core/zoned-time.ts'
import type { MapContext, ParsedAnswer } from '../../../sync/source.ts'
import { isPrivateHire } from '../normalise/private-hire.ts'
import { nothingCounted, toRate } from '../normalise/seat-codes.ts'
import { addDays, isDay, readLocal } from '../normalise/time.ts'
import type {
  AvailabilityRecord,
  CinemaRecord,
  MovieRecord,
  ShowtimeRecord,
  TheaterRecord,
} from '../schema/records.ts'
import { type CinemaMember, capabilitiesOf } from './cinema-directory.ts'
import { defineCinemaSource } from './define-cinema-source.ts'
import { anyId, maybe, maybeFlag, maybeNumber, maybeText, rows } from './field-schemas.ts'
import {
  addressOf,
  formatsOf,
  given,
  peek,
  textOf,
  toHorizon,
  toMovie,
  toTheater,
} from './record-builders.ts'
import { settleRepeatedHours } from './resolve-repeated-hours.ts'

const pastDays = 3
const aheadDays = 45
const moviesMax = 300

const ShowShape = Type.Object({
  startsAt: Type.String(),
  tags: maybe(Type.Array(Type.String())),
  isExpired: maybeFlag,
  data: maybe(
    Type.Object({
      ticketing: maybe(
        Type.Array(Type.Object({ urls: maybe(Type.Array(Type.String())), provider: maybeText })),
      ),
    }),
  ),
  occupancy: maybe(Type.Object({ rate: maybeNumber })),
  screen: maybe(Type.Object({ name: maybeText })),
})
const isShow = shapeOf(ShowShape)
type ShowRow = Type.Static<typeof ShowShape>

const MovieShape = Type.Object({
  id: anyId,
  title: Type.String(),
  originalTitle: maybeText,
  casting: maybe(Type.Array(Type.Unknown())),
  certificate: maybeText,
  advisory: maybeText,
  direction: maybe(Type.Array(Type.Unknown())),
  genres: maybe(Type.Union([Type.String(), Type.Array(Type.Unknown())])),
  poster: maybeText,
  release: maybeText,
  runtime: maybeNumber,
  synopsis: maybeText,
  studio: maybe(Type.Object({ name: maybeText })),
})
const isMovie = shapeOf(MovieShape)

const TheaterShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  timeZone: maybeText,
  practicalInfo: maybe(
    Type.Object({
      phone: maybeText,
      coordinates: maybe(Type.Object({ latitude: maybeNumber, longitude: maybeNumber })),
      location: maybe(Type.Object({ zip: maybeText, state: maybeText, city: maybeText, address: maybeText })),
    }),
  ),
})
const isTheater = shapeOf(TheaterShape)

const Schedule = Type.Record(
  Type.String(),
  Type.Object({
    schedule: Type.Record(Type.String(), Type.Record(Type.String(), Type.Array(Type.Unknown()))),
  }),
)

export const webedia = defineCinemaSource({
  id: 'webedia',
  about: {
    name: 'Webedia Boxoffice',
    home: 'https://www.boxofficecompany.com',
    terms: 'Public listings of the chains’ own sites; read at their pace, with a link back.',
  },
  baseUrl: 'https://www.boxofficecompany.com',
  everyMinutes: 60,
  polite: { atOnce: 1, gapMs: 500 },
  gate: 'none',
  capabilities: capabilitiesOf(['showtimes', 'occupancy_rate', 'booking_url'], false),
  grade: 'rate',
  horizon: { maxDays: aheadDays, source: 'probed' },
  limitations: ['rate_only'],
  seatCalls: 0,
  raw: {
    schedule: Schedule,
    movies: Type.Union([
      rows,
      Type.Object({ data: Type.Object({ allMovie: Type.Object({ nodes: rows }) }) }),
    ]),
    theaters: Type.Object({ data: Type.Object({ allTheater: Type.Object({ nodes: rows }) }) }),
  },

  async *fetch({ http, member, nowMs, signal }) {
    const api = `${member.base}/api/gatsby-source-boxofficeapi`
    const today = toLocalText(nowMs, member.timezone).slice(0, 10)
    const query = new URLSearchParams({
      theaters: JSON.stringify({ id: member.site, timeZone: member.timezone }),
      from: `${addDays(today, -pastDays)}T03:00:00`,
      to: `${addDays(today, aheadDays)}T03:00:00`,
      includeAllMovies: 'true',
    })
    const get = async (kind: string, url: string) => {
      const answer = await http.request(url, { signal })
      return { kind, url: answer.url, fetchedAt: answer.receivedAt, body: answer.body }
    }
    const schedule = await get('schedule', `${api}/schedule?${query}`)
    yield schedule
    const ids = moviesOf(schedule.body, member.site).slice(0, moviesMax)
    if (ids.length > 0)
      yield await get(
        'movies',
        `${api}/movies?basic=false&castingLimit=3&ids=${ids.map(encodeURIComponent).join(',')}`,
      )
    if (member.options.theaters !== undefined) yield await get('theaters', member.options.theaters)
  },

  *toRecords(answers, context): Generator<CinemaRecord> {
    const theater = theaterOf(answers, context.member)
    const films = readMovies(answers, context)
    const { showtimes, availabilities } = readSchedule(answers, films, theater, context)
    const days = showtimes.map(({ businessDate }) => businessDate)
    const horizon = toHorizon(context.member.site, days, 'probed')
    yield theater
    if (horizon !== undefined) yield horizon
    yield* films.values()
    yield* settleRepeatedHours(showtimes, (film) => films.get(film)?.runtimeMinutes)
    yield* availabilities
  },
})

function moviesOf(body: string, site: string): string[] {
  const schedule: unknown = peek(body)?.[site]?.schedule
  return typeof schedule === 'object' && schedule !== null ? Object.keys(schedule) : []
}

function theaterOf(answers: readonly ParsedAnswer[], member: CinemaMember): TheaterRecord {
  const nodes = answers
    .filter(({ kind }) => kind === 'theaters')
    .flatMap(({ body }) => body.data.allTheater.nodes as unknown[])
  const node = nodes.find((row) => isTheater(row) && row.id === member.site)
  if (!isTheater(node)) return toTheater(member)
  const { coordinates, location, phone } = node.practicalInfo ?? {}
  const { latitude: lat, longitude: lon } = coordinates ?? {}
  return toTheater(member, {
    name: node.name,
    ...(typeof lat === 'number' && typeof lon === 'number' ? { geo: { lat, lon } } : {}),
    ...(node.timeZone && isTimeZone(node.timeZone) ? { timezone: node.timeZone } : {}),
    ...given('phone', phone),
    address: {
      ...given('line1', textOf(location?.address)),
      ...given('city', textOf(location?.city)),
      ...given('state', textOf(location?.state)),
      ...given('postal_code', textOf(location?.zip)),
    },
  })
}

function readMovies(
  answers: readonly ParsedAnswer[],
  { drop }: MapContext<CinemaMember>,
): Map<string, MovieRecord> {
  const films = new Map<string, MovieRecord>()
  for (const { kind, body } of answers) {
    if (kind !== 'movies') continue
    const nodes: unknown[] = Array.isArray(body) ? body : body.data.allMovie.nodes
    for (const row of nodes) {
      if (!isMovie(row)) {
        drop('not a movie')
        continue
      }
      const genres = typeof row.genres === 'string' ? row.genres.split(',') : texts(row.genres)
      const movie = toMovie({
        film: String(row.id),
        title: row.title,
        originalTitle: row.originalTitle,
        // In seconds.
        runtimeMinutes: (row.runtime ?? 0) / 60,
        rating: row.certificate,
        ratingReason: row.advisory,
        genres,
        synopsis: row.synopsis,
        poster: row.poster,
        cast: texts(row.casting),
        directors: texts(row.direction),
        releaseOn: row.release,
        distributor: row.studio?.name,
      })
      if (movie !== undefined && !isPrivateHire(movie.title)) films.set(movie.film, movie)
    }
  }
  return films
}

function texts(list: readonly unknown[] | null | undefined): string[] {
  return (list ?? []).filter((item) => typeof item === 'string')
}

function readSchedule(
  answers: readonly ParsedAnswer[],
  films: ReadonlyMap<string, MovieRecord>,
  theater: TheaterRecord,
  { member, nowMs, drop }: MapContext<CinemaMember>,
): { showtimes: ShowtimeRecord[]; availabilities: AvailabilityRecord[] } {
  const showtimes = new Map<string, ShowtimeRecord>()
  const availabilities: AvailabilityRecord[] = []
  for (const { kind, body } of answers) {
    if (kind !== 'schedule') continue
    const own = (body as Type.Static<typeof Schedule>)[member.site]?.schedule ?? {}
    for (const [film, days] of Object.entries(own)) {
      for (const [day, shows] of Object.entries(days)) {
        for (const row of shows) {
          const movie = films.get(film)
          const showtime =
            movie && isShow(row) && isDay(day) ? toShowtime(row, day, movie, theater, member) : undefined
          if (showtime === undefined) drop(movie === undefined ? 'no film' : 'not a showtime')
          else if (showtimes.has(showtime.session)) drop('listed twice')
          else {
            showtimes.set(showtime.session, showtime)
            availabilities.push(...toAvailability(showtime, row as ShowRow, nowMs))
          }
        }
      }
    }
  }
  return { showtimes: [...showtimes.values()], availabilities }
}

function toShowtime(
  row: ShowRow,
  day: string,
  movie: MovieRecord,
  theater: TheaterRecord,
  member: CinemaMember,
): ShowtimeRecord | undefined {
  const start = readLocal(row.startsAt, theater.timezone)
  if (start === undefined) return undefined
  const tags = row.tags ?? []
  const link = (row.data?.ticketing ?? []).find(({ provider }) => provider === 'default')?.urls?.[0]
  const booking = addressOf(link)
  const screen = textOf(row.screen?.name)
  // The id they give holds the tags and changes with them; the one in the link does not.
  const session = idInLink(booking) ?? contentHash(1, [member.site, movie.film, row.startsAt, screen ?? ''])
  const isFull = (row.occupancy?.rate ?? 0) >= 100
  return {
    type: 'showtime',
    site: member.site,
    session,
    film: movie.film,
    startsAt: start.startsAt,
    startsAtLocal: start.startsAtLocal,
    timezone: theater.timezone,
    businessDate: day,
    state: isFull ? 'sold_out' : booking === undefined ? 'unknown' : 'on_sale',
    ...given('auditorium', screen),
    ...formatsOf(
      tags.filter((tag) => !tag.startsWith('Internal.')),
      movie.title,
      member,
    ),
    seating: 'unknown',
    ...given('bookingUrl', booking),
    ...(start.warnings.length === 0 ? {} : { warnings: start.warnings }),
    rawIds: {
      session,
      film: movie.film,
      site: member.site,
      ...(start.warnings.length === 0 ? {} : { local_start: row.startsAt }),
    },
  }
}

/** The last part of the path, with the one before it where it is only a number: `1007/44624`. */
function idInLink(link: string | undefined): string | undefined {
  if (link === undefined) return undefined
  const parts = new URL(link).pathname.split('/').filter((part) => part !== '')
  const last = parts.at(-1)
  if (last === undefined || !/\d/.test(last)) return undefined
  return /^\d+$/.test(last) && /^\d+$/.test(parts.at(-2) ?? '') ? `${parts.at(-2)}-${last}` : last
}

function toAvailability(showtime: ShowtimeRecord, row: ShowRow, capturedAt: number): AvailabilityRecord[] {
  const rate = row.occupancy?.rate
  if (typeof rate !== 'number' || rate < 0 || rate > 100) return []
  return [
    {
      type: 'availability',
      site: showtime.site,
      session: showtime.session,
      capturedAt,
      seating: 'unknown',
      grade: 'rate',
      confidence: 'low',
      counts: { ...nothingCounted, occupancyRate: toRate(rate / 100) },
    },
  ]
}
