/** Loads the cinema directory from the files in members/ and validates it as a whole. */

import { readdirSync, readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { parse } from 'yaml'
import { defined } from '../../../core/defined.ts'
import { ConfigurationError } from '../../../core/errors.ts'
import { typeGuard } from '../../../core/type-guard.ts'
import { isTimeZone } from '../../../core/zoned-time.ts'
import { type Address, CapabilityName, ChainStatus, SourceStatus, toCapabilities } from '../schema/index.ts'
import {
  type CinemaChain,
  type CinemaDirectory,
  type CinemaMember,
  type Gate,
  gates,
  type UnsupportedPlatform,
} from './cinema-member.ts'

const slug = () => Type.String({ pattern: '^[a-z][a-z0-9-]{0,63}$' })
const shortText = () => Type.String({ minLength: 1, maxLength: 200 })
const httpsUrl = () => Type.String({ pattern: '^https://[^\\s/]+(/\\S*[^/\\s])?$' })
const country = () => Type.String({ pattern: '^[A-Z]{2}$' })
const secretName = () => Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,63}$' })
const integer = (minimum: number, maximum: number) => Type.Optional(Type.Integer({ minimum, maximum }))
const options = () => Type.Optional(Type.Record(Type.String(), Type.String()))
const noExtraProperties = { additionalProperties: false }

const Site = Type.Object(
  {
    site: Type.String({ minLength: 1, maxLength: 100 }),
    name: shortText(),
    timezone: shortText(),
    base: Type.Optional(httpsUrl()),
    line1: Type.Optional(shortText()),
    city: Type.Optional(shortText()),
    state: Type.Optional(shortText()),
    postal_code: Type.Optional(shortText()),
    country: Type.Optional(country()),
    lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    phone: Type.Optional(shortText()),
    website: Type.Optional(httpsUrl()),
    token: Type.Optional(secretName()),
    options: options(),
  },
  noExtraProperties,
)

const Group = Type.Object(
  {
    chain: slug(),
    base: Type.Optional(httpsUrl()),
    booking: Type.Optional(Type.String({ pattern: '^https://\\S+$' })),
    token: Type.Optional(secretName()),
    options: options(),
    sites: Type.Array(Site, { minItems: 1 }),
  },
  noExtraProperties,
)

const Chain = Type.Object(
  {
    id: slug(),
    name: shortText(),
    country: country(),
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    status: Type.Optional(ChainStatus),
    website: Type.Optional(httpsUrl()),
  },
  noExtraProperties,
)

const Overrides = Type.Object(
  {
    atOnce: integer(1, 32),
    gapMs: integer(0, 60_000),
    everyMinutes: integer(1, 44_640),
    seatCalls: integer(0, 500),
  },
  noExtraProperties,
)

const Unsupported = Type.Object(
  {
    id: slug(),
    name: shortText(),
    status: SourceStatus,
    reason: Type.String({ minLength: 1, maxLength: 500 }),
    gate: Type.Optional(Type.Unsafe<Gate>({ type: 'string', enum: [...gates] })),
    capabilities: Type.Array(CapabilityName),
    live_refresh: Type.Optional(Type.Boolean()),
    chains: Type.Optional(Type.Array(shortText())),
  },
  noExtraProperties,
)

const DirectoryData = Type.Object(
  {
    chains: Type.Array(Chain),
    overrides: Type.Optional(Type.Record(Type.String(), Overrides)),
    members: Type.Record(Type.String(), Type.Array(Group)),
    unsupported: Type.Optional(Type.Array(Unsupported)),
  },
  noExtraProperties,
)

export type CinemaDirectoryData = Type.Static<typeof DirectoryData>
type Group = Type.Static<typeof Group>
type Site = Type.Static<typeof Site>
type Secrets = Readonly<Record<string, string>>

const isDirectoryData = typeGuard(DirectoryData)
const membersFolder = new URL('./members/', import.meta.url)

