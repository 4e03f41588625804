/** What the search over everything finds in the cinema. */

import { nearbyMiles } from '../../../../core/places/choose-place.ts'
import { searchWords } from '../../../../core/text/search-words.ts'
import { toQueryString as toQuery } from '../../../../http/pages/page-query.ts'
import type { SearchSection } from '../../../../http/service.ts'
import type { CinemaContext } from '../../cinema-context.ts'
import { completePlace } from '../../places/complete-place.ts'
import { readRankedMovies } from '../../queries/movies/movies.ts'
import { findTheaters } from '../../queries/theaters.ts'
import type { Movie, Theater } from '../../schema/index.ts'
import { toQueryString } from './page-links.ts'
import { addressText, movieFacts } from './wording.ts'

const placesMax = 3
/** Before the first comma: names with more words are titles and sentences. */
const placeWordsMax = 4

export function cinemaSearches(cinema: CinemaContext): SearchSection[] {
  const { db } = cinema
  return [
    {
      id: 'movies',
      title: 'Movies',
      async find({ base, q, limit, signal }) {
        const ranked = (await cinema.movies.current()).find(q)
        signal.throwIfAborted()
        const rows = (await readRankedMovies(db, ranked, undefined, limit)).slice(0, limit)
        const movies = rows.map(({ doc }) => JSON.parse(doc) as Movie)
        return {
          hits: movies.map((movie) => ({
            title: movie.title,
            note: movieFacts(movie),
            path: `${base}/movies/${movie.id}`,
          })),
          api: { href: `${base}/v1/movies/search${toQuery({ q, limit })}`, call: 'cinema.searchMovies' },
        }
      },
    },
    {
      id: 'theaters',
      title: 'Theaters',
      async find({ base, q, limit, signal }) {
        const theaters = await cinema.theaters.current()
        signal.throwIfAborted()
        const found = findTheaters(theaters, { q, radiusMiles: 0 })
        return {
          hits: found.slice(0, limit).map(({ theater: { id, name, doc } }) => ({
            title: name,
            note: addressText(JSON.parse(doc) as Theater),
            path: `${base}/theaters/${id}`,
          })),
          api: { href: `${base}/v1/theaters/search${toQuery({ q, limit })}`, call: 'cinema.searchTheaters' },
        }
      },
    },
    {
      id: 'places',
      title: 'Showtimes near a place',
      async find({ base, q, limit, signal }) {
        if (searchWords(q.split(',', 1).join()).length > placeWordsMax) return { hits: [] }
        const theaters = await cinema.theaters.current()
        signal.throwIfAborted()
        const places = completePlace(q, theaters, Math.min(limit, placesMax))
        return {
          hits: places
            .filter(({ theaters }) => theaters > 0)
            .map(({ near, ...point }) => ({
              title: near,
              note: nearbyText(theaters.near(point, nearbyMiles).length),
              path: `${base}/showtimes${toQueryString({ near })}`,
            })),
          api: { href: `${base}/v1/places/suggest${toQuery({ q })}`, call: 'cinema.suggestPlaces' },
        }
      },
    },
  ]
}

/** As many as the page of the place has. */
function nearbyText(theaters: number): string {
  return `${theaters} theater${theaters === 1 ? '' : 's'} within ${nearbyMiles} miles`
}
