/** Filmbot: WordPress sites of art houses, with listings, posts or both. */

import { escapeUTF8 } from 'entities'
import { offsetAt } from '../../../src/core/zoned-time.ts'
import { json, type Reply, route, type SandboxHost, type SandboxRequest } from '../../host.ts'
import type { World } from '../../world.ts'
import { type Chain, type Theater, theaterAt } from '../chains.ts'
import { releaseYear } from '../movies.ts'
import { listedShows, type Show } from '../schedule.ts'
import { isSoldOut } from '../seat-plan.ts'
import { listingOf } from '../titles.ts'

const perPageDefault = 10
const perPageMax = 100

/** The site of one house if the chain has a path, otherwise a branch of the site for each house. */
export function filmbotHost(chain: Chain): SandboxHost {
  const api = `GET ${(chain.path ?? '/{house}') as '/{house}'}/wp-json/nj/v1` as const
  const houseOf = ({ house }: { readonly house: string }) =>
    chain.path === undefined ? theaterAt(chain, house) : chain.theaters[0]
  return {
    host: chain.host,
    routes: [
      route(`${api}/showtime/listings`, ({ params, world }) => {
        const theater = houseOf(params)
        if (theater === undefined || !hasListings(chain, theater)) return noRoute()
        return json(listingsOf(chain, world, theater))
      }),
      route(`${api}/showtime`, (request) => {
        const theater = houseOf(request.params)
        return theater === undefined || !hasPosts(chain, theater) ? noRoute() : posts(chain, theater, request)
      }),
    ],
  }
}

/** The first half of the houses. */
function hasListings({ theaters }: Chain, theater: Theater): boolean {
  return theaters.indexOf(theater) < theaters.length / 2
}

/** All but the second house. */
function hasPosts({ theaters }: Chain, theater: Theater): boolean {
  return theaters.indexOf(theater) !== 1
}

/** What WordPress answers to a path that no plugin has registered. */
function noRoute(): Reply {
  return failure(404, 'rest_no_route', 'No route was found matching the URL and request method.')
}

function failure(status: number, code: string, message: string): Reply {
  return json({ code, message, data: { status } }, { status })
}

function listingsOf(chain: Chain, world: World, theater: Theater) {
  const shows = listedShows(world, theater).filter(({ startsAt }) => startsAt > world.now())
  const movies = new Map(
    shows.map(({ movie, variant }) => {
      const { film, title } = listingOf(chain, movie, variant)
      const year = movie.year ?? (movie.kind === 'film' ? releaseYear(movie, world.today()) : undefined)
      return [
        film,
        {
          movie_id: Number(film),
          movie_name: title,
          rating: movie.rating,
          runtime: String(movie.minutes),
          restrictions: '',
          release_year: year === undefined ? null : String(year),
        },
      ]
    }),
  )
  return {
    theater_id: Number(theater.site),
    theater_name: theater.name,
    movies: [...movies.values()],
    showtimes: shows.map((show) => ({
      movie_id: Number(listingOf(chain, show.movie, show.variant).film),
      qualifier: qualifierOf(show),
      datetime: show.local.replaceAll(/\D/g, ''),
      purchase_url: purchaseUrl(chain, theater, show),
    })),
  }
}

function qualifierOf({ movie, variant }: Show): string {
  if (movie.kind === 'classic') return '35mm'
  return variant === 'talk' ? 'Q&A' : ''
}

function purchaseUrl({ host, path }: Chain, { site }: Theater, { session }: Show): string {
  return `https://${host}${path ?? `/${site}`}/purchase/${session}/`
}

/** Posts stay after their shows have started. */
function posts(chain: Chain, theater: Theater, { world, query }: SandboxRequest): Reply {
  const [perPage, page] = [integer(query.get('per_page'), perPageDefault), integer(query.get('page'), 1)]
  if (!(perPage >= 1 && perPage <= perPageMax) || !(page >= 1))
    return failure(400, 'rest_invalid_param', 'Invalid parameter(s): per_page, page')
  const rows = listedShows(world, theater).slice((page - 1) * perPage, page * perPage)
  if (rows.length === 0 && page > 1)
    return failure(
      400,
      'rest_post_invalid_page_number',
      'The page number requested is larger than the number of pages available.',
    )
  return json(rows.map((show) => postOf(chain, world, theater, show)))
}

function integer(text: string | null, absent: number): number {
  return text === null ? absent : /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
}

function postOf(chain: Chain, world: World, theater: Theater, show: Show) {
  const { title } = listingOf(chain, show.movie, show.variant)
  return {
    id: show.session,
    type: 'showtime',
    title: { rendered: `${escapeUTF8(title)} &#8211; ${startText(theater, show)}` },
    link: purchaseUrl(chain, theater, show),
    _datetime: String(show.startsAt / 1000),
    _length: String(show.movie.minutes),
    _sold_out: isSoldOut(world, theater, show) ? '1' : '',
    _open_captions: show.variant === 'subtitled' && show.movie.kind !== 'foreign' ? '1' : '',
  }
}

/** `10/9/26 @ 4:00 pm` */
function startText({ city }: Theater, { startsAt }: Show): string {
  const local = new Date(startsAt + offsetAt(startsAt, city.timezone))
  const [hour, minute] = [local.getUTCHours(), String(local.getUTCMinutes()).padStart(2, '0')]
  const day = `${local.getUTCMonth() + 1}/${local.getUTCDate()}/${local.getUTCFullYear() % 100}`
  return `${day} @ ${hour % 12 || 12}:${minute} ${hour < 12 ? 'am' : 'pm'}`
}
