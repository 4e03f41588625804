/** Who is read: chains, their theaters and where they answer, as data that is checked before anything starts. */

import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { parse } from 'yaml'
import { ConfigurationError } from '../../../core/errors.ts'
import { typeGuard } from '../../../core/type-guard.ts'
import { isTimeZone } from '../../../core/zoned-time.ts'
import type { Member } from '../../../sync/source.ts'
import {
  type Address,
  CapabilityName,
  ChainStatus,
  type DataCapabilities,
  type Geo,
  SourceStatus,
} from '../schema/index.ts'

/** One theater on one platform. */
export interface CinemaMember extends Member {
  readonly chain: string
  /** What the platform calls the theater. */
  readonly site: string
  /** Where the chain's installation answers, without a slash at the end. */
  readonly base: string
  readonly name: string
  /** IANA name. */
  readonly timezone: string
  readonly address: Address
  readonly geo?: Geo
  readonly phone?: string
  readonly website?: string
  /** ISO 4217. */
  readonly currency: string
  /** The address a person buys at, with `{site}` and `{session}` in it, where the platform gives none. */
  readonly booking?: string
  /** The name of the secret the operator supplies, and its value once supplied. */
  readonly tokenName?: string
  readonly token?: string
  /** What only this platform asks for: tenant, language, country number, pages. */
  readonly options: Readonly<Record<string, string>>
}

export interface CinemaChain {
  readonly id: string
  readonly name: string
  readonly country: string
  readonly currency: string
  readonly status: ChainStatus
  readonly website?: string
}

/** How gently a platform is read; what is left out is the adapter's own. */
export interface PolitenessOverrides {
  readonly atOnce?: number
  readonly gapMs?: number
  readonly everyMinutes?: number
  /** Seat plans and prices read per theater and run, for the soonest shows; the others are read when asked for. */
  readonly seatCalls?: number
}

/** What stands between us and a platform. */
export type Gate = 'none' | 'key' | 'login' | 'cookies' | 'browser'

/** A platform that is known but has no reader, and why. */
export interface UnsupportedPlatform {
  readonly id: string
  readonly name: string
  readonly status: SourceStatus
  readonly reason: string
  readonly gate: Gate
  readonly capabilities: DataCapabilities
  readonly chains: readonly string[]
}

export interface CinemaDirectory {
  readonly chains: readonly CinemaChain[]
  readonly politenessOverrides: ReadonlyMap<string, PolitenessOverrides>
  readonly members: ReadonlyMap<string, readonly CinemaMember[]>
  readonly unsupportedPlatforms: readonly UnsupportedPlatform[]
}

const slug = () => Type.String({ pattern: '^[a-z][a-z0-9-]{0,63}$' })
const shortText = () => Type.String({ minLength: 1, maxLength: 200 })
const httpsUrl = () => Type.String({ pattern: '^https://[^\\s/]+(/\\S*[^/\\s])?$' })
const currency = () => Type.String({ pattern: '^[A-Z]{3}$' })
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
    country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
    lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    phone: Type.Optional(shortText()),
    website: Type.Optional(httpsUrl()),
    token: Type.Optional(Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,63}$' })),
    options: Type.Optional(Type.Record(Type.String(), Type.String())),
  },
  noExtraProperties,
)

const Group = Type.Object(
  {
    chain: slug(),
    base: Type.Optional(httpsUrl()),
    booking: Type.Optional(Type.String({ pattern: '^https://\\S+$' })),
    token: Type.Optional(Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,63}$' })),
    options: Type.Optional(Type.Record(Type.String(), Type.String())),
    sites: Type.Array(Site, { minItems: 1 }),
  },
  noExtraProperties,
)

