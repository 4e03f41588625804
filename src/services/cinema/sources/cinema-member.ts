/** The cinema directory: chains, their theaters on each platform, and platforms without an adapter. */

import type { Member } from '../../../sync/source.ts'
import type { Address, ChainStatus, DataCapabilities, Geo, SourceStatus } from '../schema/index.ts'

/** One theater on one platform. */
export interface CinemaMember extends Member {
  readonly chain: string
  /** The id of its installation in the registry. */
  readonly installation?: string
  /** The platform's id of the theater. */
  readonly site: string
  /** The base URL of the chain's installation, without a trailing slash. */
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
  /** Booking URL with `{site}` and `{session}` placeholders, for platforms that list none. */
  readonly booking?: string
  /** The name of the secret that the operator supplies, and its value if configured. */
  readonly tokenName?: string
  readonly token?: string
  /** Platform-specific settings: tenant, language, country number, pages. */
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

/** Replaces an adapter's request rate and schedule. */
export interface SourceOverrides {
  readonly atOnce?: number
  readonly gapMs?: number
  readonly everyMinutes?: number
  /** Seat plans and prices fetched per theater and run, soonest shows first; others are fetched on request. */
  readonly seatCalls?: number
}

/** What a platform requires of its clients. */
export const gates = ['none', 'key', 'login', 'cookies', 'browser'] as const
export type Gate = (typeof gates)[number]

/** A platform without an adapter, and why. */
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
  /** By platform. */
  readonly overrides: ReadonlyMap<string, SourceOverrides>
  /** By platform. */
  readonly members: ReadonlyMap<string, readonly CinemaMember[]>
  readonly unsupportedPlatforms: readonly UnsupportedPlatform[]
}
