/** The API of a Canadian chain: the catalogue requires a key, seats do not. */

import { gzipSync } from 'node:zlib'
import { dayOf, toDate } from '../../calendar.ts'
import { json, type Reply, route, type SandboxHost, type SandboxRequest, text } from '../../host.ts'
import type { World } from '../../world.ts'
import { type Chain, type Theater, theaterAt } from '../chains.ts'
import { movies } from '../movies.ts'
import { daysOf, listedShowsOn, localToday, type Show, showByNumber } from '../schedule.ts'
import { freeCount, isSoldOut, seatPlanOf, soldSeats } from '../seat-plan.ts'
import { tagNames } from '../tags.ts'
import { listingOf } from '../titles.ts'

export const cineplexKey = 'sandbox-subscription'

export function cineplexHost(chain: Chain): SandboxHost {
  const keyed = (answer: (request: SandboxRequest) => Reply) => (request: SandboxRequest) =>
    request.headers['ocp-apim-subscription-key'] === cineplexKey
      ? answer(request)
      : json({ statusCode: 401, message: 'Access denied due to missing subscription key.' }, { status: 401 })
  const ofShow =
    (answer: (world: World, theater: Theater, show: Show) => unknown) => (request: SandboxRequest) => {
      const theater = theaterAt(chain, request.params.theatre)
      const show = theater && showByNumber(request.world, theater, Number(request.params.session))
      if (theater === undefined || show === undefined || show.isCancelled) return text('', { status: 404 })
      return json(answer(request.world, theater, show))
    }
  const catalogue = '/prod/cpx/theatrical/api/v1'
  const ticketing = '/prod/ticketing/api/v1/theatre/{theatre}/showtime/{session}'
  return {
    host: chain.host,
    routes: [
      route(
        `GET ${catalogue}/theatres`,
        keyed(() =>
          json({
            favouriteTheatres: [],
            nearbyTheatres: [],
            otherTheatres: chain.theaters.map(({ site, name }) => ({
              theatreId: Number(site),
              theatreName: name,
            })),
          }),
        ),
      ),
      route(
        `GET ${catalogue}/movies`,
        keyed(() => json({ totalCount: movies.length, items: movies.map((movie) => movieOf(chain, movie)) })),
      ),
      route(
        `GET ${catalogue}/dates/bookable`,
        keyed((request) => bookableDates(chain, request)),
      ),
      route(
        `GET ${catalogue}/showtimes`,
        keyed((request) => showtimes(chain, request)),
      ),
      route(
        `GET ${ticketing}/seat-layout`,
        ofShow((_, theater, show) => layout(theater, show)),
      ),
      route(`GET ${ticketing}/seat-availability`, ofShow(availability)),
    ],
  }
}

function movieOf(chain: Chain, movie: (typeof movies)[number]) {
  const { film, title } = listingOf(chain, movie, 'plain')
  return { id: Number(film), name: title, runtimeInMinutes: movie.minutes + 2, genres: [movie.genre] }
}

const names = {
  '2d': 'Regular',
  '3d': '3D',
  imax: 'IMAX',
  '4dx': '4DX',
  plf: 'UltraAVX',
  atmos: 'Dolby Atmos',
  recliner: 'Recliner',
  lounge: 'VIP 19+',
  subtitled: 'Subtitled',
  captioned: 'Open Caption',
  described: 'Audio Description',
}

/** Months ahead, as times at midnight. Past days cannot be booked. */
function bookableDates(chain: Chain, { world, query }: SandboxRequest): Reply {
  const theater = theaterAt(chain, query.get('locationId'))
  const days =
    theater === undefined ? [] : daysOf(world, theater).filter((day) => day >= localToday(world, theater))
  return days.length === 0 ? { status: 204 } : twice(json(days.map((day) => `${toDate(day)}T00:00:00`)))
}

/** Some edges of the delivery network compress a body that is compressed already, and name one coding. */
function twice({ body = '', ...reply }: Reply): Reply {
  const headers = { ...reply.headers, 'content-encoding': 'gzip' }
  return { ...reply, headers, body: gzipSync(gzipSync(body as string)) }
}

