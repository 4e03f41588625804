/** The page of each theater on the site of its chain. Its script calls the interface of the platform. */

import { html, type Route, route, text } from '../host.ts'
import { type Chain, type Platform, theaterAt } from './chains.ts'
import { quickbookTenant } from './hosts/quickbook.ts'

/** The first call of the script; undefined where the page shows nothing of its platform. */
const firstCall: Partial<Readonly<Record<Platform, (chain: Chain, site: string) => string>>> = {
  'vista-ocapi': ({ host }, site) => `https:\\/\\/${host}\\/WSVistaWebClient\\/ocapi\\/v1\\/sites\\/${site}`,
  quickbook: (chain, site) => {
    const { tenant, path } = quickbookTenant(chain)
    return `${path}/data-api-service/v1/quickbook/${tenant}/dates/in-cinema/${site}/until/`
  },
  webedia: () => '/api/gatsby-source-boxofficeapi/schedule',
}

export function theaterPageRoutes(chain: Chain): Route[] {
  const call = firstCall[chain.platform]
  if (call === undefined) return []
  return [
    route('GET /theaters/{site}', ({ params }) => {
      const theater = theaterAt(chain, params.site)
      if (theater === undefined) return text('Not Found', { status: 404 })
      const script = `<script>load("${call(chain, theater.site)}")</script>`
      return html(`<!doctype html><title>${theater.name}</title>${script}`)
    }),
  ]
}
