/** The made-up chains and theaters as the cinema service's file of members has them, and the tokens they answer to. */

import { chains, type PretendChain, type PretendTheater } from './chains.ts'
import { cineplexKey } from './hosts/cineplex.ts'
import { quickbookTenant } from './hosts/quickbook.ts'
import { veeziToken } from './hosts/veezi.ts'
import { ocapiToken } from './hosts/vista-ocapi.ts'

/** The same shape as the file of real members, so that it takes its place. */
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

/** By the names the members give them. */
export const cinemaSecrets: Readonly<Record<string, string>> = Object.fromEntries(
  chains.flatMap((chain): [string, string][] => {
    if (chain.platform === 'vista-ocapi') return [[tokenName(chain), ocapiToken(chain)]]
    if (chain.platform === 'cineplex') return [[tokenName(chain), cineplexKey]]
    if (chain.platform !== 'veezi') return []
    return chain.theaters.map((theater) => [tokenName(chain, theater), veeziToken(theater)])
  }),
)

function tokenName(chain: PretendChain, theater?: PretendTheater): string {
  return `SANDBOX_${theater === undefined ? chain.id : theater.site}`.toUpperCase().replaceAll('-', '_')
}

function groupOf(chain: PretendChain) {
  const hasToken = chain.platform === 'vista-ocapi' || chain.platform === 'cineplex'
  const hasPattern = chain.platform === 'vista-ocapi' || chain.platform === 'reading'
  const options = optionsOf(chain)
  return {
    chain: chain.id,
    base: `https://${chain.host}${basePath(chain)}`,
    ...(hasToken ? { token: tokenName(chain) } : {}),
    ...(hasPattern ? { booking: `https://${chain.host}/book/{site}/{session}` } : {}),
    ...(Object.keys(options).length === 0 ? {} : { options }),
    sites: chain.theaters.map((theater, index) => siteOf(chain, theater, index)),
  }
}

function basePath(chain: PretendChain): string {
  if (chain.platform === 'vista-ocapi') return '/WSVistaWebClient'
  return chain.platform === 'quickbook' ? quickbookTenant(chain).path : ''
}

function optionsOf(chain: PretendChain): Record<string, string> {
  if (chain.platform === 'quickbook') {
    const { tenant, lang } = quickbookTenant(chain)
    return { tenant, lang }
  }
  if (chain.platform === 'webedia') return { theaters: `https://${chain.host}/page-data/theaters.json` }
  return chain.platform === 'reading' ? { country: '1' } : {}
}

function siteOf(chain: PretendChain, theater: PretendTheater, index: number) {
  const { city } = theater
  const options = ownOptions(chain, theater, index)
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
    ...(chain.platform === 'veezi' ? { token: tokenName(chain, theater) } : {}),
    ...(Object.keys(options).length === 0 ? {} : { options }),
  }
}

/** Two houses in three let their counts be known. */
function ownOptions(chain: PretendChain, theater: PretendTheater, index: number): Record<string, string> {
  if (chain.platform === 'veezi') return index % 3 === 2 ? {} : { counts: 'agreed' }
  if (chain.platform === 'json-ld') return { pages: `/${theater.site}`, follow: `/${theater.site}/film/` }
  // Titles in translation are only known for what they are by their details.
  const wantsDetails = chain.platform === 'quickbook' && chain.language !== 'en'
  return wantsDetails ? { details: 'yes' } : {}
}
