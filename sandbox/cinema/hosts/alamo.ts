/** Alamo: the presentations and sessions of a market, with its cinemas. */

import { toDate } from '../../calendar.ts'
import { json, route, type SandboxHost } from '../../host.ts'
import type { World } from '../../world.ts'
import type { Chain, Theater } from '../chains.ts'
import { type Movie, releaseYear } from '../movies.ts'
import { listedShows, type Show } from '../schedule.ts'
import { isSoldOut } from '../seat-plan.ts'
import { type Tag, tagsOf } from '../tags.ts'
import { listingOf } from '../titles.ts'

export function alamoHost(chain: Chain): SandboxHost {
  return {
    host: chain.host,
    routes: [
      route('GET /s/mother/v2/schedule/market/{market}', ({ params, world }) => {
        const theaters = chain.theaters.filter(({ options }) => options?.market === params.market)
        if (theaters.length === 0) return json({ error: 'Market not found' }, { status: 404 })
        const shows = theaters.flatMap((theater) =>
          listedShows(world, theater).map((show) => ({ theater, show })),
        )
        const films = new Set(shows.map(({ show }) => show.movie))
        return json({
          data: {
            market: [{ slug: params.market, cinemas: theaters.map(cinemaOf) }],
            presentations: [...films].map((movie) => presentationOf(chain, world, movie)),
            sessions: shows.map(({ theater, show }) => sessionOf(chain, world, theater, show)),
          },
        })
      }),
    ],
  }
}

function cinemaOf({ site, name, street, city, lat, lon }: Theater) {
  return {
    id: site,
    slug: site,
    name,
    street1: street,
    city: city.name,
    state: city.state,
    latitude: lat,
    longitude: lon,
    timeZoneName: city.timezone,
  }
}

function presentationOf(chain: Chain, world: World, movie: Movie) {
  const { film, title } = listingOf(chain, movie, 'plain')
  // A title of one word may be that of several films.
  const year = title.includes(' ') ? '' : ` (${releaseYear(movie, world.today())})`
  return {
    slug: `presents-${film}`,
    show: { slug: film, title: `${title}${year}`, certification: movie.rating },
    superTitle: movie.kind === 'classic' ? { superTitle: 'Time Capsule' } : null,
    isHidden: false,
  }
}

const attributes: Readonly<Partial<Record<Tag, string>>> = { atmos: 'Atmos', recliner: 'Recliner' }

function sessionOf(chain: Chain, world: World, theater: Theater, show: Show) {
  const tags = tagsOf(show)
  const { film } = listingOf(chain, show.movie, 'plain')
  const isPast = show.startsAt < world.now()
  return {
    cinemaId: theater.site,
    sessionId: String(show.session),
    presentationSlug: `presents-${film}`,
    status: isPast ? 'PAST' : isSoldOut(world, theater, show) ? 'SOLDOUT' : 'ONSALE',
    businessDateClt: toDate(show.day),
    showTimeClt: show.local,
    cinemaTimeZoneName: theater.city.timezone,
    // UTC, without a Z.
    showTimeUtc: new Date(show.startsAt).toISOString().slice(0, 19),
    reservedSeating: true,
    screenNumber: String(show.screen.number),
    formatSlug: tags.includes('3d') ? '3d' : tags.includes('captioned') ? 'open-caption' : '2d-digital',
    sessionAttributeSlugs: ['Digital', ...tags.flatMap((tag) => attributes[tag] ?? [])],
    isClosedCaptioningAvailable: true,
    isDescriptiveAudioAvailable: tags.includes('described'),
    isAssistedListeningAvailable: false,
    isHidden: false,
  }
}
