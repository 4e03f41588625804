/** Chains with the theaters of the registry, and the simulated hosts of their platforms. */

import type { Chain, Platform, Screen, Theater } from '../../../sandbox/cinema/chains.ts'
import { cineplexKey } from '../../../sandbox/cinema/hosts/cineplex.ts'
import { ocapiToken } from '../../../sandbox/cinema/hosts/vista-ocapi/host.ts'
import { cinemaHost, veeziPages } from '../../../sandbox/cinema/index.ts'
import type { SandboxHost } from '../../../sandbox/host.ts'
import { random } from '../../../sandbox/random.ts'
import type { CinemaDirectory } from '../../../src/services/cinema/sync.ts'

type Member = NonNullable<ReturnType<CinemaDirectory['members']['get']>>[number]
type ChainFacts = CinemaDirectory['chains'][number]

export interface SimulatedChain {
  readonly chain: Chain
  /** The ids of its theaters in the registry, by their site. */
  readonly ids: ReadonlyMap<string, string>
  readonly tokenName: string | undefined
}

/** Theaters that share a host and a path share an installation, whatever their chain. */
export function createChains({ chains, members }: CinemaDirectory): SimulatedChain[] {
  const facts = new Map(chains.map((chain) => [chain.id, chain]))
  return [...members].flatMap(([platform, ofPlatform]) =>
    [...Map.groupBy(ofPlatform, ({ base }) => base)].flatMap(([base, group]) => {
      const chain = facts.get(group[0]?.chain ?? '')
      return chain === undefined ? [] : [toChain(platform as Platform, chain, base, group)]
    }),
  )
}

/** By the names in the registry. */
export function cinemaTokens(chains: readonly SimulatedChain[]): Record<string, string> {
  return Object.fromEntries(
    chains.flatMap(({ chain, tokenName }) => {
      if (tokenName === undefined) return []
      return [[tokenName, chain.platform === 'cineplex' ? cineplexKey : ocapiToken(chain)]]
    }),
  )
}

/** Without the theaters that are gone. */
export function hostOfChain(
  { chain, ids }: SimulatedChain,
  isGone: (memberId: string) => boolean,
): SandboxHost {
  const theaters = chain.theaters.filter(({ site }) => !isGone(ids.get(site) ?? ''))
  const present = { ...chain, theaters }
  return isTicketShop(chain) ? veeziPages(present, chain.host) : cinemaHost(present)
}

/** Houses without an interface, whose ticket shop has a page of sessions. */
function isTicketShop({ platform, host }: Chain): boolean {
  return platform === 'json-ld' && host.startsWith('ticketing.')
}

function toChain(
  platform: Platform,
  { id, name, country, currency }: ChainFacts,
  base: string,
  group: readonly Member[],
): SimulatedChain {
  const [first] = group as [Member]
  const { host, pathname } = new URL(base)
  const path = pathname === '/' ? '' : pathname
  const { tenant, lang = 'en' } = first.options
  const { pages, follow } = first.options
  const chain: Chain = {
    id,
    name,
    platform,
    country,
    currency,
    host,
    language: country === 'FR' ? 'fr' : country === 'ES' ? 'es' : 'en',
    adultPrice: 12,
    path,
    theaters: group.map((member) => toTheater(platform, country, member)),
    countries: [...new Set(group.flatMap(({ options }) => options.country ?? []))],
    ...(tenant === undefined ? {} : { tenant: { id: tenant, lang } }),
    ...(follow === undefined || pages === undefined ? {} : { pages: { index: pages, films: follow } }),
  }
  return { chain, ids: new Map(group.map(({ id, site }) => [site, id])), tokenName: first.tokenName }
}

function toTheater(platform: Platform, country: string, member: Member): Theater {
  const { lat = 51.5, lon = 0 } = member.geo ?? {}
  const key = `${member.chain}/${member.site}`
  return {
    key,
    site: member.site,
    name: member.name,
    street: '1 High Street',
    city: {
      name: member.address?.city ?? 'Springfield',
      postalCode: '',
      country,
      lat,
      lon,
      timezone: member.timezone,
    },
    lat,
    lon,
    screens: screensOf(platform, key),
    options: member.options,
  }
}

/** Chains have up to ten screens, houses of their own one or two. */
function screensOf(platform: Platform, key: string): Screen[] {
  const generator = random('screens', key)
  const isSmall = platform === 'json-ld' || platform === 'filmbot'
  const count = isSmall ? generator.int(1, 2) : generator.int(4, 10)
  return Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    name: `Screen ${at + 1}`,
    rows: generator.int(8, 14),
    columns: generator.int(10, 20),
    kind: at === 0 && !isSmall ? ('imax' as const) : ('standard' as const),
    isReserved: true,
  }))
}
