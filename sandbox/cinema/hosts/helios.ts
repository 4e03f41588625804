/** Helios: the repertoire of a theater by its number, and its ticket service by its UUID. */

import { toLocalText } from '../../../src/core/zoned-time.ts'
import { json, route, type SandboxHost } from '../../host.ts'
import type { World } from '../../world.ts'
import { type Chain, type Theater, theaterAt } from '../chains.ts'
import type { Movie } from '../movies.ts'
import { posterUrl } from '../pictures.ts'
import { listedShows, type Show } from '../schedule.ts'
import { seatPlanOf, soldCount } from '../seat-plan.ts'
import { type Tag, tagsOf } from '../tags.ts'
import { listingOf } from '../titles.ts'

const notFound = json({ message: 'Not Found' }, { status: 404 })

export function heliosHost(chain: Chain): SandboxHost {
  const at = (chain.path ?? '') as '/api/v1'
  return {
    host: chain.host,
    routes: [
      route(`GET ${at}/cinemas`, () => json({ data: chain.theaters.map(cinemaOf) })),
      route(`GET ${at}/cinemas/{number}/screenings`, ({ params, world }) => {
        const theater = chain.theaters.find(({ options }) => options?.number === params.number)
        return theater === undefined ? notFound : json({ data: repertoireOf(chain, world, theater) })
      }),
    ],
  }
}

function heliosTicketHost(chain: Chain): string {
  return `rest.${chain.host}`
}

/** For the registry. */
export function heliosTicketBase(chain: Chain): string {
  return `https://${heliosTicketHost(chain)}/api`
}

/** Events are not among its screenings. Without both ends of a window it lists all. */
export function heliosTickets(chain: Chain): SandboxHost {
  return {
    host: heliosTicketHost(chain),
    routes: [
      route('GET /api/cinema/{cinema}/screening', ({ params, query, world }) => {
        const theater = theaterAt(chain, params.cinema)
        if (theater === undefined) return notFound
        const from = query.get('dateTimeFrom') ?? ''
        const to = query.get('dateTimeTo') ?? '9'
        const shows = listedShows(world, theater).filter(
          ({ local, movie }) => local >= from && local <= to && keyOf(chain, movie).startsWith('m'),
        )
        return json(shows.map((show) => occupancyOf(world, theater, show)))
      }),
    ],
  }
}

function cinemaOf({ site, name, city, options }: Theater) {
  return { id: Number(options?.number), sourceId: site, name, slug: 'kino', location: { city: city.name } }
}

function repertoireOf(chain: Chain, world: World, theater: Theater) {
  const shows = listedShows(world, theater).filter(({ startsAt }) => startsAt > world.now())
  const byKey = Map.groupBy(shows, ({ movie }) => keyOf(chain, movie))
  const titles = [...byKey].map(([key, [show]]) => [key, show && titleOf(chain, show.movie)] as const)
  return {
    movies: Object.fromEntries(titles.filter(([key]) => key.startsWith('m'))),
    events: Object.fromEntries(titles.filter(([key]) => key.startsWith('e'))),
    // The day of the clock, also after midnight. An object without days is written as a list.
    screenings:
      shows.length === 0
        ? []
        : Object.fromEntries(
            [...Map.groupBy(shows, ({ local }) => local.slice(0, 10))].map(([day, onDay]) => [
              day,
              Object.fromEntries(
                [...Map.groupBy(onDay, ({ movie }) => keyOf(chain, movie))].map(([key, own]) => [
                  key,
                  {
                    screenings: own.map((show) => screeningOf(chain, theater, show)),
                    flags: own.some((show) => tagsOf(show).includes('preview')) ? ['przedpremiera'] : [],
                  },
                ]),
              ),
            ]),
          ),
  }
}

function numberOf(chain: Chain, movie: Movie): number {
  return 4000 + Number(listingOf(chain, movie, 'plain').film.replace(/\D/g, ''))
}

const eventKinds: ReadonlySet<Movie['kind']> = new Set(['event', 'secret', 'package'])

function keyOf(chain: Chain, movie: Movie): string {
  return `${eventKinds.has(movie.kind) ? 'e' : 'm'}${numberOf(chain, movie)}`
}

function titleOf(chain: Chain, movie: Movie) {
  const { film, title } = listingOf(chain, movie, 'plain')
  const isEvent = eventKinds.has(movie.kind)
  return {
    id: numberOf(chain, movie),
    sourceId: film,
    ...(isEvent ? { name: title } : { title, titleOriginal: movie.title }),
    duration: movie.minutes,
    age: Number.parseInt(movie.rating, 10) || 0,
    flags: movie.language === chain.language ? [{ name: 'Film polski' }] : [],
    genres: [{ name: movie.genre.toLowerCase() }],
    posterPhoto: { url: posterUrl(film) },
  }
}

const releases: Readonly<Partial<Record<Tag, string>>> = { '3d': '3D', imax: 'IMAX', atmos: 'ATMOS' }

function printOf(chain: Chain, show: Show) {
  const { movie, session } = show
  const tags = tagsOf(show)
  const isDubbed = movie.rating === 'U' || session % 3 === 0
  const spoken = movie.language === chain.language ? 'ORG' : isDubbed ? 'DUB' : 'NAP'
  const rest = tags.flatMap((tag) => (tag === '3d' ? [] : (releases[tag] ?? [])))
  return {
    printType: tags.includes('3d') ? '3D' : '2D',
    printRelease: [tags.includes('3d') ? '3D' : '2D', spoken, ...rest].join('/'),
    soundType: tags.includes('atmos') ? 'ATM' : '5.1',
  }
}

/** Sales end half an hour after the start. */
function screeningOf(chain: Chain, theater: Theater, show: Show) {
  const { movie, startsAt, screen } = show
  const salesEnd = toLocalText(startsAt + 30 * 60_000, theater.city.timezone)
  const print = printOf(chain, show)
  const isEvent = eventKinds.has(movie.kind)
  return {
    timeFrom: show.local.replace('T', ' '),
    saleTimeTo: salesEnd.slice(0, 19).replace('T', ' '),
    sourceId: idOf(show),
    cinemaSourceId: theater.site,
    settings: isEvent ? ['no_coupons'] : [],
    cinemaScreen: { feature: screen.kind === 'recliner' ? 'Dream' : '' },
    ...(isEvent
      ? {
          event: { ...titleOf(chain, movie), flags: undefined },
          screeningMovies:
            movie.kind === 'event'
              ? [
                  {
                    movie: { ...titleOf(chain, movie), title: listingOf(chain, movie, 'plain').title },
                    moviePrint: print,
                  },
                ]
              : [],
        }
      : { moviePrint: print }),
  }
}

function idOf({ session }: Show): string {
  return `5e550000-0000-4000-8000-${String(session).padStart(12, '0')}`
}

function occupancyOf(world: World, theater: Theater, show: Show) {
  const { startsAt, screen } = show
  return {
    id: idOf(show),
    screenId: `5c4e0000-0000-4000-8000-${String(screen.number).padStart(12, '0')}`,
    screeningTimeFrom: toLocalText(startsAt, theater.city.timezone),
    audience: soldCount(world, theater, show),
    maxOccupancy: seatPlanOf(theater, screen).sellable,
    // Also of one that is full.
    availabilityStatus: 1,
    generalAdmission: false,
  }
}