/** The live profile. `secrets` are the operator's tokens by name. */
export function loadCinemaDirectory(secrets: Secrets = {}, folder = membersFolder): CinemaDirectory {
  const files = readdirSync(folder).filter((name) => /\.(yaml|json)$/.test(name))
  const data = Object.fromEntries(files.map((name) => [name.slice(0, -5), readData(folder, name)]))
  const { chains, overrides = {}, unsupported = [], ...members } = data
  return parseCinemaDirectory({ chains, overrides, unsupported, members }, secrets)
}

/**
 * They are the same in every profile. The file is part of the program: the tests validate it, and it is JSON, because
 * loading the validator and parsing YAML would take a tenth of the start.
 */
export function loadUnsupportedPlatforms(): readonly UnsupportedPlatform[] {
  const unsupported = readData(membersFolder, 'unsupported.json') as Type.Static<typeof Unsupported>[]
  return toCinemaDirectory({ chains: [], members: {}, unsupported }).unsupportedPlatforms
}

/** Throws one `ConfigurationError` with every problem. */
export function parseCinemaDirectory(data: unknown, secrets: Secrets = {}): CinemaDirectory {
  if (isDirectoryData(data)) return toCinemaDirectory(data, secrets)
  const problems = isDirectoryData
    .errors(data)
    .map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
  throw invalid([...new Set(problems)])
}

/** For members defined in code, whose shape the compiler has checked. */
export function toCinemaDirectory(data: CinemaDirectoryData, secrets: Secrets = {}): CinemaDirectory {
  const problems = findProblems(data)
  if (problems.length > 0) throw invalid(problems)
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

function invalid(problems: readonly string[]): ConfigurationError {
  return new ConfigurationError(problems.map((problem) => `cinema members: ${problem}`))
}

function readData(folder: URL, name: string): unknown {
  try {
    const text = readFileSync(new URL(name, folder), 'utf8')
    return name.endsWith('.json') ? JSON.parse(text) : parse(text)
  } catch (cause) {
    throw invalid([`${name}: ${cause instanceof Error ? cause.message : cause}`])
  }
}

/** What a schema cannot express: references, time zones, duplicates. */
function findProblems({ chains, members }: CinemaDirectoryData): string[] {
  const problems: string[] = []
  const chainIds = new Set(chains.map(({ id }) => id))
  for (const id of duplicates(chains.map((chain) => chain.id))) problems.push(`duplicate chain ${id}`)
  for (const [platform, groups] of Object.entries(members)) {
    for (const { chain, base, sites } of groups) {
      if (!chainIds.has(chain)) problems.push(`${platform}: unknown chain ${chain}`)
      for (const site of sites) {
        const path = `${platform}/${chain}/${site.site}`
        if (!isTimeZone(site.timezone)) problems.push(`${path}: unknown time zone ${site.timezone}`)
        if ((site.lat === undefined) !== (site.lon === undefined))
          problems.push(`${path}: lat and lon must be set together`)
        if (site.base === undefined && base === undefined) problems.push(`${path}: base is missing`)
      }
    }
    const ids = groups.flatMap(({ chain, sites }) => sites.map(({ site }) => memberId(chain, site)))
    for (const id of duplicates(ids)) problems.push(`${platform}: duplicate member ${id}`)
  }
  return problems
}

function toMember(group: Group, site: Site, chain: CinemaChain | undefined, secrets: Secrets): CinemaMember {
  const { line1, city, state, postal_code, lat, lon } = site
  const tokenName = site.token ?? group.token
  return defined<CinemaMember>({
    id: memberId(group.chain, site.site),
    chain: group.chain,
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
    token: tokenName === undefined ? undefined : secrets[tokenName],
    options: { ...group.options, ...site.options },
  })
}

/** `odeon-uk`, `153` is `odeon-uk.153`. */
function memberId(chain: string, site: string): string {
  return `${chain}.${site.toLowerCase().replace(/[^a-z0-9._-]+/g, '-')}`
}

function duplicates(ids: readonly string[]): string[] {
  const seen = new Set<string>()
  return [...new Set(ids.filter((id) => seen.size === seen.add(id).size))]
}
