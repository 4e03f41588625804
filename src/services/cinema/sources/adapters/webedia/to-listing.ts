/** Maps Webedia schedules and films to the theater, films and showtimes of one site. */

import { Type } from 'typebox'
import { typeGuard } from '../../../../../core/type-guard.ts'
import { isTimeZone } from '../../../../../core/zoned-time.ts'
import type { MapContext, ParsedResponse } from '../../../../../sync/source.ts'
import { parseLocalStart } from '../../../normalise/time.ts'
import type {
  AvailabilityRecord,
  MovieRecord,
  ShowtimeRecord,
  TheaterRecord,
} from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import {
  anyId,
  nullish,
  nullishBoolean,
  nullishNumber,
  nullishText,
  rowReader,
  unknownRows,
} from '../../field-schemas.ts'
import { absoluteUrl, bodiesOf, cleanText, idsIn } from '../../field-values.ts'
import { toRateRecords } from '../../records/count-records.ts'
import { addMovie, toMovieRecord } from '../../records/movie-record.ts'
import { toShowtimeRecord } from '../../records/showtime-record.ts'
import { type ListedTheater, toTheaterRecord } from '../../records/theater-record.ts'
import { createSessionIds } from '../../session-ids.ts'
import { siteOf } from './fetch-schedules.ts'

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
const readShow = rowReader(ShowShape)
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
const readMovie = rowReader(MovieShape)

type TheaterNode = Type.Static<typeof TheaterShape>
const TheaterShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  timeZone: nullishText,
  practicalInfo: nullish(
    Type.Object({
      phone: nullishText,
      coordinates: nullish(
        Type.Object({ latitude: Type.Optional(Type.Unknown()), longitude: Type.Optional(Type.Unknown()) }),
      ),
      location: nullish(
        Type.Object({ zip: nullishText, state: nullishText, city: nullishText, address: nullishText }),
      ),
    }),
  ),
})
export const isTheater = typeGuard(TheaterShape)

type Schedule = Type.Static<typeof Schedule>
export const Schedule = Type.Record(
  Type.String(),
  Type.Object({ schedule: Type.Record(Type.String(), Type.Unknown()) }),
)

type FilmDays = Type.Static<typeof FilmDays>
const FilmDays = Type.Record(Type.String(), unknownRows)
const isFilmDays = typeGuard(FilmDays)

export function theaterOf(responses: readonly ParsedResponse[], member: CinemaMember): TheaterRecord {
  const node = bodiesOf(responses, 'theaters')
    .flatMap(({ data }): unknown[] => data.allTheater.nodes)
    .find((row) => isTheater(row) && row.id === siteOf(member))
  if (!isTheater(node)) return toTheaterRecord(member, { isPartial: true })
  return toTheaterRecord(member, fromNode(node))
}

export function fromNode({ id, name, timeZone, practicalInfo }: TheaterNode): ListedTheater {
  const { coordinates, location, phone } = practicalInfo ?? {}
  const { address, city, state, zip } = location ?? {}
  return {
    site: id,
    name,
    geo: { lat: coordinates?.latitude, lon: coordinates?.longitude },
    timezone: timeZone && isTimeZone(timeZone) ? timeZone : undefined,
    phone,
    address: { line1: address, city, state, postal_code: zip },
  }
}

export function toMovies(
  responses: readonly ParsedResponse[],
  { drop }: MapContext<CinemaMember>,
): Map<string, MovieRecord> {
  const films = new Map<string, MovieRecord>()
  for (const row of moviesIn(responses)) {
    const movie = readMovie(row)
    if (movie === undefined) drop('not a movie')
    else if (!films.has(String(movie.id))) addMovie(films, toMovie(movie))
  }
  return films
}

function moviesIn(responses: readonly ParsedResponse[]): unknown[] {
  const bodies = [...bodiesOf(responses, 'movies'), ...bodiesOf(responses, 'catalogue')]
  return bodies.flatMap((body): unknown[] => (Array.isArray(body) ? body : body.data.allMovie.nodes))
}

