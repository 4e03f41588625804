/** Filmbot: the films and showtimes of an art house in one response of its WordPress site. */

import { json, route, type SandboxHost } from '../../host.ts'
import type { World } from '../../world.ts'
import type { Chain, Theater } from '../chains.ts'
import { releaseYear } from '../movies.ts'
import { listedShows, type Show } from '../schedule.ts'
import { listingOf } from '../titles.ts'

/** One site, and thus one path, per theater. */
export function filmbotHost(chain: Chain): SandboxHost {
  const path = chain.path ?? ''
  return {
    host: chain.host,
    routes: [
      route(`GET ${path as '/'}/wp-json/nj/v1/showtime/listings`, ({ world }) => {
        const [theater] = chain.theaters
        return theater === undefined
          ? json({ code: 'rest_no_route', data: { status: 404 } }, { status: 404 })
          : json(listings(chain, world, theater))
      }),
    ],
  }
}

function listings(chain: Chain, world: World, theater: Theater) {
  const shows = listedShows(world, theater)
  const films = new Map(shows.map((show) => [filmOf(chain, show).film, show]))
  return {
    movies: [...films].map(([film, show]) => ({
      movie_id: Number(film),
      movie_name: filmOf(chain, show).title,
      rating: show.movie.rating,
      runtime: String(show.movie.minutes),
      release_year: String(releaseYear(show.movie, world.today())),
    })),
    showtimes: shows.map((show) => ({
      movie_id: Number(filmOf(chain, show).film),
      qualifier: show.variant === 'subtitled' ? 'Subtitled' : '',
      // 20261115194000
      datetime: show.local.replace(/\D/g, ''),
      purchase_url: `https://${chain.host}/purchase/${show.session}`,
    })),
  }
}

function filmOf(chain: Chain, { movie, variant }: Show) {
  return listingOf(chain, movie, variant)
}
