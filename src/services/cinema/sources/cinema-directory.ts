/** Builds the cinema directory: chains, their theaters on each platform, and platforms without an adapter. */

import { readFileSync } from 'node:fs'
import { defined } from '../../../core/defined.ts'
import type { RegistryEntry } from '../../../registry/registry-entry.ts'
import { type Address, type CapabilityName, type SourceStatus, toCapabilities } from '../schema/index.ts'
import type {
  CinemaChain,
  CinemaDirectory,
  CinemaMember,
  Gate,
  SourceOverrides,
  UnsupportedPlatform,
} from './cinema-member.ts'

type Options = Readonly<Record<string, string>>

/** A theater. `base`, `token` and `options` override those of its group. */
export interface SiteData {
  readonly site: string
  readonly name: string
  readonly timezone: string
  readonly base?: string
  readonly line1?: string
  readonly city?: string
  readonly state?: string
  readonly postal_code?: string
  readonly country?: string
  readonly lat?: number
  readonly lon?: number
  readonly phone?: string
  readonly website?: string
  readonly token?: string
  readonly options?: Options
  readonly off?: string
  readonly entry?: RegistryEntry
}

/** The theaters of a chain that share an installation of the platform. */
export interface GroupData {
  readonly chain: string
  /** Its id in the registry. */
  readonly installation?: string
  readonly base?: string
  readonly booking?: string
  /** The name of a secret. */
  readonly token?: string
  readonly options?: Options
  readonly sites: readonly SiteData[]
}

export type ChainData = Omit<CinemaChain, 'status'> & Partial<Pick<CinemaChain, 'status'>>

export interface UnsupportedData {
  readonly id: string
  readonly name: string
  readonly status: SourceStatus
  readonly reason: string
  readonly gate?: Gate
  readonly capabilities: readonly CapabilityName[]
  readonly live_refresh?: boolean
  readonly chains?: readonly string[]
}

export interface CinemaDirectoryData {
  readonly chains: readonly ChainData[]
  /** By platform. */
  readonly overrides?: Readonly<Record<string, SourceOverrides>>
  readonly members: Readonly<Record<string, readonly GroupData[]>>
  readonly unsupported?: readonly UnsupportedData[]
}

type Secrets = Readonly<Record<string, string>>

const unsupportedFile = new URL('./members/unsupported.json', import.meta.url)

/** They are the same in every profile. The file is part of the program: the tests validate it. */
export function loadUnsupportedPlatforms(): readonly UnsupportedPlatform[] {
  const unsupported: UnsupportedData[] = JSON.parse(readFileSync(unsupportedFile, 'utf8'))
  return toCinemaDirectory({ chains: [], members: {}, unsupported }).unsupportedPlatforms
}

/** The data is that of the registry, which validates it, or of the sandbox. */
export function toCinemaDirectory(data: CinemaDirectoryData, secrets: Secrets = {}): CinemaDirectory {
  const chains = data.chains.map((chain) => ({ ...chain, status: chain.status ?? 'active' }))
  const chainById = new Map(chains.map((chain) => [chain.id, chain]))
  const members = Object.entries(data.members).map(([platform, groups]) => {
    const platformMembers = groups.flatMap((group) =>
      group.sites.map((site) => toMember(group, site, chainById.get(group.chain), secrets)),
    )
    return [platform, platformMembers] as const
  })
  return {
    chains,
    overrides: new Map(Object.entries(data.overrides ?? {})),
    members: new Map(members),
    unsupportedPlatforms: (data.unsupported ?? []).map(({ capabilities, live_refresh, ...platform }) => ({
      gate: 'none',
      chains: [],
      ...platform,
      capabilities: toCapabilities(capabilities, live_refresh ?? false),
    })),
  }
}

function toMember(
  group: GroupData,
  site: SiteData,
  chain: CinemaChain | undefined,
  secrets: Secrets,
): CinemaMember {
  const { line1, city, state, postal_code, lat, lon, entry } = site
  const tokenName = site.token ?? group.token
  const token = tokenName === undefined ? undefined : secrets[tokenName]
  const needsToken = tokenName !== undefined && token === undefined
  return defined<CinemaMember>({
    id: toTheaterId(group.chain, site.site),
    chain: group.chain,
    installation: group.installation,
    site: site.site,
    base: site.base ?? group.base ?? '',
    name: site.name,
    timezone: site.timezone,
    address: defined<Address>({ line1, city, state, postal_code, country: site.country ?? chain?.country }),
    geo: lat === undefined || lon === undefined ? undefined : { lat, lon },
    phone: site.phone,
    website: site.website,
    currency: chain?.currency ?? 'XXX',
    booking: group.booking,
    tokenName,
    token,
    options: { ...group.options, ...site.options },
    off: site.off ?? (needsToken ? `needs ${tokenName}` : undefined),
    entry,
  })
}

/** `odeon-uk`, `153` is `odeon-uk.153`. */
export function toTheaterId(chain: string, site: string): string {
  return `${chain}.${site.toLowerCase().replace(/[^a-z0-9._-]+/g, '-')}`
}