function toMovie(row: Type.Static<typeof MovieShape>): MovieRecord | undefined {
  return toMovieRecord({
    film: String(row.id),
    title: row.title,
    originalTitle: row.originalTitle,
    // In seconds.
    runtimeMinutes: (row.runtime ?? 0) / 60,
    rating: row.certificate,
    ratingReason: row.advisory,
    genres: typeof row.genres === 'string' ? row.genres.split(',') : texts(row.genres),
    synopsis: row.synopsis,
    poster: row.poster,
    cast: texts(row.casting),
    directors: texts(row.direction),
    releaseOn: row.release,
    distributor: row.studio?.name,
  })
}

function texts(list: readonly unknown[] | null | undefined): string[] {
  return (list ?? []).filter((item) => typeof item === 'string')
}

export function toShowtimes(
  responses: readonly ParsedResponse[],
  films: ReadonlyMap<string, MovieRecord>,
  theater: TheaterRecord,
  { member, nowMs, drop }: MapContext<CinemaMember>,
): { showtimes: Iterable<ShowtimeRecord>; listed: string[]; unread: number; rates: AvailabilityRecord[] } {
  const showtimes = new Map<string, ShowtimeRecord>()
  const described = new Set(moviesIn(responses).flatMap((row) => idsIn(row, 'id')))
  const listed: string[] = []
  const rates: AvailabilityRecord[] = []
  const nextSession = createSessionIds()
  const schedules = bodiesOf<Schedule>(responses, 'schedule')
  const all = schedules.flatMap((body) => Object.entries(body[siteOf(member)]?.schedule ?? {}))
  const readable = all.flatMap(([film, days]) => (isFilmDays(days) ? [{ film, days }] : []))
  for (const { film, day, found } of readable.flatMap(showsOf)) {
    const movie = films.get(film)
    const row = readShow(found)
    if (row === undefined) {
      drop(movie === undefined ? 'no film' : 'not a showtime')
      continue
    }
    // Not the screen: it may be missing for a while.
    const identity = [member.site, film, row.startsAt]
    const session = nextSession({ identity, link: bookingUrlOf(row), row: { ...row, data: undefined } })
    if (session === undefined) {
      drop('listed twice')
      continue
    }
    const showtime = movie && toShowtime(row, session, day, movie, theater, member)
    if (showtime === undefined) {
      drop(movie === undefined ? 'no film' : 'not a showtime')
      if (movie !== undefined || !described.has(film)) listed.push(session)
    } else {
      showtimes.set(session, showtime)
      rates.push(...toRateRecords(showtime, (row.occupancy?.rate ?? Number.NaN) / 100, nowMs))
    }
  }
  return { showtimes: showtimes.values(), listed, unread: all.length - readable.length, rates }
}

function showsOf({ film, days }: { film: string; days: FilmDays }) {
  return Object.entries(days).flatMap(([day, rows]) => rows.map((found) => ({ film, day, found })))
}

function toShowtime(
  row: ShowRow,
  session: string,
  businessDate: string,
  film: MovieRecord,
  { timezone }: TheaterRecord,
  member: CinemaMember,
): ShowtimeRecord | undefined {
  const start = parseLocalStart(row.startsAt, timezone)
  if (start === undefined) return undefined
  const bookingUrl = bookingUrlOf(row)
  const isFull = (row.occupancy?.rate ?? 0) >= 100
  return toShowtimeRecord({
    member,
    session,
    film,
    start,
    timezone,
    businessDate,
    state: isFull ? 'sold_out' : bookingUrl === undefined ? 'unknown' : 'on_sale',
    auditorium: cleanText(row.screen?.name),
    tags: (row.tags ?? []).filter((tag) => !tag.startsWith('Internal.')),
    seating: row.tags?.includes('Auditorium.Comfort.ReservedSeating') ? 'reserved' : 'unknown',
    bookingUrl,
    localStart: row.startsAt,
  })
}

function bookingUrlOf({ data }: ShowRow): string | undefined {
  return absoluteUrl((data?.ticketing ?? []).find(({ provider }) => provider === 'default')?.urls?.[0])
}
