/** What a key may do, from where and for how long: checked when it is made or changed, and stored as text. */

import { isAddressOrRange } from '../../core/config/setting.ts'
import { Failure } from '../../core/errors.ts'
import { type Scope, scopes } from '../../core/scopes.ts'
import type { ApiKeyRow } from '../tables.ts'

/** As requests have them. Undefined: as before, or without the restriction. */
export interface KeyRestrictions {
  readonly scopes?: readonly Scope[] | undefined
  /** None: any address. */
  readonly allowed_addresses?: readonly string[] | undefined
}

export type StoredRestrictions = Pick<ApiKeyRow, 'scopes' | 'addresses'>

/** Only what is stated. Throws `invalid_request`. */
export function storeRestrictions(stated: KeyRestrictions): Partial<StoredRestrictions> {
  const { scopes: wanted, allowed_addresses: addresses } = stated
  return {
    ...(wanted === undefined ? {} : { scopes: storeScopes(wanted) }),
    ...(addresses === undefined ? {} : { addresses: storeAddresses(addresses) }),
  }
}

/** All scopes are stored as none, as keys have it that were made before there were scopes. */
function storeScopes(wanted: readonly Scope[]): string | null {
  const known = scopes.filter((scope) => wanted.includes(scope))
  return known.length === scopes.length ? null : known.join(' ')
}

function storeAddresses(addresses: readonly string[]): string | null {
  const unique = [...new Set(addresses.map((address) => address.trim().toLowerCase()))]
  const invalid = unique.find((address) => !isAddressOrRange(address) || isMapped(address))
  if (invalid !== undefined)
    throw new Failure('invalid_request', `${JSON.stringify(invalid)} is no IP address or network.`, {
      details: {
        parameter: 'allowed_addresses',
        expected: 'such as 198.51.100.7, 10.0.0.0/8 or 2001:db8::/32',
      },
    })
  return unique.length === 0 ? null : unique.join(' ')
}

/** An IPv4 address as IPv6 would never match: callers are known by their IPv4 address. */
function isMapped(address: string): boolean {
  return address.startsWith('::ffff:')
}

export function parseScopes(stored: string | null): readonly Scope[] {
  return stored === null ? scopes : scopes.filter((scope) => stored.split(' ').includes(scope))
}

export function parseAddresses(stored: string | null): readonly string[] {
  return stored === null ? [] : stored.split(' ')
}

const dayMs = 86_400_000

/** The shorter of what is wanted and what the server allows. Undefined: valid until revoked. */
export function keyLifetime(days: number | undefined, serverMs: number | undefined): number | undefined {
  if (days === undefined) return serverMs
  return Math.min(days * dayMs, serverMs ?? Number.POSITIVE_INFINITY)
}
