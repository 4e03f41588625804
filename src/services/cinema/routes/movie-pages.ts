/** The page of a movie and its pictures. */

import { Type } from 'typebox'
import { notFound } from '../../../core/errors.ts'
import { countryName } from '../../../core/places/countries.ts'
import { htmlReply } from '../../../http/pages/page.ts'
import { bodyReply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { CinemaContext } from '../cinema-context.ts'
import { readMovie } from '../queries/movies/movies.ts'
import type { IndexedTheater, Theaters } from '../queries/theater-index.ts'
import type { Movie, Showtime } from '../schema/index.ts'
import { type MovieTheater, moviePage } from './cinema-pages/movie-page.ts'
import { readNextProgramme, todayIn, toTheater } from './cinema-pages/programme.ts'
import { locatePlace, pageRoute, placeParams, toNotes } from './page-place.ts'

const params = Type.Object({
  movie_id: Type.String({ maxLength: 64, description: '`id` of the movie.' }),
})

/** `url`: the public address of the movies. */
export function moviePageRoutes(cinema: CinemaContext, url: string): AnyRoute[] {
  return [
    pageOfMovie(cinema, url),
    pictureOfMovie(cinema, 'poster', 'getMoviePoster'),
    pictureOfMovie(cinema, 'backdrop', 'getMovieBackdrop'),
  ]
}

async function requireMovie(cinema: CinemaContext, id: string): Promise<Movie> {
  const doc = await readMovie(cinema.db, id)
  if (doc === undefined) throw notFound('movie', 'movie_id')
  return JSON.parse(doc) as Movie
}

function pageOfMovie(cinema: CinemaContext, url: string): AnyRoute {
  return defineRoute({
    ...pageRoute,
    path: '/movies/:movie_id',
    id: 'getMoviePage',
    summary: 'Get a movie as a page',
    params,
    query: Type.Object(placeParams),
    handle: async ({ params, query: { near = '', ...query }, nowMs }) => {
      const movie = await requireMovie(cinema, params.movie_id)
      const theaters = await cinema.theaters.current()
      const { location, problem } = await locatePlace(near, theaters, cinema)
      const nearby = location && theaters.near(location, query.radius_miles)
      const timezone = nearby?.[0]?.theater.timezone
      const today = todayIn(timezone ?? 'UTC', nowMs)
      const date = query.date || today
      const programme = await readNextProgramme(cinema, {
        theaters,
        ...(nearby ? { theaterIds: nearby.map(({ theater }) => theater.id) } : {}),
        movieId: movie.id,
        date,
        timezone,
        nowMs,
      })
      const page = htmlReply(
        moviePage({
          movie,
          query: { ...query, near, date: query.date || undefined },
          placeLabel: location && (location.label ?? near),
          problem,
          programme,
          theaters: theatersOf(programme.showtimes, theaters, nearby),
          today,
          date,
          notes: toNotes(query.radius_miles, location, theaters),
          url: `${url}/${movie.id}`,
        }),
      )
      return problem === undefined ? page : { ...page, status: 400 }
    },
  })
}

/** Those with showtimes: the nearest first, without a place in the order of their first showtimes. */
function theatersOf(
  showtimes: readonly Showtime[],
  theaters: Theaters,
  nearby: ReturnType<Theaters['near']> | undefined,
): MovieTheater[] {
  const ids = new Set(showtimes.map(({ theater_id }) => theater_id))
  if (nearby !== undefined)
    return nearby
      .filter(({ theater }) => ids.has(theater.id))
      .map(({ theater, miles }) => ({ ...toMovieTheater(theater), miles }))
  return [...ids].flatMap((id) => {
    const theater = theaters.byId.get(id)
    return theater === undefined ? [] : [toMovieTheater(theater)]
  })
}

function toMovieTheater(theater: IndexedTheater): MovieTheater {
  const { id, name, address = {} } = toTheater(theater)
  const { city = '', country = '' } = address
  return { id, name, city, country: countryName(country) ?? country }
}

/** Shows what the page has behind the picture: the initials of the movie. */
const clearPoint = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
/** Browsers and shared caches ask again after a day; where there is no picture now, after a minute. */
const pictureCache = 'public, max-age=86400'
const noPictureCache = 'public, max-age=60'

/** From this server, so that no page asks another host. */
function pictureOfMovie(cinema: CinemaContext, kind: 'poster' | 'backdrop', id: string): AnyRoute {
  return defineRoute({
    ...pageRoute,
    path: `/movies/:movie_id/${kind}`,
    id,
    summary: `Get the ${kind} of a movie`,
    params,
    response: { body: Type.Unknown(), type: 'image/jpeg' },
    acceptsAny: true,
    cache: 'no-store',
    handle: async ({ params, signal, outsideTurn }) => {
      const { images } = await requireMovie(cinema, params.movie_id)
      const source = images?.[kind]
      const picture = source && (await outsideTurn(() => cinema.pictures.read(source, signal)))
      if (!picture) return bodyReply('image/gif', clearPoint, { 'cache-control': noPictureCache })
      return bodyReply(picture.type, picture.bytes, { 'cache-control': pictureCache })
    },
  })
}
