/** Cinema API: the shows of a country by page, its films, and for a show its price, its room and the state of each seat. */

import { toDate } from '../../calendar.ts'
import { json, type Reply, route, type SandboxHost } from '../../host.ts'
import type { World } from '../../world.ts'
import type { Chain, Theater } from '../chains.ts'
import { movies, premiereOf, releaseYear } from '../movies.ts'
import { posterUrl } from '../pictures.ts'
import { pricesOf } from '../prices.ts'
import { listedShows, type Show, showByNumber } from '../schedule.ts'
import { houseSeats, seatPlanOf, soldSeats } from '../seat-plan.ts'
import { type Tag, tagNames } from '../tags.ts'
import { listingOf } from '../titles.ts'

const showsPerPage = 1024

export function cinemaApiHost(chain: Chain): SandboxHost {
  const country = chain.country.toLowerCase()
  const language = chain.country === 'NO' ? 'no' : 'sv'
  const system = `Sys99-${chain.country}` as const
  return {
    host: chain.host,
    routes: [
      route(`GET /show/stripped/${language}/{page}/1024/`, ({ params, query, world }) => {
        if (query.get('CountryAlias') !== country || query.get('Channel') !== 'Web') return json(list([]))
        const shows = chain.theaters.flatMap((theater) =>
          listedShows(world, theater)
            .filter(({ startsAt }) => startsAt > world.now())
            .map((show) => strippedOf(chain, theater, show)),
        )
        const first = (Number(params.page) - 1) * showsPerPage
        return json({ ...list(shows), items: shows.slice(first, first + showsPerPage) })
      }),
      route(`GET /movie/scheduled/${language}/1/1024/false`, ({ world }) =>
        json(list(movies.map((movie) => filmOf(chain, world, movie)))),
      ),
      route(`GET /show/${system}/{show}/${language}`, ({ params, world }) =>
        forShow(chain, world, params.show, (theater, show) => detailOf(chain, theater, show, params.show)),
      ),
      route(`GET /show/ticketstatus/${system}/{show}/`, ({ params, world }) =>
        forShow(chain, world, params.show, (theater, show) => statusesOf(world, theater, show, params.show)),
      ),
      route(`GET /screen/layout/${language}/{layout}`, ({ params }) => layoutOf(chain, params.layout)),
    ],
  }
}

function list(items: readonly unknown[]) {
  return { totalNbrOfItems: items.length, items }
}

/** Unique among all theaters. */
function showId(chain: Chain, theater: Theater, show: Show): string {
  return `${layoutId(chain, theater, show.screen.number)}-${show.session}`
}

function layoutId(chain: Chain, theater: Theater, screen: number): number {
  return 1000 + chain.theaters.indexOf(theater) * 20 + screen
}

function theaterOfLayout(chain: Chain, layout: number): Theater | undefined {
  return chain.theaters[Math.floor((layout - 1000) / 20)]
}

function forShow(
  chain: Chain,
  world: World,
  id: string,
  answer: (theater: Theater, show: Show) => unknown,
): Reply {
  const [layout, session] = id.split('-').map(Number)
  const theater = theaterOfLayout(chain, layout ?? Number.NaN)
  const show = theater && showByNumber(world, theater, session ?? Number.NaN)
  if (theater === undefined || show === undefined) return json(null, { status: 404 })
  return json(answer(theater, show))
}

const names: Readonly<Partial<Record<Tag, string>>> = {
  '3d': '3D',
  imax: 'IMAX',
  '4dx': '4DX',
  atmos: 'ATMOS',
  lounge: 'VIP-salong',
}

function strippedOf(chain: Chain, theater: Theater, show: Show) {
  const { film } = listingOf(chain, show.movie, 'plain')
  return {
    reId: showId(chain, theater, show),
    mId: film,
    mvId: `${film}V1`,
    cId: theater.site,
    ct: theater.name,
    sId: `${theater.site}S${show.screen.number}`,
    st: show.screen.name,
    sa: tagNames(show, names),
    utc: new Date(show.startsAt).toISOString().replace('.000Z', 'Z'),
    res: show.session % 61 === 0 ? ['Members'] : [],
  }
}

function filmOf(chain: Chain, world: World, movie: (typeof movies)[number]) {
  const { film, title } = listingOf(chain, movie, 'plain')
  const isLocal = movie.language === 'en' && movie.rating === 'U'
  return {
    ncgId: film,
    title,
    originalTitle: movie.title,
    productionYear: releaseYear(movie, world.today()),
    length: movie.minutes,
    rating: { displayName: movie.rating },
    genres: [{ name: movie.genre }],
    actors: movie.cast.map((displayName) => ({ displayName })),
    directors: [{ displayName: movie.director }],
    releaseDate: `${toDate(premiereOf(movie, world.today()))}T00:00:00`,
    shortDescription: movie.synopsis,
    posterUrl: posterUrl(film),
    versions: [
      {
        ncgId: `${film}V1`,
        audioLanguage: isLocal ? chain.language : movie.language,
        subtitlesLanguage: isLocal ? null : 'sv-SE',
        attributes: [],
      },
    ],
  }
}

function detailOf(chain: Chain, theater: Theater, show: Show, id: string) {
  const [ordinary] = pricesOf(chain, show)
  return {
    remoteEntityId: id,
    unnumbered: !show.screen.isReserved,
    isRestricted: false,
    movieVersionPrice: ordinary?.amount,
    auditoriumLayoutId: id.split('-')[0],
    cinema: { ncgId: theater.site, title: theater.name },
  }
}

const seatPixels = 63

function layoutOf(chain: Chain, id: string): Reply {
  const theater = theaterOfLayout(chain, Number(id))
  const screen = theater?.screens.find(({ number }) => layoutId(chain, theater, number) === Number(id))
  if (theater === undefined || screen === undefined) return json(null, { status: 404 })
  const seats = seatPlanOf(theater, screen).seats.map(({ row, column, kind }, index) => ({
    remoteEntityId: `${id}${index}`,
    row: row + 1,
    // They run on over the rows.
    number: index + 1,
    seatType: kind === 'wheelchair' ? 'Hcp' : 'Regular',
    coordinates: { x: 232 + column * seatPixels, y: 366 + row * seatPixels },
  }))
  return json({ id: Number(id), auditoriumLayoutId: id, seats })
}

/** The seats that the house keeps are locked, as are those in somebody's basket. */
function statusesOf(world: World, theater: Theater, show: Show, id: string) {
  const sold = [...soldSeats(world, theater, show)]
  const locked = new Set(sold.slice(-houseSeats(show.screen)))
  const [layout] = id.split('-')
  return seatPlanOf(theater, show.screen).seats.map((_, index) => ({
    remoteEntityId: `${layout}${index}`,
    status: locked.has(index) ? 'Locked' : sold.includes(index) ? 'Sold' : 'Free',
  }))
}
