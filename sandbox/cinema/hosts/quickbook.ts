/** The quickbook API: dates of a cinema, films and events of a day, details of a film. */

import { dayOf, toDate } from '../../calendar.ts'
import { json, type Reply, route, type SandboxHost } from '../../host.ts'
import type { World } from '../../world.ts'
import { type Chain, type Theater, theaterAt } from '../chains.ts'
import { movies, premiereOf, releaseYear } from '../movies.ts'
import { posterUrl } from '../pictures.ts'
import { daysOf, listedShowsOn, type Show } from '../schedule.ts'
import { isSoldOut, seatPlanOf, soldCount } from '../seat-plan.ts'
import { tagNames } from '../tags.ts'
import { listingOf, movieByFilmId } from '../titles.ts'

/** The platform's id of the country, the path of its pages, and its language. */
export function quickbookTenant(chain: Chain): { tenant: string; path: string; lang: string } {
  const { tenant, path = '' } = chain
  if (tenant !== undefined) return { tenant: tenant.id, path, lang: tenant.lang }
  return chain.country === 'CZ'
    ? { tenant: '10101', path: '/cz', lang: 'cs_CZ' }
    : { tenant: '10199', path: '/uk', lang: 'en_GB' }
}

export function quickbookHost(chain: Chain): SandboxHost {
  const { tenant, path, lang } = quickbookTenant(chain)
  const at = `${path}/data-api-service/v1` as const
  /** Lists take `attr`, which may be empty, and the language; the details of a film take the language or nothing. */
  const isUnderstood = (query: URLSearchParams, isList: boolean) =>
    query.has('attr') === isList && (query.get('lang') ?? (isList ? '' : lang)) === lang
  return {
    host: chain.host,
    routes: [
      route(
        `GET ${at as '/uk'}/quickbook/${tenant}/dates/in-cinema/{cinema}/until/{until}`,
        ({ params, query, world }) => {
          if (!isUnderstood(query, true)) return badRequest()
          const theater = theaterAt(chain, params.cinema)
          return json({ body: { dates: theater === undefined ? [] : daysOf(world, theater).map(toDate) } })
        },
      ),
      route(
        `GET ${at as '/uk'}/quickbook/${tenant}/film-events/in-cinema/{cinema}/at-date/{date}`,
        ({ params, query, world }) => {
          if (!isUnderstood(query, true)) return badRequest()
          const theater = theaterAt(chain, params.cinema)
          const day = dayOf(Date.parse(`${params.date}T00:00:00Z`))
          return json({
            body: theater === undefined ? { films: [], events: [] } : filmEvents(chain, world, theater, day),
          })
        },
      ),
      route(`GET ${at as '/uk'}/${tenant}/films/byDistributorCode/{code}`, ({ params, query, world }) => {
        if (!isUnderstood(query, false)) return badRequest()
        const details = filmDetails(chain, world, params.code)
        return details === undefined
          ? json({ body: null }, { status: 404 })
          : json({ body: { filmDetails: details } })
      }),
    ],
  }
}

function badRequest(): Reply {
  return json({ body: null }, { status: 400 })
}

const names = {
  '2d': '2d',
  '3d': '3d',
  imax: 'imax',
  '4dx': '4dx',
  plf: 'superscreen',
  recliner: 'recliner',
  lounge: 'vip',
  subtitled: 'subbed',
  captioned: 'open-captioned',
  described: 'audio-described',
  relaxed: 'autism-friendly',
  kids: 'movies-for-juniors',
  preview: 'unlimited-screening',
  talk: 'qa',
  event: 'alternative-content',
  classic: 'classicfilm',
}

function filmEvents(chain: Chain, world: World, theater: Theater, day: number) {
  const shows = listedShowsOn(world, theater, day)
  const films = new Map(shows.map((show) => [listingOf(chain, show.movie, show.variant).film, show]))
  return {
    films: [...films].map(([film, { movie, variant }]) => ({
      id: film,
      name: listingOf(chain, movie, variant).title,
      length: movie.minutes + 1,
      posterLink: posterUrl(film),
      videoLink: null,
      link: `https://${chain.host}/films/${film}`,
      weight: 0,
      releaseYear: String(releaseYear(movie, world.today())),
      releaseDate: `${toDate(premiereOf(movie, world.today()))}T00:00:00`,
      attributeIds: [movie.rating.toLowerCase(), movie.genre.toLowerCase()],
    })),
    events: shows.map((show) => eventOf(chain, world, theater, show)),
  }
}

function eventOf(chain: Chain, world: World, theater: Theater, show: Show) {
  const { sellable } = seatPlanOf(theater, show.screen)
  const booking = `https://tickets.${chain.host}/api/order/${show.session}?lang=${chain.language}`
  return {
    id: String(show.session),
    filmId: listingOf(chain, show.movie, show.variant).film,
    cinemaId: theater.site,
    businessDay: toDate(show.day),
    eventDateTime: show.local,
    attributeIds: [
      ...tagNames(show, names),
      show.movie.rating.toLowerCase(),
      show.movie.genre.toLowerCase(),
      'reserved-selected',
    ],
    languages: {
      original: [show.movie.language],
      dubbed: [],
      voiceover: [],
      subtitles: show.variant === 'subtitled' ? [chain.language] : [],
    },
    bookingLink: booking,
    bookingRouterLaunchLink: `https://${chain.host}/booking-router/launch/${show.session}`,
    compositeBookingLink: {
      type: 'REGAL',
      bookingUrl: { url: booking, params: {} },
      blockOnlineSales: null,
      blockOnlineSalesUntil: null,
    },
    presentationCode: String(show.session),
    soldOut: isSoldOut(world, theater, show),
    auditorium: show.screen.name,
    auditoriumTinyName: String(show.screen.number),
    // Only some countries publish the availability.
    ...(chain.country === 'CZ'
      ? { availabilityRatio: Math.round((1 - soldCount(world, theater, show) / sellable) * 100) / 100 }
      : {}),
  }
}

function filmDetails(chain: Chain, world: World, code: string) {
  const movie = movieByFilmId(code, movies)
  if (movie === undefined) return undefined
  const plain = listingOf(chain, movie, 'plain')
  const kinds = (['plain', 'kids', 'preview'] as const).map((variant) => listingOf(chain, movie, variant))
  const listing = kinds.find(({ film }) => film === code) ?? plain
  return {
    id: listing.film,
    name: listing.title,
    originalName: movie.title,
    length: movie.minutes + 1,
    posterLink: posterUrl(listing.film),
    releaseYear: String(releaseYear(movie, world.today())),
    cast: movie.cast.join(', '),
    directors: movie.director,
    synopsis: movie.synopsis,
    dateStarted: `${toDate(premiereOf(movie, world.today()))}T00:00:00`,
    categoriesAttributes: [movie.genre.toLowerCase()],
    ageRestrictionName: movie.rating.toLowerCase(),
  }
}
