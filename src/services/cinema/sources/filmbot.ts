/** Filmbot: the listings of an art house's own site, films and showtimes side by side. */

import { Type } from 'typebox'
import { contentHash } from '../../../core/content-hash.ts'
import { typeGuard } from '../../../core/type-guard.ts'
import type { MapContext, ParsedResponse } from '../../../sync/source.ts'
import { isPrivateHire } from '../normalise/private-hire.ts'
import { businessDateOf, parseLocalStart } from '../normalise/time.ts'
import type { CinemaRecord, MovieRecord, ShowtimeRecord } from '../schema/records.ts'
import { type CinemaMember, toCapabilities } from './cinema-directory.ts'
import { defineCinemaSource } from './define-cinema-source.ts'
import { anyId, nullish, nullishText, unknownRows } from './field-schemas.ts'
import { absoluteUrl, optional, showtimeFormats, toHorizon, toMovie, toTheater } from './record-builders.ts'
import { resolveRepeatedHours } from './resolve-repeated-hours.ts'

const isMovie = typeGuard(
  Type.Object({
    movie_id: anyId,
    movie_name: Type.String(),
    rating: nullishText,
    runtime: nullish(Type.Union([Type.String(), Type.Number()])),
    release_year: nullish(Type.Union([Type.String(), Type.Number()])),
  }),
)

const ShowShape = Type.Object({
  movie_id: anyId,
  qualifier: nullishText,
  datetime: Type.String(),
  purchase_url: nullishText,
})
const isShow = typeGuard(ShowShape)

export const filmbot = defineCinemaSource({
  id: 'filmbot',
  about: {
    name: 'Filmbot',
    home: 'https://www.filmbot.com',
    terms: 'Public listings of the venues’ own sites; read at their pace, with a link back.',
  },
  baseUrl: 'https://www.filmbot.com',
  everyMinutes: 180,
  polite: { atOnce: 1, gapMs: 1000 },
  gate: 'none',
  capabilities: toCapabilities(['showtimes', 'booking_url'], false),
  grade: 'none',
  horizon: { maxDays: 60, source: 'probed' },
  limitations: [],
  seatCalls: 0,
  raw: { listings: Type.Object({ movies: unknownRows, showtimes: unknownRows }) },

  async *fetch({ http, member, signal }) {
    const answer = await http.request(`${member.base}/wp-json/nj/v1/showtime/listings`, { signal })
    yield { kind: 'listings', url: answer.url, fetchedAt: answer.receivedAt, body: answer.body }
  },

  *toRecords(answers, context): Generator<CinemaRecord> {
    const films = toMovies(answers, context)
    const showtimes = toShowtimes(answers, films, context)
    yield toTheater(context.member)
    const days = showtimes.map(({ businessDate }) => businessDate)
    const horizon = toHorizon(context.member.site, days, 'probed')
    if (horizon !== undefined) yield horizon
    yield* films.values()
    yield* resolveRepeatedHours(showtimes, (film) => films.get(film)?.runtimeMinutes)
  },
})

function toMovies(
  answers: readonly ParsedResponse[],
  { member, drop }: MapContext<CinemaMember>,
): Map<string, MovieRecord> {
  const films = new Map<string, MovieRecord>()
  for (const row of answers.flatMap(({ body }) => body.movies as unknown[])) {
    if (!isMovie(row)) {
      drop('not a movie')
      continue
    }
    const year = Number(row.release_year)
    const movie = toMovie({
      film: `${member.site}:${row.movie_id}`,
      rawIds: { film: String(row.movie_id) },
      title: row.movie_name,
      runtimeMinutes: Number(row.runtime) || 0,
      rating: row.rating,
      year: Number.isInteger(year) && year > 1887 ? year : undefined,
    })
    if (movie !== undefined && !isPrivateHire(movie.title)) films.set(movie.film, movie)
  }
  return films
}

function toShowtimes(
  answers: readonly ParsedResponse[],
  films: ReadonlyMap<string, MovieRecord>,
  { member, drop }: MapContext<CinemaMember>,
): ShowtimeRecord[] {
  const showtimes = new Map<string, ShowtimeRecord>()
  for (const row of answers.flatMap(({ body }) => body.showtimes as unknown[])) {
    const film = isShow(row) ? films.get(`${member.site}:${row.movie_id}`) : undefined
    const showtime = isShow(row) && film ? toShowtime(row, film, member) : undefined
    if (showtime === undefined) drop(film === undefined ? 'no film, or a private hire' : 'no start')
    else if (showtimes.has(showtime.session)) drop('listed twice')
    else showtimes.set(showtime.session, showtime)
  }
  return [...showtimes.values()]
}

function toShowtime(
  row: Type.Static<typeof ShowShape>,
  film: MovieRecord,
  member: CinemaMember,
): ShowtimeRecord | undefined {
  const start = parseLocalStart(
    row.datetime.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6'),
    member.timezone,
  )
  if (start === undefined) return undefined
  const booking = absoluteUrl(row.purchase_url)
  const session = /\/purchase\/(\d+)/.exec(booking ?? '')?.[1] ?? contentHash(1, [film.film, row.datetime])
  return {
    type: 'showtime',
    site: member.site,
    session,
    film: film.film,
    startsAt: start.startsAt,
    startsAtLocal: start.startsAtLocal,
    timezone: member.timezone,
    businessDate: businessDateOf(start.startsAtLocal),
    state: booking === undefined ? 'unknown' : 'on_sale',
    ...showtimeFormats([row.qualifier ?? ''], film.title, member),
    seating: 'unknown',
    ...optional('bookingUrl', booking),
    ...(start.warnings.length === 0 ? {} : { warnings: start.warnings }),
    rawIds: { session, ...film.rawIds, site: member.site },
  }
}
