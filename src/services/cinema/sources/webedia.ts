/** Webedia (Boxoffice): one schedule per theater, keyed by movie and day, with an occupancy rate per showtime. */

import { Type } from 'typebox'
import { contentHash } from '../../../core/content-hash.ts'
import { typeGuard } from '../../../core/type-guard.ts'
import { isTimeZone, toLocalText } from '../../../core/zoned-time.ts'
import type { MapContext, ParsedResponse } from '../../../sync/source.ts'
import { isPrivateHire } from '../normalise/private-hire.ts'
import { toRate, unknownCounts } from '../normalise/seat-codes.ts'
import { addDays, isDay, parseLocalStart } from '../normalise/time.ts'
import type {
  AvailabilityRecord,
  CinemaRecord,
  MovieRecord,
  ShowtimeRecord,
  TheaterRecord,
} from '../schema/records.ts'
import { type CinemaMember, toCapabilities } from './cinema-directory.ts'
import { defineCinemaSource } from './define-cinema-source.ts'
import { anyId, nullish, nullishBoolean, nullishNumber, nullishText, unknownRows } from './field-schemas.ts'
import {
  absoluteUrl,
  cleanText,
  optional,
  showtimeFormats,
  toHorizon,
  toMovie,
  toTheater,
  tryParseJson,
} from './record-builders.ts'
import { resolveRepeatedHours } from './resolve-repeated-hours.ts'

const pastDays = 3
const aheadDays = 45
const moviesMax = 300

const ShowShape = Type.Object({
  startsAt: Type.String(),
  tags: nullish(Type.Array(Type.String())),
  isExpired: nullishBoolean,
  data: nullish(
    Type.Object({
      ticketing: nullish(
        Type.Array(Type.Object({ urls: nullish(Type.Array(Type.String())), provider: nullishText })),
      ),
    }),
  ),
  occupancy: nullish(Type.Object({ rate: nullishNumber })),
  screen: nullish(Type.Object({ name: nullishText })),
})
const isShow = typeGuard(ShowShape)
type ShowRow = Type.Static<typeof ShowShape>

const MovieShape = Type.Object({
  id: anyId,
  title: Type.String(),
  originalTitle: nullishText,
  casting: nullish(Type.Array(Type.Unknown())),
  certificate: nullishText,
  advisory: nullishText,
  direction: nullish(Type.Array(Type.Unknown())),
  genres: nullish(Type.Union([Type.String(), Type.Array(Type.Unknown())])),
  poster: nullishText,
  release: nullishText,
  runtime: nullishNumber,
  synopsis: nullishText,
  studio: nullish(Type.Object({ name: nullishText })),
})
const isMovie = typeGuard(MovieShape)

const TheaterShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  timeZone: nullishText,
  practicalInfo: nullish(
    Type.Object({
      phone: nullishText,
      coordinates: nullish(Type.Object({ latitude: nullishNumber, longitude: nullishNumber })),
      location: nullish(
        Type.Object({ zip: nullishText, state: nullishText, city: nullishText, address: nullishText }),
      ),
    }),
  ),
})
const isTheater = typeGuard(TheaterShape)

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
  capabilities: toCapabilities(['showtimes', 'occupancy_rate', 'booking_url'], false),
  grade: 'rate',
  horizon: { maxDays: aheadDays, source: 'probed' },
  limitations: ['rate_only'],
  seatCalls: 0,
  raw: {
    schedule: Schedule,
    movies: Type.Union([
      unknownRows,
      Type.Object({ data: Type.Object({ allMovie: Type.Object({ nodes: unknownRows }) }) }),
    ]),
    theaters: Type.Object({ data: Type.Object({ allTheater: Type.Object({ nodes: unknownRows }) }) }),
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
    const films = toMovies(answers, context)
    const { showtimes, availabilities } = toShowtimes(answers, films, theater, context)
    const days = showtimes.map(({ businessDate }) => businessDate)
    const horizon = toHorizon(context.member.site, days, 'probed')
    yield theater
    if (horizon !== undefined) yield horizon
    yield* films.values()
    yield* resolveRepeatedHours(showtimes, (film) => films.get(film)?.runtimeMinutes)
    yield* availabilities
  },
})

function moviesOf(body: string, site: string): string[] {
  const schedule: unknown = tryParseJson(body)?.[site]?.schedule
  return typeof schedule === 'object' && schedule !== null ? Object.keys(schedule) : []
}

function theaterOf(answers: readonly ParsedResponse[], member: CinemaMember): TheaterRecord {
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
    ...optional('phone', phone),
    address: {
      ...optional('line1', cleanText(location?.address)),
      ...optional('city', cleanText(location?.city)),
      ...optional('state', cleanText(location?.state)),
      ...optional('postal_code', cleanText(location?.zip)),
    },
  })
}

function toMovies(
  answers: readonly ParsedResponse[],
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

function toShowtimes(
  answers: readonly ParsedResponse[],
  films: ReadonlyMap<string, MovieRecord>,
  theater: TheaterRecord,
  { member, nowMs, drop }: MapContext<CinemaMember>,
): { showtimes: ShowtimeRecord[]; availabilities: AvailabilityRecord[] } {
  const showtimes = new Map<string, ShowtimeRecord>()
  const availabilities: AvailabilityRecord[] = []
  for (const { kind, body } of answers) {
    if (kind !== 'schedule') continue
    const siteSchedule = (body as Type.Static<typeof Schedule>)[member.site]?.schedule ?? {}
    for (const [film, days] of Object.entries(siteSchedule)) {
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
  const start = parseLocalStart(row.startsAt, theater.timezone)
  if (start === undefined) return undefined
  const tags = row.tags ?? []
  const link = (row.data?.ticketing ?? []).find(({ provider }) => provider === 'default')?.urls?.[0]
  const booking = absoluteUrl(link)
  const screen = cleanText(row.screen?.name)
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
    ...optional('auditorium', screen),
    ...showtimeFormats(
      tags.filter((tag) => !tag.startsWith('Internal.')),
      movie.title,
      member,
    ),
    seating: 'unknown',
    ...optional('bookingUrl', booking),
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
      counts: { ...unknownCounts, occupancyRate: toRate(rate / 100) },
    },
  ]
}