const DirectoryFile = Type.Object(
  {
    chains: Type.Array(
      Type.Object(
        {
          id: slug(),
          name: shortText(),
          country: Type.String({ pattern: '^[A-Z]{2}$' }),
          currency: currency(),
          status: Type.Optional(ChainStatus),
          website: Type.Optional(httpsUrl()),
        },
        noExtraProperties,
      ),
    ),
    platforms: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object(
          {
            at_once: Type.Optional(Type.Integer({ minimum: 1, maximum: 32 })),
            gap_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
            every_minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 44_640 })),
            seat_calls: Type.Optional(Type.Integer({ minimum: 0, maximum: 500 })),
          },
          noExtraProperties,
        ),
      ),
    ),
    members: Type.Record(Type.String(), Type.Array(Group)),
    listed: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: slug(),
            name: shortText(),
            status: SourceStatus,
            reason: Type.String({ minLength: 1, maxLength: 500 }),
            gate: Type.Optional(
              Type.Unsafe<Gate>({ type: 'string', enum: ['none', 'key', 'login', 'cookies', 'browser'] }),
            ),
            can: Type.Array(CapabilityName),
            live: Type.Optional(Type.Boolean()),
            chains: Type.Optional(Type.Array(shortText())),
          },
          noExtraProperties,
        ),
      ),
    ),
  },
  noExtraProperties,
)

export type CinemaDirectoryFile = Type.Static<typeof DirectoryFile>
type Group = Type.Static<typeof Group>
type Site = Type.Static<typeof Site>

const isDirectoryFile = typeGuard(DirectoryFile)

/** The real platforms and theaters; `secrets` are what the operator supplies by name. */
export function loadCinemaDirectory(secrets: Readonly<Record<string, string>> = {}): CinemaDirectory {
  return parseCinemaDirectory(
    readFileSync(new URL('./members/platforms.yaml', import.meta.url), 'utf8'),
    secrets,
  )
}

/** Reads YAML or the same as plain data. Throws one `Misconfigured` with everything that is wrong. */
export function parseCinemaDirectory(
  source: unknown,
  secrets: Readonly<Record<string, string>> = {},
): CinemaDirectory {
  const file = typeof source === 'string' ? parseYaml(source) : source
  if (!isDirectoryFile(file)) {
    const problems = isDirectoryFile
      .errors(file)
      .map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
    throw new ConfigurationError(unique(problems).map((problem) => `cinema sources: ${problem}`))
  }
  return toCinemaDirectory(file, secrets)
}

/** For members that are written in code, whose shape the compiler has checked. */
export function toCinemaDirectory(
  file: CinemaDirectoryFile,
  secrets: Readonly<Record<string, string>> = {},
): CinemaDirectory {
  const problems = problemsOf(file)
  if (problems.length > 0)
    throw new ConfigurationError(problems.map((problem) => `cinema sources: ${problem}`))
  return buildDirectory(file, secrets)
}

/** `capabilitiesOf(['showtimes'], false)`: everything else is false, and only `live` sources can be asked at once. */
export function toCapabilities(names: readonly CapabilityName[], isLive: boolean): DataCapabilities {
  const has = (name: CapabilityName) => names.includes(name)
  return {
    showtimes: has('showtimes'),
    prices: has('prices'),
    ticket_types: has('ticket_types'),
    occupancy_rate: has('occupancy_rate'),
    occupancy_counts: has('occupancy_counts'),
    seat_summary: has('seat_summary'),
    seat_grid: has('seat_grid'),
    general_admission: has('general_admission'),
    booking_url: has('booking_url'),
    live_refresh: isLive,
    source_modes: isLive ? ['cached', 'live', 'auto'] : ['cached'],
  }
}

function parseYaml(text: string): unknown {
  try {
    return parse(text)
  } catch (cause) {
    throw new ConfigurationError([
      `cinema sources: not YAML: ${cause instanceof Error ? cause.message : cause}`,
    ])
  }
}

