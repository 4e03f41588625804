/** The API of an Australian chain: a public token, films with showtimes, and seats with prices. */

import { toLocalText } from '../../../src/core/zoned-time.ts'
import { toDate } from '../../calendar.ts'
import { json, type Reply, route, type SandboxHost, type SandboxRequest } from '../../host.ts'
import type { World } from '../../world.ts'
import { type Chain, type Theater, theaterAt } from '../chains.ts'
import { type Movie, premiereOf } from '../movies.ts'
import { posterUrl } from '../pictures.ts'
import { pricesOf } from '../prices.ts'
import { listedShows, type Show, showByNumber } from '../schedule.ts'
import { freeCount, isSoldOut, seatPlanOf, soldSeats } from '../seat-plan.ts'
import { listingOf } from '../titles.ts'

const token = 'sandbox-visitor'

export function readingHost(chain: Chain): SandboxHost {
  const { countries = ['1'] } = chain
  const isServed = (query: URLSearchParams) => countries.includes(query.get('countryId') ?? '')
  const open = (answer: (request: SandboxRequest) => Reply) => (request: SandboxRequest) =>
    request.headers.authorization === `Bearer ${token}`
      ? answer(request)
      : json({ statusCode: 401, message: 'Unauthorized' }, { status: 401 })
  return {
    host: chain.host,
    routes: [
      route('GET /settings/{country}', () => json({ statusCode: 200, data: { settings: { token } } })),
      route(
        'GET /getcinemas',
        open(({ query }) => json(isServed(query) ? chain.theaters.map(cinemaOf) : [])),
      ),
      route(
        'GET /films',
        open(({ world, query }) => {
          const isKnown = isServed(query) && query.get('status') === 'nowShowing'
          if (!isKnown) return json(functionError)
          // A wrong id of a cinema gives an empty list, not an error.
          const theater = theaterAt(chain, query.get('cinemaId'))
          return json({ statusCode: 200, data: theater === undefined ? [] : filmsOf(chain, world, theater) })
        }),
      ),
      route(
        'POST /ticketing/tickettypes',
        open(({ world, body }) => seatPlan(chain, world, body)),
      ),
    ],
  }
}

function cinemaOf(theater: Theater) {
  return {
    slug: theater.site,
    name: theater.city.name,
    long_name: theater.name,
    city: theater.city.name,
    stateCode: theater.city.state,
    zip: theater.city.postalCode,
    address: theater.street,
    address2: false,
    latitude: String(theater.lat),
    longitude: String(theater.lon),
    phone: '',
    amenities: [{ Title: 'Group Bookings', Id: 4, Description: '<p>Group Bookings</p>\r\n' }],
    gmt_offset: '+10.00:00',
  }
}

function filmsOf(chain: Chain, world: World, theater: Theater) {
  const shows = listedShows(world, theater)
  return [...Map.groupBy(shows, ({ movie }) => movie)].map(([movie, own]) => ({
    ...filmOf(chain, world, movie, theater),
    showdates: [...Map.groupBy(own, ({ day }) => day)].map(([day, onDay]) => ({
      date: toDate(day),
      showtypes: [...Map.groupBy(onDay, typeOf)].map(([type, ofType]) => ({
        type,
        amenities: [type],
        showtimes: ofType.map((show) => showtimeOf(chain, world, theater, show, type)),
      })),
    })),
  }))
}

function filmOf(chain: Chain, world: World, movie: Movie, theater: Theater) {
  const { title } = listingOf(chain, movie, 'plain')
  return {
    theater: theater.site,
    slug: String(10_000 + movie.number),
    name: title,
    director: `${movie.director} `,
    distributor: movie.distributor,
    language: '',
    length: String(movie.minutes),
    release_date: toDate(premiereOf(movie, world.today())),
    ratingName: 'Mild themes',
    film_image_large_size: posterUrl(String(movie.number)),
  }
}

function typeOf({ screen, variant }: Show): string {
  if (variant === '3d') return '3D'
  if (screen.kind === 'imax' || screen.kind === 'plf') return 'TitanXC'
  if (screen.kind === 'lounge') return 'Gold'
  return screen.kind === 'recliner' ? 'Recliner' : 'Standard'
}

