/** The public page of a Veezi venue: sessions as schema.org markup, under an address with the token of the venue. */

import { encodeHTML } from 'entities'
import { toLocalText } from '../../../src/core/zoned-time.ts'
import { html, type Reply, route, type SandboxHost, text } from '../../host.ts'
import type { World } from '../../world.ts'
import type { Chain, Theater } from '../chains.ts'
import { listedShows, type Show } from '../schedule.ts'
import { listingOf } from '../titles.ts'

export const veeziPageHost = 'ticketing.veezi.cinema.sandbox'

export function veeziPages(chain: Chain, host = veeziPageHost): SandboxHost {
  return {
    host,
    routes: [
      route('GET /sessions', ({ query, world }) => {
        const theater = chain.theaters.find(({ site }) => site === query.get('siteToken'))
        return theater === undefined
          ? text('Not Found', { status: 404 })
          : sessions(host, chain, world, theater)
      }),
      // With a slash before the question mark, visitors that are no browsers meet a check.
      route('GET /sessions/', () =>
        html('<!doctype html><title>Just a moment...</title>', {
          status: 403,
          headers: { 'cf-mitigated': 'challenge' },
        }),
      ),
    ],
  }
}

/** About a month. The list has each session twice, by date and by film, the markup once. */
function sessions(host: string, chain: Chain, world: World, theater: Theater): Reply {
  const shows = listedShows(world, theater).filter(
    ({ startsAt }) => startsAt > world.now() && startsAt < world.now() + 30 * 86_400_000,
  )
  const links = shows.map(
    (show) => `<li><a href="/purchase/${show.session}">${encodeHTML(titleOf(chain, show))}</a></li>`,
  )
  const events = JSON.stringify(shows.map((show) => eventOf(host, chain, theater, show))).replaceAll(
    '</',
    '<\\/',
  )
  return html(`<!doctype html><title>${encodeHTML(theater.name)}</title>
<script type="application/ld+json">${events}</script>
<ul>${links.join('\n')}</ul><ul>${links.toReversed().join('\n')}</ul>`)
}

function titleOf(chain: Chain, { movie, variant }: Show): string {
  return listingOf(chain, movie, variant).title
}

function eventOf(host: string, chain: Chain, theater: Theater, show: Show) {
  return {
    '@context': 'https://schema.org',
    '@type': 'VisualArtsEvent',
    name: titleOf(chain, show),
    startDate: toLocalText(show.startsAt, theater.city.timezone),
    duration: `PT${show.movie.minutes}M`,
    url: `https://${host}/purchase/${show.session}?siteToken=${theater.site}`,
    location: { '@type': 'Place', name: theater.name },
  }
}
