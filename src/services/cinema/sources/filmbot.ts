/** Filmbot: the listings of an art house's own site, films and showtimes side by side. */

import { Type } from 'typebox'
import { contentHash } from '../../../core/content-hash.ts'
import { shapeOf } from '../../../core/type-guard.ts'
import type { MapContext, ParsedAnswer } from '../../../sync/source.ts'
import { isPrivateHire } from '../normalise/private-hire.ts'
import { businessDateOf, readLocal } from '../normalise/time.ts'
import type { CinemaRecord, MovieRecord, ShowtimeRecord } from '../schema/records.ts'
import { type CinemaMember, capabilitiesOf } from './cinema-directory.ts'
import { defineCinemaSource } from './define-cinema-source.ts'
import { anyId, maybe, maybeText, rows } from './field-schemas.ts'
import { addressOf, formatsOf, given, toHorizon, toMovie, toTheater } from './record-builders.ts'
import { settleRepeatedHours } from './resolve-repeated-hours.ts'

const isMovie = shapeOf(
  Type.Object({
    movie_id: anyId,
    movie_name: Type.String(),
    rating: maybeText,
    runtime: maybe(Type.Union([Type.String(), Type.Number()])),
    release_year: maybe(Type.Union([Type.String(), Type.Number()])),
  }),
)

const ShowShape = Type.Object({
  movie_id: anyId,
  qualifier: maybeText,
  datetime: Type.String(),
  purchase_url: maybeText,
})
const isShow = shapeOf(ShowShape)

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
  capabilities: capabilitiesOf(['showtimes', 'booking_url'], false),
  grade: 'none',
  horizon: { maxDays: 60, source: 'probed' },
  limitations: [],
  seatCalls: 0,
  raw: { listings: Type.Object({ movies: rows, showtimes: rows }) },

  async *fetch({ http, member, signal }) {
    const answer = await http.request(`${member.base}/wp-json/nj/v1/showtime/listings`, { signal })
    yield { kind: 'listings', url: answer.url, fetchedAt: answer.receivedAt, body: answer.body }
  },

  *toRecords(answers, context): Generator<CinemaRecord> {
    const films = readMovies(answers, context)
    const showtimes = readShows(answers, films, context)
    yield toTheater(context.member)
    const days = showtimes.map(({ businessDate }) => businessDate)
    const horizon = toHorizon(context.member.site, days, 'probed')
    if (horizon !== undefined) yield horizon
    yield* films.values()
    yield* settleRepeatedHours(showtimes, (film) => films.get(film)?.runtimeMinutes)
  },
})

function readMovies(
  answers: readonly ParsedAnswer[],
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

function readShows(
  answers: readonly ParsedAnswer[],
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
  const start = readLocal(
    row.datetime.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6'),
    member.timezone,
  )
  if (start === undefined) return undefined
  const booking = addressOf(row.purchase_url)
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
    ...formatsOf([row.qualifier ?? ''], film.title, member),
    seating: 'unknown',
    ...given('bookingUrl', booking),
    ...(start.warnings.length === 0 ? {} : { warnings: start.warnings }),
    rawIds: { session, ...film.rawIds, site: member.site },
  }
}
