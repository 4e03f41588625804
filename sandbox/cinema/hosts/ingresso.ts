/** Ingresso.com: all theaters in one list, and all days of a theater with the full price of each session. */

import { toLocalText } from '../../../src/core/zoned-time.ts'
import { toDate } from '../../calendar.ts'
import { json, type Reply, route, type SandboxHost } from '../../host.ts'
import type { World } from '../../world.ts'
import { type Chain, type Theater, theaterAt } from '../chains.ts'
import { type Movie, releaseYear } from '../movies.ts'
import { posterUrl } from '../pictures.ts'
import { pricesOf } from '../prices.ts'
import { listedShows, type Show } from '../schedule.ts'
import { tagNames } from '../tags.ts'
import { listingOf } from '../titles.ts'

export function ingressoHost(chain: Chain): SandboxHost {
  const at = (chain.path ?? '') as '/v0'
  return {
    host: chain.host,
    routes: [
      route(`GET ${at}/theaters/partnership/{partnership}`, ({ params }) => {
        const items = params.partnership === 'ingresso' ? [] : chain.theaters.map(theaterOf)
        return inCharsetOf(params.partnership, { items, count: items.length })
      }),
      route(
        `GET ${at}/sessions/city/{city}/theater/{theater}/partnership/{partnership}`,
        ({ params, query, world }) => {
          const theater = theaterAt(chain, params.theater)
          // A seller that has no contract with a theater, and a theater of another city, have no sessions.
          if (theater?.options?.city !== params.city || params.partnership === 'ingresso')
            return { status: 204 }
          const shows = listedShows(world, theater).filter(
            ({ day, startsAt }) =>
              startsAt > world.now() && (query.get('date') ?? toDate(day)) === toDate(day),
          )
          if (shows.length === 0) return { status: 204 }
          return inCharsetOf(params.partnership, daysOf(chain, world, theater, shows))
        },
      ),
    ],
  }
}

/** One partnership is answered in another encoding. */
function inCharsetOf(partnership: string, value: unknown): Reply {
  if (partnership !== 'home') return json(value)
  const headers = { 'content-type': 'application/json; charset=utf-16' }
  return { status: 200, headers, body: Buffer.from(JSON.stringify(value), 'utf16le') }
}

function theaterOf(theater: Theater) {
  return {
    id: theater.site,
    name: theater.name,
    address: theater.street,
    number: '',
    cityId: theater.options?.city,
    cityName: theater.city.name,
    uf: theater.city.state,
    geolocation: { lat: theater.lat, lng: theater.lon },
    telephones: [],
    corporation: 'Vaga-Lume',
    rooms: theater.screens.map(({ number, name }) => ({ id: String(number), name, capacity: 0 })),
    totalRooms: theater.screens.length,
    enabled: true,
    blockMessage: '',
  }
}

function daysOf(chain: Chain, world: World, theater: Theater, shows: readonly Show[]) {
  return [...Map.groupBy(shows, ({ day }) => day)].map(([day, onDay]) => ({
    date: toDate(day),
    isToday: day === world.today(),
    movies: [...Map.groupBy(onDay, ({ movie }) => movie)].map(([movie, own]) => ({
      ...movieOf(chain, world, movie),
      rooms: [...Map.groupBy(own, ({ screen }) => screen)].map(([screen, inRoom]) => ({
        name: screen.name,
        type: null,
        sessions: inRoom.map((show) => sessionOf(chain, theater, show)),
      })),
    })),
  }))
}

function movieOf(chain: Chain, world: World, movie: Movie) {
  const { film, title } = listingOf(chain, movie, 'plain')
  return {
    id: film,
    // Concerts are of the same type.
    type: 'Filme',
    title,
    originalTitle: movie.title,
    inPreSale: false,
    isReexhibition: movie.kind === 'classic',
    duration: String(movie.minutes),
    contentRating: movie.kind === 'event' ? 'Verifique a Classificação' : `${movie.rating} anos`,
    distributor: movie.kind === 'event' ? 'Sem Distribuidor' : movie.distributor,
    releaseYear: releaseYear(movie, world.today()),
    genres: [movie.genre],
    ratingDescriptors: movie.rating === '18' ? ['Violência'] : [],
    images: [{ url: posterUrl(film), type: 'PosterPortrait' }],
  }
}

const names = {
  '2d': 'Normal',
  '3d': '3D',
  imax: 'IMAX',
  '4dx': '4DX',
  plf: 'Macro XE',
  atmos: 'Dolby Atmos',
  lounge: 'VIP',
}

/** Every format is one bit; the sound has the id 0. */
function typesOf(chain: Chain, { movie, ...show }: Show) {
  const formats = tagNames({ ...show, movie }, names).map((name) => ({
    id: 2 ** Object.values(names).indexOf(name),
    name,
    alias: name === 'Normal' ? '2D' : name,
  }))
  const isDubbed = movie.rating === 'U' || show.session % 2 === 0
  const [name, alias] =
    movie.language === chain.language
      ? ['Nacional', 'NAC']
      : isDubbed
        ? ['Dublado', 'DUB']
        : ['Legendado', 'LEG']
  return [...formats, { id: 0, name, alias }]
}

function sessionOf(chain: Chain, { city }: Theater, show: Show) {
  const { day, startsAt, session, screen } = show
  const start = toLocalText(startsAt, city.timezone)
  const [full] = pricesOf(chain, show)
  // A session after midnight is listed under the day before, with an hour of that day.
  const isLate = !start.startsWith(toDate(day))
  return {
    id: String(session),
    price: full === undefined ? null : full.amount + full.fee,
    room: screen.name,
    types: typesOf(chain, show),
    date: { localDate: `${toDate(day)}${start.slice(10)}` },
    realDate: { localDate: start },
    time: start.slice(11, 16),
    midnightMessage: isLate ? 'Sessão após a meia-noite' : null,
    siteURL: `https://checkout.${chain.host}/?sessionId=${session}&partnership=www&ing_source=api&ing_medium=link-checkout`,
    hasSeatSelection: screen.isReserved,
    driveIn: false,
    streaming: false,
    enabled: session % 53 !== 0,
    blockMessage: session % 53 === 0 ? 'Vendas encerradas' : '',
  }
}
