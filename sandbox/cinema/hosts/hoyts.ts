/** Hoyts: all sessions of a cinema, the films of the chain, and the plan of a session, which a sold-out one has not. */

import { json, type Reply, route, type SandboxHost } from '../../host.ts'
import type { World } from '../../world.ts'
import { type Chain, type Theater, theaterAt } from '../chains.ts'
import { movies } from '../movies.ts'
import { listedShows, type Show, showByNumber } from '../schedule.ts'
import { isSoldOut, type Seat, type SeatPlan, seatPlanOf, soldSeats } from '../seat-plan.ts'
import { tagNames } from '../tags.ts'
import { listingOf } from '../titles.ts'

export function hoytsHost(chain: Chain): SandboxHost {
  const country = chain.country.toLowerCase() as 'au'
  const catalogue = `/cinemaapi-${country}-live/api` as const
  return {
    host: chain.host,
    routes: [
      route(`GET ${catalogue}/cinemas`, () => json(chain.theaters.map(cinemaOf))),
      route(`GET ${catalogue}/movies`, () => json(movies.map((movie) => movieOf(chain, movie)))),
      route(`GET ${catalogue}/sessions/{cinema}`, ({ params, world }) => {
        const theater = theaterAt(chain, params.cinema)
        if (theater === undefined) return json([])
        const shows = listedShows(world, theater).filter(({ startsAt }) => startsAt > world.now())
        return json(shows.map((show) => sessionOf(chain, theater, show)))
      }),
      route(`GET /ticketing-${country}-live/api/v1/ticket/seats/{cinema}/{session}/`, ({ params, world }) => {
        const theater = theaterAt(chain, params.cinema)
        const show = theater && showByNumber(world, theater, Number(params.session))
        // A session of another cinema is answered like one that is sold out.
        if (theater === undefined || show === undefined || isSoldOut(world, theater, show)) return soldOut
        return json(planOf(world, theater, show))
      }),
    ],
  }
}

const soldOut: Reply = json({ title: 'Session sold out.' }, { status: 410 })

const windowsZones: Readonly<Record<string, string>> = {
  'Australia/Perth': 'W. Australia Standard Time',
  'Pacific/Auckland': 'New Zealand Standard Time',
}

function cinemaOf(theater: Theater) {
  return {
    id: theater.site,
    name: theater.name,
    state: theater.city.state,
    latitude: theater.lat,
    longitude: theater.lon,
    timeZone: windowsZones[theater.city.timezone] ?? 'AUS Eastern Standard Time',
    address: {
      street: theater.street,
      suburb: theater.city.name,
      state: theater.city.state,
      postCode: theater.city.postalCode,
    },
  }
}

/** A film with a version in 3D has two ids in one field. */
function movieOf(chain: Chain, movie: (typeof movies)[number]) {
  const { film, title } = listingOf(chain, movie, 'plain')
  return {
    vistaId: movie.has3d ? `${film},${film}3D` : film,
    name: title,
    runtime: { minutes: movie.minutes },
  }
}

const names = {
  '2d': 'STANDARD',
  imax: 'IMAX',
  plf: 'XTREME',
  lounge: 'LUX',
  recliner: 'RC',
  captioned: 'CC',
  described: 'AD',
  relaxed: 'SS',
  baby: 'PRAMS',
}

function sessionOf(chain: Chain, theater: Theater, show: Show) {
  const { film } = listingOf(chain, show.movie, 'plain')
  const tags = tagNames(show, names)
  return {
    id: show.session,
    cinemaId: theater.site,
    movieId: show.variant === '3d' ? `${film}3D` : film,
    date: show.local,
    utcDate: new Date(show.startsAt).toISOString().replace('.000Z', '+00:00'),
    typeId: tags.find((tag) => tag === 'XTREME' || tag === 'LUX') ?? 'STANDARD',
    originalTags: tags.filter((tag) => tag !== 'STANDARD'),
    disabled: false,
    allocatedSeating: show.screen.isReserved,
    discount: false,
    screenName: show.screen.name,
    link: `/orders/tickets?cinemaId=${theater.site}&sessionId=${show.session}`,
  }
}

function planOf(world: World, theater: Theater, show: Show) {
  const plan = seatPlanOf(theater, show.screen)
  const sold = soldSeats(world, theater, show)
  const places = new Map(plan.seats.map((seat, index) => [`${seat.row} ${seat.column}`, { seat, index }]))
  const rows = Array.from({ length: plan.rows }, (_, row) => ({
    name: String.fromCharCode(65 + row),
    seats: Array.from({ length: plan.columns }, (_, column) => {
      const place = places.get(`${row} ${column}`)
      return place === undefined ? { typeId: 'gap' } : seatOf(plan, place.seat, sold.has(place.index))
    }),
  }))
  return { areas: [{ id: 1, code: '0000000002', name: 'Recliner' }], rows }
}

/** `id` is the column within the row, from the right, and `rowId` the row, from the back. Flags appear only if they are true. */
function seatOf(
  { columns, rows }: SeatPlan,
  { rowLabel, number, column, row, kind, isBroken }: Seat,
  isSold: boolean,
) {
  return {
    areaId: 1,
    name: `${rowLabel}${number}`,
    number: String(number),
    rowNumber: rowLabel,
    id: columns - 1 - column,
    rowId: rows - 1 - row,
    typeId: kind === 'sofa' ? 'lounge' : kind,
    ...(isBroken ? { unavailable: true } : isSold ? { sold: true } : {}),
  }
}
