/** The made-up chains and theaters in the format of the cinema service's member file, and their tokens. */

import { type Chain, chains, type Theater } from './chains.ts'
import { cineplexKey } from './hosts/cineplex.ts'
import { heliosTicketBase } from './hosts/helios.ts'
import { quickbookTenant } from './hosts/quickbook.ts'
import { veeziToken } from './hosts/veezi.ts'
import { ocapiToken } from './hosts/vista-ocapi/host.ts'
import { pictureOrigin } from './pictures.ts'

/** In the format of the file of real members. */
export function cinemaMembers() {
  const platforms = [...new Set(chains.map(({ platform }) => platform))]
  return {
    chains: chains.map(({ id, name, country, currency, host }) => ({
      id,
      name,
      country,
      currency,
      website: `https://${host}`,
    })),
    // The sandbox needs no request pacing.
    overrides: Object.fromEntries(
      platforms.map((platform) => [platform, { atOnce: 8, gapMs: 0, seatCalls: 4 }]),
    ),
    members: Object.fromEntries(
      platforms.map((platform) => [
        platform,
        chains.filter((chain) => chain.platform === platform).map(groupOf),
      ]),
    ),
  }
}

/** By the names in the member list. */
export const cinemaSecrets: Readonly<Record<string, string>> = Object.fromEntries(
  chains.flatMap((chain): [string, string][] => {
    if (chain.platform === 'vista-ocapi') return [[tokenName(chain), ocapiToken(chain)]]
    if (chain.platform === 'cineplex') return [[tokenName(chain), cineplexKey]]
    if (chain.platform !== 'veezi') return []
    return chain.theaters.map((theater) => [tokenName(chain, theater), veeziToken(theater)])
  }),
)

function tokenName(chain: Chain, theater?: Theater): string {
  return `SANDBOX_${theater === undefined ? chain.id : theater.site}`.toUpperCase().replaceAll('-', '_')
}

/** Their listings have no link to each session. */
const withBookingPattern: ReadonlySet<Chain['platform']> = new Set([
  'vista-ocapi',
  'reading',
  'hoyts',
  'cinema-api',
  'helios',
])

function groupOf(chain: Chain) {
  const hasToken = chain.platform === 'vista-ocapi' || chain.platform === 'cineplex'
  const options = { ...optionsOf(chain), pictures: pictureOrigin }
  return {
    chain: chain.id,
    base: `https://${chain.host}${basePath(chain)}`,
    ...(hasToken ? { token: tokenName(chain) } : {}),
    ...(withBookingPattern.has(chain.platform)
      ? { booking: `https://${chain.host}/book/{site}/{session}` }
      : {}),
    options,
    sites: chain.theaters.map((theater, index) => siteOf(chain, theater, index)),
  }
}

function basePath(chain: Chain): string {
  if (chain.platform === 'vista-ocapi') return '/WSVistaWebClient'
  return chain.platform === 'quickbook' ? quickbookTenant(chain).path : (chain.path ?? '')
}

function optionsOf(chain: Chain): Record<string, string> {
  if (chain.platform === 'quickbook') {
    const { tenant, lang } = quickbookTenant(chain)
    return { tenant, lang }
  }
  if (chain.platform === 'helios') return { rest: heliosTicketBase(chain) }
  return chain.platform === 'reading' ? { country: '1' } : {}
}

function siteOf(chain: Chain, theater: Theater, index: number) {
  const { city } = theater
  const options = siteOptions(chain, theater, index)
  return {
    site: theater.site,
    name: theater.name,
    timezone: city.timezone,
    line1: theater.street,
    city: city.name,
    ...(city.state === undefined ? {} : { state: city.state }),
    postal_code: city.postalCode,
    country: city.country,
    lat: theater.lat,
    lon: theater.lon,
    website: `https://${chain.host}/theaters/${theater.site}`,
    // Each house has a branch of the site.
    ...(chain.platform === 'filmbot' ? { base: `https://${chain.host}/${theater.site}` } : {}),
    ...(chain.platform === 'veezi' ? { token: tokenName(chain, theater) } : {}),
    ...(Object.keys(options).length === 0 ? {} : { options }),
  }
}

/** Two Veezi theaters in three publish their seat counts. */
function siteOptions(chain: Chain, theater: Theater, index: number): Readonly<Record<string, string>> {
  if (chain.platform === 'veezi') return index % 3 === 2 ? {} : { counts: 'agreed' }
  if (chain.platform === 'json-ld') return { pages: `/${theater.site}`, follow: `/${theater.site}/film/` }
  if (theater.options !== undefined) return theater.options
  // Translated titles can only be matched by the film details.
  const wantsDetails = chain.platform === 'quickbook' && chain.language !== 'en'
  return wantsDetails ? { details: 'yes' } : {}
}
