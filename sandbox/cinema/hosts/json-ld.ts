/** The site of a few art houses: HTML pages with mostly valid schema.org markup. */

import { encodeHTML } from 'entities'
import { toLocalText } from '../../../src/core/zoned-time.ts'
import { html, type Reply, route, type SandboxHost, text } from '../../host.ts'
import type { World } from '../../world.ts'
import { type Chain, type Theater, theaterAt } from '../chains.ts'
import { type Movie, releaseYear } from '../movies.ts'
import { daysOf, type Show, showsOn } from '../schedule.ts'
import { freeCount, isSoldOut, seatPlanOf } from '../seat-plan.ts'
import { listingOf } from '../titles.ts'

export function jsonLdHost(chain: Chain): SandboxHost {
  const { index: indexPath = '/{house}', films: filmsPath = '/{house}/film/' } = chain.pages ?? {}
  const theaterOf = ({ house }: Readonly<Record<string, string>>) =>
    chain.pages === undefined ? theaterAt(chain, house) : chain.theaters[0]
  return {
    host: chain.host,
    routes: [
      // The front page presents a film per house; only the page of a house links all of them.
      route('GET /', ({ world }) =>
        page(
          chain.name,
          [],
          chain.theaters.map((theater) => filmLinks(chain, world, theater)[0] ?? '').join('\n'),
        ),
      ),
      route(`GET ${indexPath as '/'}`, ({ params, world }) => {
        const theater = theaterOf(params)
        return theater === undefined ? missing() : index(chain, world, theater)
      }),
      route(`GET ${filmsPath as '/'}{film}`, ({ params, world }) => {
        const theater = theaterOf(params)
        const shows =
          theater &&
          listed(world, theater).filter(
            ({ movie, variant }) => listingOf(chain, movie, variant).film === params.film,
          )
        const [first] = shows ?? []
        if (theater === undefined || shows === undefined || first === undefined) return missing()
        return page(listingOf(chain, first.movie, first.variant).title, [
          ...shows.map((show) => JSON.stringify(eventOf(chain, world, theater, show))),
          // Invalid JSON: unescaped quotation marks.
          ...(theater.site === 'house-2'
            ? [`{"@type": "MovieTheater", "name": "${theater.name}", "address": "The "Old" Mill"}`]
            : []),
        ])
      }),
    ],
  }
}

function missing(): Reply {
  return text('There is no such page.\n', { status: 404 })
}

function listed(world: World, theater: Theater): Show[] {
  return daysOf(world, theater).flatMap((day) => showsOn(world, theater, day))
}

function index(chain: Chain, world: World, theater: Theater): Reply {
  const links = filmLinks(chain, world, theater).map((link) => `<li>${link}</li>`)
  return page(theater.name, [JSON.stringify(venueOf(chain, theater))], `<ul>${links.join('\n')}</ul>`)
}

function filmLinks(chain: Chain, world: World, theater: Theater): string[] {
  const films = new Map(
    listed(world, theater).map(({ movie, variant }) => [
      listingOf(chain, movie, variant).film,
      listingOf(chain, movie, variant).title,
    ]),
  )
  const path = chain.pages?.films ?? `/${theater.site}/film/`
  return [...films].map(([film, title]) => `<a href="${path}${film}#times">${encodeHTML(title)}</a>`)
}

function page(title: string, blocks: readonly string[], body = ''): Reply {
  // A closing tag inside a script would end it.
  const scripts = blocks.map(
    (block) => `<script type="application/ld+json">${block.replaceAll('</', '<\\/')}</script>`,
  )
  return html(
    `<!doctype html>\n<html><head><title>${encodeHTML(title)}</title>\n${scripts.join('\n')}</head>\n<body><h1>${encodeHTML(title)}</h1>${body}</body></html>\n`,
  )
}

function venueOf(chain: Chain, theater: Theater) {
  return {
    '@context': 'https://schema.org',
    '@type': 'MovieTheater',
    '@id': `https://${chain.host}/${theater.site}#house`,
    name: theater.name,
    url: `https://${chain.host}/${theater.site}`,
    telephone: '',
    address: {
      '@type': 'PostalAddress',
      streetAddress: theater.street,
      addressLocality: theater.city.name,
      addressRegion: theater.city.state ?? '',
      postalCode: theater.city.postalCode,
      addressCountry: theater.city.country,
    },
    geo: { '@type': 'GeoCoordinates', latitude: String(theater.lat), longitude: String(theater.lon) },
  }
}

const bookable = 'https://schema.org/InStock'

function eventOf(chain: Chain, world: World, theater: Theater, show: Show) {
  const { movie, session } = show
  const url = `https://${chain.host}/${theater.site}/tickets/${session}`
  const hasOffset = theater.site !== 'house-3'
  const hasCounts = theater.site === 'house-1' || theater.site === 'house-4'
  return {
    '@context': 'https://schema.org',
    '@type': theater.site === 'house-5' ? 'VisualArtsEvent' : 'ScreeningEvent',
    '@id': url,
    name: listingOf(chain, movie, show.variant).title,
    location: { '@id': `https://${chain.host}/${theater.site}#house` },
    url,
    startDate: hasOffset ? toLocalText(show.startsAt, theater.city.timezone) : show.local,
    duration: `PT${movie.minutes}M`,
    ...(show.isCancelled ? { eventStatus: 'https://schema.org/EventCancelled' } : {}),
    ...(hasCounts
      ? {
          maximumAttendeeCapacity: seatPlanOf(theater, show.screen).seats.length,
          remainingAttendeeCapacity: freeCount(world, theater, show),
        }
      : {}),
    ...(theater.site === 'house-5' ? {} : { workPresented: workOf(chain, world, movie, show) }),
    offers: {
      '@type': 'Offer',
      url,
      price: String(chain.adultPrice),
      priceCurrency: theater.city.country === 'GB' ? 'GBP' : chain.currency,
      availability: isSoldOut(world, theater, show) ? 'https://schema.org/SoldOut' : bookable,
    },
  }
}

function workOf(chain: Chain, world: World, movie: Movie, show: Show) {
  const { film, title } = listingOf(chain, movie, show.variant)
  return {
    '@type': 'Movie',
    '@id': `https://${chain.host}/films/${film}`,
    name: title,
    duration: `PT${movie.minutes}M`,
    ...(movie.kind === 'film' ? { datePublished: String(releaseYear(movie, world.today())) } : {}),
    ...(movie.year === undefined ? {} : { datePublished: String(movie.year) }),
    director: { '@type': 'Person', name: movie.director },
    actor: movie.cast.map((name) => ({ '@type': 'Person', name })),
    genre: movie.genre,
    description: movie.synopsis,
  }
}
