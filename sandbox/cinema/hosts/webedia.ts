/** Webedia: the schedule of a theater in one response, with occupancy rates. */

import { dayOf, toDate } from '../../calendar.ts'
import { json, route, type SandboxHost, type SandboxRequest } from '../../host.ts'
import type { World } from '../../world.ts'
import { type Chain, type Theater, theaterAt } from '../chains.ts'
import { movies, premiereOf } from '../movies.ts'
import { daysOf, listedShowsOn, type Show } from '../schedule.ts'
import { seatPlanOf, soldCount } from '../seat-plan.ts'
import { tagNames } from '../tags.ts'
import { listingOf } from '../titles.ts'

export function webediaHost(chain: Chain): SandboxHost {
  const at = '/api/gatsby-source-boxofficeapi'
  return {
    host: chain.host,
    routes: [
      route(`GET ${at}/schedule`, (request) => json(schedule(chain, request))),
      route(`GET ${at}/movies`, ({ query, world }) => {
        const ids = new Set((query.get('ids') ?? '').split(','))
        return json(movies.map((movie) => movieOf(chain, world, movie)).filter(({ id }) => ids.has(id)))
      }),
      route('GET /page-data/theaters.json', () =>
        json({ data: { allTheater: { nodes: chain.theaters.map(theaterOf) } } }),
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

function schedule(chain: Chain, { query, world }: SandboxRequest) {
  const theater = theaterAt(chain, idIn(query.get('theaters') ?? ''))
  if (theater === undefined) return {}
  const from = dayOf(Date.parse(`${(query.get('from') ?? '').slice(0, 10)}T00:00:00Z`))
  const to = dayOf(Date.parse(`${(query.get('to') ?? '').slice(0, 10)}T00:00:00Z`))
  const listed: Record<string, Record<string, unknown[]>> = {}
  for (const day of daysOf(world, theater)) {
    if (!(day >= from && day < to)) continue
    for (const show of listedShowsOn(world, theater, day)) {
      const { film } = listingOf(chain, show.movie, show.variant)
      listed[film] ??= {}
      listed[film][toDate(day)] ??= []
      listed[film][toDate(day)]?.push(showtimeOf(chain, world, theater, show, film))
    }
  }
  return { [theater.site]: { schedule: listed } }
}

function idIn(theaters: string): string | undefined {
  try {
    return JSON.parse(theaters).id
  } catch {
    return undefined
  }
}

const names = {
  '2d': 'Format.Projection.Digital',
  '3d': 'Format.Projection.3d',
  imax: 'IMAX',
  atmos: 'Auditorium.Experience.DolbyAtmos',
  captioned: 'Showtime.Accessibility.Subtitled',
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
  const tags = [...tagNames(show, names), ...(rate >= 75 ? ['Internal.Data.AlmostSoldOut'] : [])]
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
    occupancy: { rate },
    screen: { name: show.screen.name },
  }
}

function movieOf(chain: Chain, world: World, movie: (typeof movies)[number]) {
  const { film, title } = listingOf(chain, movie, 'plain')
  return {
    id: film,
    title,
    originalTitle: movie.title,
    casting: movie.cast,
    certificate: movie.rating,
    direction: [movie.director],
    genres: movie.genre,
    poster: `//${chain.host}/posters/${film}.jpg`,
    release: toDate(premiereOf(movie, world.today())),
    // In seconds.
    runtime: movie.minutes * 60,
    synopsis: movie.synopsis,
    studio: { name: movie.distributor },
  }
}
