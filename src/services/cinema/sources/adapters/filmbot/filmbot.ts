/** Filmbot: one response with the films and showtimes of an art house's own site. */

import { Type } from 'typebox'
import { Failure } from '../../../../../core/errors.ts'
import type { MapContext, ParsedResponse } from '../../../../../sync/source.ts'
import { findStatusRule, type StatusRules, statusesOf } from '../../../../../sync/status-rules.ts'
import { parseLocalStart } from '../../../normalise/time.ts'
import { toCapabilities } from '../../../schema/index.ts'
import type { MovieRecord, ShowtimeRecord } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import { defineCinemaSource, failedPart, toUpstreamResponse } from '../../define-cinema-source.ts'
import { anyId, nullish, nullishText, rowReader, unknownRows } from '../../field-schemas.ts'
import { absoluteUrl, bodiesOf, idsIn, tryParseJson } from '../../field-values.ts'
import { toListingRecords } from '../../records/listing-records.ts'
import { addMovie, toMovieRecord } from '../../records/movie-record.ts'
import { resolveRepeatedHours } from '../../records/resolve-repeated-hours.ts'
import { toShowtimeRecord } from '../../records/showtime-record.ts'
import { toTheaterRecord } from '../../records/theater-record.ts'
import { createSessionIds } from '../../session-ids.ts'
import { toPostListing } from './posts.ts'

const readMovie = rowReader(
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
const readShow = rowReader(ShowShape)

const postsPerPage = 100
const postPagesMax = 10

const filmbotRules: StatusRules = [
  {
    statuses: [404],
    kinds: ['listings'],
    bodyHas: ['rest_no_route'],
    means: 'moved',
    evidence:
      'some installations have only posts; WordPress says this of a path that no plugin has registered',
  },
  {
    statuses: [400],
    kinds: ['posts'],
    bodyHas: ['rest_post_invalid_page_number'],
    means: 'empty',
    evidence: 'WordPress says this of a page after the last one',
  },
]

export const filmbot = defineCinemaSource({
  id: 'filmbot',
  about: {
    name: 'Filmbot',
    home: 'https://www.filmbot.com',
    terms: 'Public listings of the venues’ own sites; rate-limited, with a link back.',
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
  raw: {
    listings: Type.Object({ theater_id: nullish(anyId), movies: unknownRows, showtimes: unknownRows }),
    posts: unknownRows,
  },
  statusRules: filmbotRules,
  partKinds: ['posts'],

  async *fetch(context) {
    const { http, member, signal } = context
    const get = async (kind: string, path: string) => {
      const acceptStatuses = statusesOf(filmbotRules, kind)
      const response = await http.request(`${member.base}/wp-json/nj/v1/${path}`, { signal, acceptStatuses })
      const rule = findStatusRule(filmbotRules, kind, response)
      if (rule !== undefined) return undefined
      // Such a status is accepted only because of what its body may say.
      if (response.status >= 400)
        throw new Failure('upstream_changed', `The site responded with status ${response.status}.`)
      return toUpstreamResponse(kind, response)
    }
    const listings = await get('listings', 'showtime/listings')
    if (listings !== undefined) return yield listings
    for (let page = 1; page <= postPagesMax; page++) {
      const posts = await get('posts', `showtime?per_page=${postsPerPage}&page=${page}`)
      if (posts === undefined) return
      yield posts
      const rows: unknown = tryParseJson(posts.body)
      if (!Array.isArray(rows) || rows.length < postsPerPage) return
    }
    const failure = new Failure('upstream_changed', `The site has more than ${postPagesMax} pages of posts.`)
    yield failedPart(context, 'posts', failure, 'all')
  },

  toRecords(allResponses, context) {
    const responses = allResponses.filter(({ body }) => !isOfOtherTheater(body, context.member))
    if (responses.length < allResponses.length) context.drop('listings of another theater')
    const posts = toPostListing(bodiesOf<unknown[]>(responses, 'posts').flat(), context)
    const films = toMovies(responses, context)
    for (const movie of posts.films) films.set(movie.film, movie)
    const { showtimes: listedShowtimes, listed } = toShowtimes(responses, films, context)
    const showtimes = [...listedShowtimes, ...posts.showtimes]
    return toListingRecords(context.member, {
      theater: toTheaterRecord(context.member),
      films: films.values(),
      showtimes: resolveRepeatedHours(showtimes, films),
      listed: [...listed, ...posts.listed],
    })
  },
})

/** The registry has the number of the theater, or a name if the number is not known. */
function isOfOtherTheater({ theater_id }: ParsedResponse['body'], { site }: CinemaMember): boolean {
  return theater_id != null && /^\d+$/.test(site) && String(theater_id) !== site
}

function toMovies(
  responses: readonly ParsedResponse[],
  { member, drop }: MapContext<CinemaMember>,
): Map<string, MovieRecord> {
  const films = new Map<string, MovieRecord>()
  for (const row of bodiesOf(responses, 'listings').flatMap(({ movies }) => movies as unknown[])) {
    const movieRow = readMovie(row)
    if (movieRow === undefined) {
      drop('not a movie')
      continue
    }
    const movie = toMovieRecord({
      film: `${member.site}:${movieRow.movie_id}`,
      rawIds: { film: String(movieRow.movie_id) },
      title: movieRow.movie_name,
      runtimeMinutes: Number(movieRow.runtime) || 0,
      rating: movieRow.rating,
      year: movieRow.release_year,
    })
    addMovie(films, movie)
  }
  return films
}

function toShowtimes(
  responses: readonly ParsedResponse[],
  films: ReadonlyMap<string, MovieRecord>,
  { member, drop }: MapContext<CinemaMember>,
): { showtimes: Iterable<ShowtimeRecord>; listed: string[] } {
  const showtimes = new Map<string, ShowtimeRecord>()
  const listed: string[] = []
  const movies = bodiesOf(responses, 'listings').flatMap((body) => body.movies as unknown[])
  const described = new Set(movies.flatMap((row) => idsIn(row, 'movie_id')))
  const nextSession = createSessionIds()
  for (const found of bodiesOf(responses, 'listings').flatMap(({ showtimes }) => showtimes as unknown[])) {
    const row = readShow(found)
    if (row === undefined) {
      drop('not a showtime')
      continue
    }
    const id = `${member.site}:${row.movie_id}`
    const session = nextSession({
      identity: [id, row.datetime],
      link: row.purchase_url ?? undefined,
      row: { ...row, purchase_url: undefined },
    })
    if (session === undefined) {
      drop('listed twice')
      continue
    }
    const film = films.get(id)
    const showtime = film && toShowtime(row, session, film, member)
    if (film !== undefined || !described.has(String(row.movie_id))) listed.push(session)
    if (showtime === undefined) drop(film === undefined ? 'no film, or a private hire' : 'no start')
    else showtimes.set(session, showtime)
  }
  return { showtimes: showtimes.values(), listed }
}

function toShowtime(
  row: Type.Static<typeof ShowShape>,
  session: string,
  film: MovieRecord,
  member: CinemaMember,
): ShowtimeRecord | undefined {
  const start = parseLocalStart(
    row.datetime.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6'),
    member.timezone,
  )
  if (start === undefined) return undefined
  const booking = absoluteUrl(row.purchase_url)
  return toShowtimeRecord({
    member,
    session,
    film,
    start,
    state: booking === undefined ? 'unknown' : 'on_sale',
    tags: [row.qualifier ?? ''],
    bookingUrl: booking,
    rawIds: film.rawIds,
  })
}