/** What a schema cannot say: references, zones, ids that meet. */
function problemsOf(file: CinemaDirectoryFile): string[] {
  const problems: string[] = []
  const chains = new Set(file.chains.map(({ id }) => id))
  for (const id of duplicates(file.chains.map(({ id }) => id))) problems.push(`chain ${id} occurs twice`)
  for (const [platform, groups] of Object.entries(file.members)) {
    for (const group of groups) {
      if (!chains.has(group.chain)) problems.push(`${platform}: there is no chain ${group.chain}`)
      for (const site of group.sites) {
        const path = `${platform}/${group.chain}/${site.site}`
        if (!isTimeZone(site.timezone)) problems.push(`${path}: there is no time zone ${site.timezone}`)
        if ((site.lat === undefined) !== (site.lon === undefined))
          problems.push(`${path}: lat and lon go together`)
        if (site.base === undefined && group.base === undefined) problems.push(`${path}: base is missing`)
      }
    }
    const ids = groups.flatMap((group) => group.sites.map((site) => memberId(group.chain, site.site)))
    for (const id of duplicates(ids)) problems.push(`${platform}: member ${id} occurs twice`)
  }
  return problems
}

function buildDirectory(
  file: CinemaDirectoryFile,
  secrets: Readonly<Record<string, string>>,
): CinemaDirectory {
  const chains = file.chains.map((chain) => ({ ...chain, status: chain.status ?? 'active' }))
  const byId = new Map(chains.map((chain) => [chain.id, chain]))
  const members = Object.entries(file.members).map(
    ([platform, groups]) =>
      [
        platform,
        groups.flatMap((group) =>
          group.sites.map((site) => toMember(group, site, byId.get(group.chain), secrets)),
        ),
      ] as const,
  )
  const politenessOverrides = Object.entries(file.platforms ?? {}).map(
    ([platform, overrides]) =>
      [
        platform,
        {
          ...(overrides.at_once === undefined ? {} : { atOnce: overrides.at_once }),
          ...(overrides.gap_ms === undefined ? {} : { gapMs: overrides.gap_ms }),
          ...(overrides.every_minutes === undefined ? {} : { everyMinutes: overrides.every_minutes }),
          ...(overrides.seat_calls === undefined ? {} : { seatCalls: overrides.seat_calls }),
        },
      ] as const,
  )
  return {
    chains,
    politenessOverrides: new Map(politenessOverrides),
    members: new Map(members),
    unsupportedPlatforms: (file.listed ?? []).map(
      ({ id, name, status, reason, gate, can, live, chains: named }) => ({
        id,
        name,
        status,
        reason,
        gate: gate ?? 'none',
        capabilities: toCapabilities(can, live ?? false),
        chains: named ?? [],
      }),
    ),
  }
}

function toMember(
  group: Group,
  site: Site,
  chain: CinemaChain | undefined,
  secrets: Readonly<Record<string, string>>,
): CinemaMember {
  const { line1, city, state, postal_code, lat, lon, phone, website } = site
  const country = site.country ?? chain?.country
  const tokenName = site.token ?? group.token
  const token = tokenName === undefined ? undefined : secrets[tokenName]
  return {
    id: memberId(group.chain, site.site),
    chain: group.chain,
    site: site.site,
    base: site.base ?? group.base ?? '',
    name: site.name,
    timezone: site.timezone,
    address: {
      ...(line1 === undefined ? {} : { line1 }),
      ...(city === undefined ? {} : { city }),
      ...(state === undefined ? {} : { state }),
      ...(postal_code === undefined ? {} : { postal_code }),
      ...(country === undefined ? {} : { country }),
    },
    ...(lat === undefined || lon === undefined ? {} : { geo: { lat, lon } }),
    ...(phone === undefined ? {} : { phone }),
    ...(website === undefined ? {} : { website }),
    currency: chain?.currency ?? 'XXX',
    ...(group.booking === undefined ? {} : { booking: group.booking }),
    ...(tokenName === undefined ? {} : { tokenName }),
    ...(token === undefined ? {} : { token }),
    options: { ...group.options, ...site.options },
  }
}

/** `odeon-uk`, `153` is `odeon-uk.153`. */
function memberId(chain: string, site: string): string {
  return `${chain}.${site.toLowerCase().replace(/[^a-z0-9._-]+/g, '-')}`
}

function duplicates(ids: readonly string[]): string[] {
  const seen = new Set<string>()
  return unique(ids.filter((id) => seen.size === seen.add(id).size))
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}