/** Counts are strings, as everywhere in this API. */
function showtimeOf(chain: Chain, world: World, theater: Theater, show: Show, type: string) {
  return {
    id: String(show.session),
    ScheduledFilmId: listingOf(chain, show.movie, 'plain').film,
    date_time: toLocalText(show.startsAt, theater.city.timezone),
    auditorium: show.screen.name,
    reservedSeating: show.screen.isReserved ? 1 : 0,
    availableSeats: String(freeCount(world, theater, show)),
    totalNumberOfSeats: String(seatPlanOf(theater, show.screen).seats.length),
    enabled: true,
    caption: show.variant === 'subtitled' ? 1 : 0,
    type,
    statusCode: '0',
    soldout: isSoldOut(world, theater, show),
  }
}

const planFields = [
  'requestType',
  'countryId',
  'cinemaId',
  'sessionId',
  'reservedSeating',
  'screenType',
  'covidFlag',
  'showLoyaltyTicket',
]

/** What the function behind the API says when a parameter is missing: the status is 200 all the same. */
const functionError = {
  errorType: 'TypeError',
  errorMessage: "Cannot read properties of undefined (reading 'toLowerCase')",
  trace: [
    'TypeError: Cannot read properties of undefined',
    '    at Runtime.handler (file:///var/task/index.mjs:1:1)',
  ],
}

function seatPlan(chain: Chain, world: World, body: string): Reply {
  const request = parsed(body)
  if (planFields.some((field) => !(field in request))) return json(functionError)
  const { cinemaId, sessionId } = request
  const theater = theaterAt(chain, String(cinemaId))
  const show = theater && showByNumber(world, theater, Number(sessionId))
  if (theater === undefined || show === undefined)
    return json({ statusCode: 400, message: 'Invalid session' }, { status: 400 })
  const area = '0000000002'
  return json({
    statusCode: 200,
    data: {
      ticketType: pricesOf(chain, show).map(({ code, label, amount, fee, membersOnly }) => ({
        AreaCategoryCode: area,
        Description: label,
        TicketTypeCode: code,
        BookingFee: fee,
        Price: amount.toFixed(2),
        IsPackageTicket: label.startsWith('Family'),
        QuantityAvailablePerOrder: 20,
        IsAvailableForLoyaltyMembersOnly: membersOnly,
        sortOrder: membersOnly ? 1 : 0,
      })),
      seatLayout: show.screen.isReserved ? rowsOf(world, theater, show, area) : [],
    },
  })
}

function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(body) ?? {}
  } catch {
    return {}
  }
}

/** Every cell of the seat plan, including aisles. Rows are numbered from the back and columns from the right. */
function rowsOf(world: World, theater: Theater, show: Show, areaCategoryCode: string) {
  const plan = seatPlanOf(theater, show.screen)
  const sold = soldSeats(world, theater, show)
  const places = new Map(plan.seats.map((seat, index) => [`${seat.row} ${seat.column}`, { seat, index }]))
  const rows = Array.from({ length: plan.rows }, (_, row) =>
    Array.from({ length: plan.columns }, (_, column) => {
      const place = places.get(`${row} ${column}`)
      const letter = String.fromCharCode(65 + row)
      const cell = {
        row: plan.rows - row,
        column: plan.columns - column,
        areaNumber: 1,
        category: 'standard',
        areaCategoryCode,
      }
      if (place === undefined)
        return { seatType: 'Aisle', seatId: letter, isAvailable: false, isBooked: false, ...cell }
      const { seat, index } = place
      const isSold = sold.has(index)
      const free = seat.kind === 'wheelchair' ? 'Special' : seat.kind === 'companion' ? 'Companion' : 'Empty'
      return {
        seatType: seat.isBroken ? 'Broken' : isSold ? 'Sold' : free,
        seatId: `${letter}${seat.number}`,
        isAvailable: !(seat.isBroken || isSold),
        isBooked: isSold,
        ...cell,
      }
    }),
  )
  // Some rooms have rows as lists, others as objects by column.
  return show.screen.number % 2 === 0 ? rows : rows.map((row) => ({ ...row }))
}
