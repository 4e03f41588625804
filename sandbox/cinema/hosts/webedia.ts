/**
 * Webedia: the schedules of theaters in one response, with occupancy rates. Parameters are repeated; a list inside one
 * parameter is not understood.
 */

import { dayOf, toDate } from '../../calendar.ts'
import { json, type Reply, route, type SandboxHost, type SandboxRequest } from '../../host.ts'
import type { World } from '../../world.ts'
import { type Chain, type Theater, theaterAt } from '../chains.ts'
import { type Movie, movies, premiereOf } from '../movies.ts'
import { posterUrl } from '../pictures.ts'
import { daysOf, listedShowsOn, type Show } from '../schedule.ts'
import { seatPlanOf, soldCount } from '../seat-plan.ts'
import { tagNames } from '../tags.ts'
import { listingOf } from '../titles.ts'

export function webediaHost(chain: Chain): SandboxHost {
  const at = '/api/gatsby-source-boxofficeapi'
  return {
    host: chain.host,
    routes: [
      route(`GET ${at}/schedule`, (request) => schedules(chain, request)),
      route(`GET ${at}/movies`, ({ query, world }) => {
        // Every value is one id: `1,2` is an id that nobody knows.
        const ids = new Set(query.getAll('ids'))
        const known = movies.filter((movie) => !isInCatalogueOnly(movie))
        return json(known.map((movie) => movieOf(chain, world, movie)).filter(({ id }) => ids.has(id)))
      }),
      route('GET /page-data/sq/d/2506275789.json', () =>
        json({ data: { allTheater: { nodes: chain.theaters.map(theaterOf) } } }),
      ),
      route('GET /page-data/sq/d/3836549025.json', ({ world }) =>
        json({ data: { allMovie: { nodes: movies.map((movie) => movieOf(chain, world, movie)) } } }),
      ),
    ],
  }
}

function theaterOf(theater: Theater) {
  return {
    id: theater.site,
    name: theater.name,
    timeZone: theater.city.timezone,
    showtimeWeekReleaseDay: theater.city.country === 'FR' ? 3 : 5,
    screens: theater.screens.map(({ number }) => ({ number })),
    practicalInfo: {
      closed: false,
      temporaryClosure: null,
      phone: '',
      coordinates: { latitude: theater.lat, longitude: theater.lon },
      location: {
        zip: theater.city.postalCode,
        state: theater.city.state ?? '',
        city: theater.city.name,
        country: 'Q291bnRyeTox',
        address: theater.street,
      },
    },
  }
}

/** More theaters of a request are left out without a word, as public clients found. */
const theatersMax = 10

/** 500 with the body `null` is all that a client learns about a mistake. */
function schedules(chain: Chain, { query, world }: SandboxRequest): Reply {
  const ids = query.getAll('theaters').map(idIn)
  const [from = Number.NaN, to = Number.NaN] = ['from', 'to'].map((name) => dayIn(query.get(name) ?? ''))
  if (ids.length === 0 || ids.includes(undefined) || !(from < to)) return json(null, { status: 500 })
  const theaters = ids.slice(0, theatersMax).flatMap((id) => theaterAt(chain, id) ?? [])
  return json(
    Object.fromEntries(
      theaters.map((theater) => [theater.site, { schedule: schedule(chain, world, theater, from, to) }]),
    ),
  )
}

function schedule(chain: Chain, world: World, theater: Theater, from: number, to: number) {
  const listed: Record<string, Record<string, unknown[]>> = {}
  for (const day of daysOf(world, theater)) {
    if (!(day >= from && day < to)) continue
    for (const show of listedShowsOn(world, theater, day)) {
      const { film } = listingOf(chain, show.movie, show.variant)
      const showtime = showtimeOf(chain, world, theater, show, film)
      listed[film] ??= {}
      listed[film][toDate(day)] ??= []
      // The same showtime may be listed twice.
      listed[film][toDate(day)]?.push(...(show.session % 97 === 0 ? [showtime, showtime] : [showtime]))
    }
  }
  return listed
}

function dayIn(time: string): number {
  return dayOf(Date.parse(`${time.slice(0, 10)}T00:00:00Z`))
}

/** One theater in compact JSON, its id in capitals. */
function idIn(theater: string): string | undefined {
  try {
    const { id } = JSON.parse(theater)
    const isCompact = JSON.stringify(JSON.parse(theater)) === theater
    return isCompact && typeof id === 'string' && id === id.toUpperCase() ? id : undefined
  } catch {
    return undefined
  }
}

/** A few films are described by the site's catalogue and not by `/movies`. */
function isInCatalogueOnly({ number }: Movie): boolean {
  return number % 20 === 7
}

const names = {
  '2d': 'Format.Projection.Digital',
  '3d': 'Format.Projection.3d',
  imax: 'IMAX',
  atmos: 'Auditorium.Experience.DolbyAtmos',
  plf: 'Auditorium.Experience.PLF',
  recliner: 'Auditorium.Comfort.Recliners',
  relaxed: 'Showtime.Accessibility.SensoryFriendly',
  captioned: 'Showtime.Accessibility.OpenCaption',
  subtitled: 'Showtime.Accessibility.Subtitled',
  kids: 'Showtime.Restriction.KidsFriendly',
  baby: 'Showtime.Restriction.BabyClub',
  preview: 'Showtime.Event.Preview',
  talk: 'Showtime.Event.QandAEvent',
  event: 'Showtime.Experience.LiveSatellite',
  classic: 'Showtime.Event.Throwback',
}

function showtimeOf(chain: Chain, world: World, theater: Theater, show: Show, film: string) {
  const rate = Math.round((soldCount(world, theater, show) / seatPlanOf(theater, show.screen).sellable) * 100)
  const tags = [
    ...tagNames(show, names),
    ...(show.screen.isReserved ? ['Auditorium.Comfort.ReservedSeating'] : []),
    ...(rate >= 75 ? ['Internal.Data.AlmostSoldOut'] : []),
  ]
  const start = show.local.replace('T', ' ')
  return {
    id: `${film}-${start}-${tags.join(',')}`,
    startsAt: show.local,
    tags,
    isExpired: show.startsAt < world.now(),
    data: {
      ticketing: [
        {
          urls: [`https://${chain.host}/startticketing/${theater.site}/${show.session}`],
          type: 'DESKTOP',
          provider: 'default',
        },
        {
          urls: [
            `https://${chain.host}/relay?code_theater=${theater.site}&perft=${show.local.slice(11, 16)}`,
          ],
          type: 'DESKTOP',
          provider: 'relay',
        },
      ],
    },
    occupancy: { rate: show.session % 41 === 0 ? null : rate },
    screen: { name: show.screen.name },
  }
}

function movieOf(chain: Chain, world: World, movie: Movie) {
  const { film, title } = listingOf(chain, movie, 'plain')
  return {
    id: film,
    title,
    originalTitle: movie.title,
    casting: movie.cast,
    certificate: movie.rating,
    direction: [movie.director],
    genres: movie.genre,
    poster: posterUrl(film).slice('https:'.length),
    release: toDate(premiereOf(movie, world.today())),
    // In seconds.
    runtime: movie.minutes * 60,
    synopsis: movie.synopsis,
    studio: { name: movie.distributor },
  }
}
