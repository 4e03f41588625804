/** Vista OCAPI: sites, showtimes by business date, seat plans and ticket prices. */

import { json, type Reply, type Route, route, type SandboxHost, type SandboxRequest } from '../../../host.ts'
import type { World } from '../../../world.ts'
import { type Chain, type Theater, theaterAt } from '../../chains.ts'
import { type Show, showByNumber } from '../../schedule.ts'
import { seatAvailability, seatLayout, ticketPrices } from './seats.ts'
import { businessDate, screeningDates, siteOf } from './showtimes.ts'

export function ocapiToken(chain: Chain): string {
  return `sandbox-${chain.id}`
}

function badRequest(): Reply {
  return json({ status: 400 }, { status: 400 })
}

/** For a site that has closed, also among others. */
function invalidSite(): Reply {
  return json({ status: 400, detail: 'Invalid site identifier' }, { status: 400 })
}

export function ocapiHost(chain: Chain): SandboxHost {
  const at = `${chain.path ?? '/WSVistaWebClient'}/ocapi/v1`
  const open = (answer: (request: SandboxRequest) => Reply) => (request: SandboxRequest) =>
    request.headers.authorization === `Bearer ${ocapiToken(chain)}`
      ? answer(request)
      : json({ status: 401 }, { status: 401 })
  const get = <Pattern extends string>(path: Pattern, answer: (request: SandboxRequest) => Reply): Route =>
    route(`GET ${at}/${path}` as `GET /${string}`, open(answer))
  const isSite = (site: string) => theaterAt(chain, site) !== undefined
  const ofShow =
    (answer: (world: World, theater: Theater, show: Show) => unknown) => (request: SandboxRequest) => {
      const [site, session] = (request.params.id ?? '').split('-')
      const theater = theaterAt(chain, site)
      const show = theater && showByNumber(request.world, theater, Number(session))
      if (theater === undefined || show === undefined || show.isCancelled)
        return json({ status: 404 }, { status: 404 })
      return json(answer(request.world, theater, show))
    }
  return {
    host: chain.host,
    routes: [
      get('sites', () => json({ sites: chain.theaters.map(siteOf) })),
      get('film-screening-dates', ({ world, query }) => {
        // Every value is one id: `101,102` is a site that nobody knows.
        const sites = query.getAll('siteIds')
        if (sites.length === 0) return badRequest()
        return sites.every(isSite) ? json(screeningDates(chain, world, sites)) : invalidSite()
      }),
      get('showtimes/by-business-date/{date}', ({ world, params, query }) => {
        const { date = '' } = params
        const sites = query.getAll('siteIds')
        if (!/^\d{4}-\d\d-\d\d$/.test(date)) return badRequest()
        return sites.every(isSite) ? json(businessDate(chain, world, date, sites)) : invalidSite()
      }),
      get(
        'showtimes/{id}/seat-layout',
        ofShow((_, theater, show) => seatLayout(theater, show.screen.number)),
      ),
      get('showtimes/{id}/seat-availability', ofShow(seatAvailability)),
      get(
        'showtimes/{id}/ticket-prices',
        ofShow((_, theater, show) => ticketPrices(chain, theater, show)),
      ),
      get('seat-layouts/{id}', ({ params }) => {
        const [site, screen] = (params.id ?? '').split('-')
        const theater = theaterAt(chain, site)
        const layout = theater && seatLayout(theater, Number(screen))
        return layout === undefined ? json({ status: 404 }, { status: 404 }) : json(layout)
      }),
    ],
  }
}