/** The site itself writes `11/20/2026`, other clients `2026-11-20`. */
function toIsoDate(text: string): string {
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function showtimes(chain: Chain, { world, query }: SandboxRequest): Reply {
  const theater = theaterAt(chain, query.get('locationId'))
  const date = toIsoDate(query.get('date') ?? '')
  if (theater === undefined) return { status: 204 }
  const shows = listedShowsOn(world, theater, dayOf(Date.parse(`${date}T00:00:00Z`)))
  if (shows.length === 0) return { status: 204 }
  const byMovie = Map.groupBy(shows, ({ movie }) => movie)
  return json([
    {
      theatre: theater.name,
      theatreId: Number(theater.site),
      dates: [
        {
          startDate: `${date}T00:00:00`,
          movies: [...byMovie].map(([movie, own]) => ({
            ...movieOf(chain, movie),
            experiences: [...Map.groupBy(own, (show) => tagNames(show, names).join())].flatMap(
              ([types, sessions]) => experiencesOf(chain, world, theater, types.split(','), sessions),
            ),
          })),
        },
      ],
    },
  ])
}

/** Screens with motion seats are sold as two areas, so their sessions are listed twice. */
function experiencesOf(
  chain: Chain,
  world: World,
  theater: Theater,
  types: string[],
  shows: readonly Show[],
) {
  const isDouble = types.includes('UltraAVX')
  const sessions = shows.map((show) => sessionOf(chain, world, theater, show))
  // A single type is not in a list.
  const experience = { experienceTypes: types.length === 1 ? types[0] : types, order: 1, sessions }
  return isDouble ? [{ ...experience, experienceTypes: [...types, 'D-BOX'] }, experience] : [experience]
}

function sessionOf(chain: Chain, world: World, theater: Theater, show: Show) {
  return {
    vistaSessionId: show.session,
    areaCode: '0000000001',
    showStartDateTime: show.local,
    showStartDateTimeUtc: new Date(show.startsAt).toISOString().replace('.000', ''),
    isInThePast: show.startsAt < world.now(),
    isReservedSeating: show.screen.isReserved,
    isShowtimeEnabledOnline: true,
    seatsRemaining: freeCount(world, theater, show),
    isSoldOut: isSoldOut(world, theater, show),
    auditorium: show.screen.name,
    deeplinkUrl: `https://${chain.host}/prod/cpx/theatrical/deeplink?s=${show.session}&l=${theater.site}`,
    showtimeShareKey: `v:${show.session}_t:${theater.site}_d:${toDate(show.day)}`,
  }
}

function layout(theater: Theater, show: Show) {
  const plan = seatPlanOf(theater, show.screen)
  // In rooms with motion seats, the two back rows have them, and are an area of their own.
  const isMotion = (row: number) => show.screen.kind === 'plf' && row < 2
  const rowsWhere = (isInArea: (row: number) => boolean) =>
    Array.from({ length: plan.rows }, (_, row) => row)
      .filter(isInArea)
      .map((row) => rowOf(theater, show, row))
  const area = (rows: readonly unknown[]) => ({ columnCount: plan.columns, rowCount: rows.length, rows })
  return {
    totalRows: plan.rows,
    totalColumns: plan.columns,
    standardSeats: area(rowsWhere((row) => !isMotion(row))),
    dboxSeats: show.screen.kind === 'plf' ? area(rowsWhere(isMotion)) : null,
    balconySeats: null,
  }
}

function rowOf(theater: Theater, show: Show, row: number) {
  const plan = seatPlanOf(theater, show.screen)
  return {
    number: row + 1,
    physicalNumber: plan.rows - row,
    label: String.fromCharCode(65 + row),
    seats: plan.seats
      .filter((seat) => seat.row === row)
      .map((seat) => ({
        id: `1_${plan.rows - row}_${plan.columns - seat.column}`,
        column: seat.column,
        columnPhysicalNumber: plan.columns - seat.column,
        label: `${seat.rowLabel}${seat.number}`,
        seatGroupIds: [],
        type:
          seat.kind === 'wheelchair' ? 'Wheelchair' : seat.kind === 'companion' ? 'Companion' : 'Standard',
      })),
  }
}

function availability(world: World, theater: Theater, show: Show) {
  const plan = seatPlanOf(theater, show.screen)
  const sold = soldSeats(world, theater, show)
  const states = plan.seats.map((seat, index) => [
    `1_${plan.rows - seat.row}_${plan.columns - seat.column}`,
    seat.isBroken ? 'Broken' : sold.has(index) ? 'Occupied' : 'Available',
  ])
  return {
    seatAvailabilities: Object.fromEntries(states),
    isSoldOut: isSoldOut(world, theater, show),
    isPostShowtime: show.startsAt < world.now(),
  }
}
