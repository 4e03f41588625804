/** Veezi: one host for all theaters, each with its own token. */

import { toDate } from '../../calendar.ts'
import {
  json,
  type Reply,
  type Route,
  route,
  type SandboxHost,
  type SandboxRequest,
  text,
} from '../../host.ts'
import type { World } from '../../world.ts'
import type { Chain, Theater } from '../chains.ts'
import { movies, premiereOf } from '../movies.ts'
import { backdropUrl, posterUrl } from '../pictures.ts'
import { listedShows, type Show, showByNumber } from '../schedule.ts'
import { houseSeats, isSoldOut, seatPlanOf, soldCount } from '../seat-plan.ts'
import { listingOf } from '../titles.ts'

export function veeziToken(theater: Theater): string {
  return `sandbox-veezi-${theater.site}`
}

export function veeziHost(chain: Chain): SandboxHost {
  const byToken = new Map(chain.theaters.map((theater) => [veeziToken(theater), theater]))
  const get = (path: string, answer: (theater: Theater, request: SandboxRequest) => Reply): Route =>
    route(`GET ${path}` as `GET /${string}`, (request) => {
      const theater = byToken.get(String(request.headers.veeziaccesstoken))
      return theater === undefined
        ? // A refusal by the platform itself has no body; one with HTML comes from its delivery network.
          text('', { status: 403 })
        : answer(theater, request)
    })
  return {
    host: chain.host,
    routes: [
      get('/v1/site', (theater) => json(siteOf(theater))),
      get('/v1/screen', (theater) =>
        json(
          theater.screens.map((screen) => ({
            Id: screen.number,
            Name: screen.name,
            ScreenNumber: String(screen.number),
            HasCustomLayout: false,
            TotalSeats: seatPlanOf(theater, screen).seats.length,
            HouseSeats: houseSeats(screen),
          })),
        ),
      ),
      get('/v1/attribute', () => json(attributes)),
      get('/v4/film', (_, { world }) => json(movies.flatMap((movie) => filmsOf(chain, world, movie)))),
      get('/v1/filmpackage', () =>
        json(
          movies
            .filter(({ kind }) => kind === 'package')
            .map(({ number, title }) => ({ Id: number, Title: title, Name: title })),
        ),
      ),
      get('/v1/websession', (theater, { world }) =>
        json(
          upcoming(world, theater).map((show) => ({
            ...sessionOf(chain, world, theater, show),
            Url: urlOf(chain, theater, show),
          })),
        ),
      ),
      get('/v1/session', (theater, { world }) =>
        json(upcoming(world, theater).map((show) => sessionOf(chain, world, theater, show))),
      ),
      get('/v1/session/{id}', (theater, { world, params }) => {
        const show = showByNumber(world, theater, Number(params.id))
        return show === undefined
          ? json({ Message: 'Session not found.' }, { status: 404 })
          : json(sessionOf(chain, world, theater, show))
      }),
    ],
  }
}

const windowsZones: Readonly<Record<string, string>> = {
  'America/Chicago': 'Central Standard Time',
  'Europe/London': 'GMT Standard Time',
  'Pacific/Auckland': 'New Zealand Standard Time',
}

function siteOf(theater: Theater) {
  return {
    Name: theater.name,
    ShortName: theater.city.name,
    Address1: theater.street,
    Address2: theater.city.name,
    PostCode: theater.city.postalCode,
    Phone1: '',
    TimeZoneIdentifier: windowsZones[theater.city.timezone],
    Country: theater.city.country,
    Screens: theater.screens.map(({ number }) => number),
  }
}

const attributes = [
  { Id: '0000000001', Description: 'Open Captioned', ShortName: 'OC' },
  { Id: '0000000002', Description: 'Baby Club', ShortName: 'BABY' },
  { Id: '0000000003', Description: 'Subtitled', ShortName: 'SUB' },
]

function upcoming(world: World, theater: Theater): Show[] {
  return listedShows(world, theater).filter(({ startsAt }) => startsAt > world.now() - 3_600_000)
}

function filmsOf(chain: Chain, world: World, movie: (typeof movies)[number]) {
  if (movie.kind === 'package') return []
  const variants = movie.has3d ? (['plain', '3d'] as const) : (['plain'] as const)
  return variants.map((variant) => {
    const { film, title } = listingOf(chain, movie, variant)
    return {
      Id: film,
      Title: title,
      ShortName: title.slice(0, 20),
      Synopsis: movie.synopsis,
      Genre: movie.genre,
      Distributor: movie.distributor,
      OpeningDate: `${toDate(premiereOf(movie, world.today()))}T00:00:00`,
      Rating: movie.rating,
      Status: 'Active',
      Content: null,
      Duration: movie.minutes,
      Format: variant === '3d' ? '3D Digital' : '2D Digital',
      People: [
        {
          Id: `${movie.number}-0`,
          FirstName: movie.director.split(' ')[0],
          LastName: movie.director.split(' ').slice(1).join(' '),
          Role: movie.number % 9 === 0 ? 'Dicrector' : 'Director',
        },
        ...movie.cast.map((name, index) => ({
          Id: `${movie.number}-${index + 1}`,
          FirstName: name.split(' ')[0],
          LastName: name.split(' ').slice(1).join(' '),
          Role: 'Actor',
        })),
      ],
      FilmPosterUrl: posterUrl(String(movie.number)),
      BackdropImageUrl: backdropUrl(String(movie.number)),
    }
  })
}

function urlOf(chain: Chain, theater: Theater, show: Show): string {
  return `https://${chain.host}/purchase/${show.session}?siteToken=${theater.site}`
}

function sessionOf(chain: Chain, world: World, theater: Theater, show: Show) {
  const { movie, variant, screen, session, local } = show
  const { sellable } = seatPlanOf(theater, screen)
  const taken = soldCount(world, theater, show)
  const held = Math.min(taken, session % 3)
  const isPackage = movie.kind === 'package'
  // Some sessions are private, or not sold online.
  const isPrivate = session % 31 === 0
  return {
    Id: session,
    FilmId: isPackage ? null : listingOf(chain, movie, variant).film,
    FilmPackageId: isPackage ? movie.number : null,
    Title: listingOf(chain, movie, variant).title,
    ScreenId: screen.number,
    Seating: screen.isReserved ? 'Allocated' : 'Open',
    AreComplimentariesAllowed: true,
    ShowType: isPrivate ? 'Private' : 'Public',
    SalesVia: session % 37 === 0 ? ['POS'] : ['KIOSK', 'POS', 'WWW'],
    Status: session % 41 === 0 ? 'Planned' : 'Open',
    PreShowStartTime: local,
    SalesCutOffTime: local,
    FeatureStartTime: local,
    FeatureEndTime: local,
    TicketsSoldOut: isSoldOut(world, theater, show),
    FewTicketsLeft: sellable - taken < 10,
    SeatsAvailable: sellable - taken,
    SeatsHeld: held,
    SeatsHouse: houseSeats(screen),
    SeatsSold: taken - held,
    FilmFormat: variant === '3d' ? '3D Digital' : '2D Digital',
    PriceCardName: 'Standard',
    Attributes:
      variant === 'subtitled'
        ? [movie.kind === 'foreign' ? '0000000003' : '0000000001']
        : variant === 'baby'
          ? ['0000000002']
          : [],
    AudioLanguage: null,
  }
}
