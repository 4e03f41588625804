/** Event: the films of a day at one or more cinemas, with all days on sale, and the plan of a session. */

import { toDate } from '../../calendar.ts'
import { json, route, type SandboxHost, type SandboxRequest } from '../../host.ts'
import type { World } from '../../world.ts'
import { type Chain, type Theater, theaterAt } from '../chains.ts'
import { type Movie, premiereOf } from '../movies.ts'
import { posterUrl } from '../pictures.ts'
import { listedShows, type Show, showByNumber } from '../schedule.ts'
import { freeCount, type Seat, seatPlanOf, soldSeats } from '../seat-plan.ts'
import { tagNames } from '../tags.ts'
import { listingOf } from '../titles.ts'

export function evtHost(chain: Chain): SandboxHost {
  return {
    host: chain.host,
    routes: [
      route('GET /Cinemas/GetSessions', (request) => daysOf(chain, request)),
      route('GET /Ticketing/Order/GetSeating', ({ query, world }) => {
        const id = Number(query.get('sessionId'))
        const theater = chain.theaters[Math.floor(id / sessionsPerTheater) - 1]
        const show = theater && showByNumber(world, theater, id % sessionsPerTheater)
        if (theater === undefined || show === undefined) return json({ Success: false, Data: null })
        return json({ Success: true, Data: planOf(world, theater, show) })
      }),
    ],
  }
}

/** The ids of sessions are unique among all cinemas. */
const sessionsPerTheater = 10_000_000

function sessionId(chain: Chain, theater: Theater, { session }: Show): number {
  return (chain.theaters.indexOf(theater) + 1) * sessionsPerTheater + session
}

function daysOf(chain: Chain, { query, world }: SandboxRequest) {
  const ids = query.getAll('cinemaIds')
  if (ids.length === 0) return json({ Message: 'cinemasIds not provided' })
  if (ids.some((id) => !/^\d+$/.test(id))) return json({ Message: 'An error has occurred.' }, { status: 500 })
  const theaters = ids.flatMap((id) => theaterAt(chain, id) ?? [])
  const shows = theaters.flatMap((theater) =>
    listedShows(world, theater)
      .filter(({ startsAt }) => startsAt > world.now())
      .map((show) => ({ theater, show })),
  )
  const Dates = [...new Set(shows.map(({ show }) => toDate(show.day)))].sort()
  const SelectedDate = query.get('date') ?? Dates[0] ?? null
  const onDay = shows.filter(({ show }) => toDate(show.day) === SelectedDate)
  const Movies = [...Map.groupBy(onDay, ({ show }) => show.movie)].map(([movie, own]) => ({
    ...movieOf(chain, world, movie),
    CinemaModels: [...Map.groupBy(own, ({ theater }) => theater)].map(([theater, here]) => ({
      Id: Number(theater.site),
      Name: theater.city.name,
      Sessions: here.map(({ show }) => sessionOf(chain, world, theater, show)),
    })),
  }))
  return json({ Success: true, Data: { CinemaIds: ids.map(Number), Movies, Dates, SelectedDate } })
}

function movieOf(chain: Chain, world: World, movie: Movie) {
  const { film, title } = listingOf(chain, movie, 'plain')
  return {
    Id: 19_000 + movie.number,
    HOCode: film,
    Name: title,
    Rating: movie.kind === 'event' ? 'CTC' : movie.rating,
    ReleasedAt: `${toDate(premiereOf(movie, world.today()))}T00:00`,
    RunningTime: movie.minutes,
    MainCast: movie.cast.join(', '),
    Synopsis: movie.synopsis,
    Director: movie.director,
    MovieGenres: [{ Id: 1, Name: movie.genre }],
    PosterUrl: posterUrl(film),
  }
}

const names = {
  '3d': '3D',
  imax: 'IMAX',
  plf: 'V-Max',
  '4dx': '4DX',
  atmos: 'Dolby Atmos',
  recliner: 'Recliner',
  lounge: 'Gold Class',
  captioned: 'Open Captions',
  described: 'Audio Description',
  relaxed: 'Sensory Friendly',
  baby: 'Prams',
}
const screenTypes = new Set(['IMAX', 'V-Max', '4DX', 'Gold Class'])

function sessionOf(chain: Chain, world: World, theater: Theater, show: Show) {
  const Id = sessionId(chain, theater, show)
  const own = tagNames(show, names)
  return {
    Id,
    MovieId: 19_000 + show.movie.number,
    CinemaId: Number(theater.site),
    // Local, without seconds.
    StartTime: show.local.slice(0, 16),
    ScreenTypeName: own.find((name) => screenTypes.has(name)) ?? 'Standard',
    ScreenName: String(show.screen.number),
    Attributes: own.filter((name) => !screenTypes.has(name)).map((Name, index) => ({ Id: index, Name })),
    SeatsAvailable: freeCount(world, theater, show),
    SeatAllocation: show.screen.isReserved,
    BookingUrl: `https://${chain.host}/Orders/Tickets#sessionId=${Id}`,
  }
}

function planOf(world: World, theater: Theater, show: Show) {
  const plan = seatPlanOf(theater, show.screen)
  const sold = soldSeats(world, theater, show)
  const places = new Map(plan.seats.map((seat, index) => [`${seat.row} ${seat.column}`, { seat, index }]))
  const Rows = Array.from({ length: plan.rows }, (_, row) => ({
    RowName: String.fromCharCode(65 + row),
    Seats: Array.from({ length: plan.columns }, (_, column) => {
      const at = `${plan.rows - row}|${plan.columns - column}`
      const place = places.get(`${row} ${column}`)
      if (place === undefined) return { AreaId: 1, Status: 'Spacer', SeatId: `|0|${at}` }
      return { SeatId: `0000000005|3|${at}`, ...seatOf(place.seat, sold.has(place.index)) }
    }),
  }))
  return { Seats: { Rows }, Areas: [{ Id: 1, Name: 'Standard', Code: 'standard' }] }
}

function seatOf({ rowLabel, number, kind, isBroken }: Seat, isSold: boolean) {
  const free = kind === 'wheelchair' ? 'Special' : kind === 'companion' ? 'Companion' : 'Available'
  return {
    AreaId: 1,
    SeatName: `${rowLabel}${number}`,
    Status: isSold || isBroken ? 'Sold' : free,
    ...(kind === 'wheelchair' ? { Wheelchair: true } : {}),
  }
}
