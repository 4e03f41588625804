/** Village: sessions from an index that is filtered by cinema and day, at most a thousand in a response, and seat plans. */

import { toLocalText } from '../../../src/core/zoned-time.ts'
import { toDate } from '../../calendar.ts'
import { json, route, type SandboxHost } from '../../host.ts'
import type { World } from '../../world.ts'
import { type Chain, type Theater, theaterAt } from '../chains.ts'
import { premiereOf } from '../movies.ts'
import { listedShows, type Show, showByNumber } from '../schedule.ts'
import { freeCount, houseSeats, type Seat, seatPlanOf, soldSeats } from '../seat-plan.ts'
import { type Tag, tagsOf } from '../tags.ts'
import { listingOf } from '../titles.ts'

const hitsMax = 1000

export function villageHost(chain: Chain): SandboxHost {
  return {
    host: chain.host,
    routes: [
      // Values of one facet add to each other. Facets whose names are not known are ignored.
      route('GET /api/algolia/sessions/hits', ({ query, world }) => {
        const [cinemas, days] = [query.getAll('f.c'), query.getAll('f.d')]
        const theaters = chain.theaters.filter(({ site }) => cinemas.length === 0 || cinemas.includes(site))
        const hits = theaters.flatMap((theater) =>
          listedShows(world, theater)
            .filter(({ startsAt }) => startsAt > world.now())
            .filter(({ day }) => days.length === 0 || days.includes(toDate(day)))
            .map((show) => hitOf(chain, world, theater, show)),
        )
        const nbPages = Math.ceil(hits.length / hitsMax)
        return json({ hits: hits.slice(0, hitsMax), nbHits: hits.length, nbPages, page: 0 })
      }),
      route('GET /api/session/seat-map', ({ query, world }) => {
        if (!query.has('cinemaId') || !query.has('sessionId'))
          return json({ title: 'Input error' }, { status: 400 })
        const theater = theaterAt(chain, query.get('cinemaId'))
        const show = theater && showByNumber(world, theater, Number(query.get('sessionId')))
        return json(theater === undefined || show === undefined ? [] : [areaOf(world, theater, show)])
      }),
    ],
  }
}

const labels: Readonly<Partial<Record<Tag, string>>> = {
  '3d': '3D',
  imax: 'IMAX',
  plf: 'Vmax',
  '4dx': '4DX',
  lounge: 'Vpremium',
  described: 'Audio Description',
  captioned: 'Open Caption',
  relaxed: 'Relaxed Screening',
}
const experiences = new Set(['3D', 'IMAX', 'Vmax', '4DX', 'Vpremium'])

function hitOf(chain: Chain, world: World, theater: Theater, show: Show) {
  const { movie, day, session, screen, startsAt } = show
  const { film, title } = listingOf(chain, movie, 'plain')
  const own = tagsOf(show).flatMap((tag) => labels[tag] ?? [])
  const experience = own.find((label) => experiences.has(label)) ?? 'Standard'
  const start = toLocalText(startsAt, theater.city.timezone)
  return {
    sessionId: String(session),
    movie: {
      title,
      movieHoCode: film,
      director: movie.director,
      releaseDate: `${toDate(premiereOf(movie, world.today()))}T00:00:00.000+10:00`,
      duration: String(movie.minutes),
      classification: { description: movie.rating },
    },
    showtime: `${start.slice(0, 19)}.000000${start.slice(19)}`,
    seatsAvailable: freeCount(world, theater, show),
    isAllocatedSeating: screen.isReserved,
    hasCaptiview: false,
    cinema: {
      cinemaId: theater.site,
      name: theater.city.name,
      suburb: theater.city.name,
      address: `${theater.street}, ${theater.city.name} ${theater.city.state} ${theater.city.postalCode}`,
      state: theater.city.state,
      postcode: theater.city.postalCode,
      coordinates: { lat: theater.lat, lon: theater.lon },
      disableCinemaSessions: null,
    },
    experience: { vistaAttributeCode: experience, label: experience },
    seatingAttributes: [],
    secondaryAttributes: [],
    accessibility: own.filter((label) => label !== experience).map((label) => ({ label })),
    languages: [],
    events: [],
    date: toDate(day),
  }
}

function areaOf(world: World, theater: Theater, show: Show) {
  const plan = seatPlanOf(theater, show.screen)
  const sold = soldSeats(world, theater, show)
  // The seats that the theater keeps for itself.
  const house = new Set([...sold].slice(0, houseSeats(show.screen)))
  const places = new Map(plan.seats.map((seat, index) => [`${seat.row} ${seat.column}`, { seat, index }]))
  const rows = Array.from({ length: plan.rows }, (_, row) => {
    const name = String.fromCharCode(65 + row)
    const seats = Array.from({ length: plan.columns }, (_, column) => {
      const position = { row: plan.rows - 1 - row, column: plan.columns - 1 - column }
      const place = places.get(`${row} ${column}`)
      if (place === undefined)
        return {
          id: `${name}-empty-${column}`,
          position,
          status: -1,
          seatStatus: 'unavailable',
          seatId: '',
          row: '',
        }
      return { position, ...seatOf(place.seat, sold.has(place.index), house.has(place.index)) }
    })
    return { physicalName: name, id: name, name, seats }
  })
  return { areaCategoryCode: '0000000001', areaNumber: 1, description: 'Standard', rows }
}

/** `status` is that of the layout: it stays 0 when the seat is sold. */
function seatOf({ rowLabel, number, kind, isBroken }: Seat, isSold: boolean, isHouse: boolean) {
  const status = kind === 'wheelchair' ? 3 : kind === 'companion' ? 7 : isHouse ? 2 : 0
  return {
    id: String(number),
    row: rowLabel,
    seatId: `${rowLabel}${number}`,
    status,
    seatStatus: isSold || isBroken ? 'unavailable' : 'available',
    isStandard: kind === 'standard',
    isWheelChair: kind === 'wheelchair',
    isCarerSeat: kind === 'companion',
    isRecliner: kind === 'recliner',
    isSofa: kind === 'sofa',
    isDayBed: false,
    isLounge: false,
    isBeanBag: false,
  }
}
