/** Authenticates callers by API key or management token, with a short-lived cache. */

import { hash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { Scope } from '../../core/scopes.ts'
import { type Access, type Caller, type Principal, requireScope } from '../../http/access-control.ts'
import { createAddressCheck } from '../../http/request/address-resolver.ts'
import { Statement } from '../../store/statements/statement.ts'
import { hashesEqual, type KeyedHash, placeholderHash } from '../keyed-hash.ts'
import { type CallerLimits, callerLimits } from '../ratelimit/caller-limits.ts'
import { type Policy, type Rates, toPolicy } from '../ratelimit/policy.ts'
import { type IdentityLedgerTables, identityScope, type Ledger } from '../tables.ts'
import { type Credential, parseCredential } from './credential-format.ts'
import { ipSubject, widerNetworks } from './ip-subject.ts'
import { parseScopes } from './key-restrictions.ts'

/** A principal with its rate-limit policy. */
export interface ResolvedPrincipal extends Principal {
  readonly policy: Policy
  readonly limits: CallerLimits
  readonly keyId: string | undefined
  readonly tokenId: string | undefined
  /** Undefined: from any address. */
  readonly isAllowedFrom?: ((address: string) => boolean) | undefined
}

interface CachedPrincipal {
  readonly principal: ResolvedPrincipal
  readonly version: number
  /** When the credential is read from the database again at the latest, on the monotonic clock. */
  readonly revalidateAt: number
  readonly expiresAt: number
}

interface AuthenticatorOptions {
  readonly ledger: Ledger
  readonly hash: KeyedHash
  readonly clock: Clock
  readonly anonymous: Rates
  readonly identified: Rates
}

/** How long a node without its database trusts a cached credential. */
const trustMs = 5_000
const cacheMax = 10_000
/** How often the identity version is read; reading it costs more than the rest of a check. */
const versionPollMs = 100

export class Authenticator {
  readonly #options: AuthenticatorOptions
  readonly #anonymous: Policy
  readonly #identified: Policy
  readonly #cache = new LRUCache<string, CachedPrincipal>({ max: cacheMax })
  /** By IP address; they never change. */
  readonly #anonymousPrincipals = new LRUCache<string, ResolvedPrincipal>({ max: cacheMax })
  readonly #salt = randomBytes(16).toString('hex')
  #version = -1
  #nextPollAt = 0

  constructor(options: AuthenticatorOptions) {
    this.#options = options
    this.#anonymous = toPolicy(options.anonymous)
    this.#identified = toPolicy(options.identified)
  }

  /** After a change by this process: the next check reads the version at once. */
  invalidate(): void {
    this.#nextPollAt = 0
  }

  anonymousPrincipal({ address }: Caller): ResolvedPrincipal {
    let principal = this.#anonymousPrincipals.get(address)
    if (principal === undefined) {
      const subject = ipSubject(address)
      const networks = widerNetworks(subject)
      const policy = this.#anonymous
      principal = {
        subject,
        networks,
        identityId: undefined,
        credential: 'none',
        policy,
        limits: callerLimits({ subject, networks }, policy),
        keyId: undefined,
        tokenId: undefined,
      }
      this.#anonymousPrincipals.set(address, principal)
    }
    return principal
  }

  /** Uses the cache only; undefined when that does not suffice or the caller is refused. */
  authenticateSync(caller: Caller, access: Access, scope: Scope, now: number): ResolvedPrincipal | undefined {
    const { authorization, apiKey, serviceKey } = caller
    if (access === 'none') return this.anonymousPrincipal(caller)
    if (authorization === undefined && apiKey === undefined && serviceKey === undefined) {
      return access === 'optional' ? this.anonymousPrincipal(caller) : undefined
    }
    const credentialCount =
      (authorization === undefined ? 0 : 1) +
      (apiKey === undefined ? 0 : 1) +
      (serviceKey === undefined ? 0 : 1)
    if (credentialCount !== 1) return undefined
    const text = authorization === undefined ? (apiKey ?? serviceKey ?? '') : parseBearer(authorization)
    const principal = text === undefined ? undefined : this.#cachedPrincipal(text, now)
    if (principal === undefined || !isAccepted(principal, access)) return undefined
    if (principal.scopes?.has(scope) === false || principal.isAllowedFrom?.(caller.address) === false)
      return undefined
    return authorization === undefined && principal.credential === 'token' ? undefined : principal
  }

  /**
   * Throws `unauthenticated`, `address_not_allowed` or `insufficient_scope`. Every credential sent must be valid, and all
   * must belong to one identity.
   */
  async authenticate(caller: Caller, access: Access, scope: Scope, now: number): Promise<ResolvedPrincipal> {
    if (access === 'none') return this.anonymousPrincipal(caller)
    const presented = presentedCredentials(caller)
    if (presented.length === 0) {
      if (access === 'optional') return this.anonymousPrincipal(caller)
      throw unauthenticated('missing', access === 'token' ? tokenRequired : keyOrTokenRequired)
    }
    let accepted: ResolvedPrincipal | undefined
    for (const { text, isBearer } of presented) {
      const parsed = text === undefined ? undefined : parseCredential(text)
      if (!parsed)
        throw unauthenticated('malformed', 'The credential is not a valid API key or management token.')
      if (parsed.kind === 'token' && !isBearer) {
        throw unauthenticated('wrong_header', 'Send a management token as "Authorization: Bearer".')
      }
      const principal = this.#cachedPrincipal(parsed.text, now) ?? (await this.#verify(parsed, now))
      if (principal.isAllowedFrom?.(caller.address) === false) throw addressNotAllowed(caller.address)
      if (accepted && accepted.identityId !== principal.identityId) {
        throw unauthenticated('conflicting', 'The credentials belong to different identities.')
      }
      if (accepted === undefined || principal.credential === 'token') accepted = principal
    }
    if (accepted === undefined || !isAccepted(accepted, access))
      throw unauthenticated('wrong_kind', tokenRequired)
    requireScope(accepted, scope)
    return accepted
  }

  #cachedPrincipal(text: string, now: number): ResolvedPrincipal | undefined {
    const entry = this.#cache.get(this.#digest(text))
    const monotonicNow = this.#options.clock.monotonic()
    if (entry === undefined || monotonicNow >= entry.revalidateAt || now >= entry.expiresAt) return undefined
    return entry.version === this.#currentVersion(monotonicNow) ? entry.principal : undefined
  }

  async #verify(credential: Credential, now: number): Promise<ResolvedPrincipal> {
    // Before the row is read, so that the next check notices a change in between.
    this.invalidate()
    const monotonicNow = this.#options.clock.monotonic()
    const version = this.#currentVersion(monotonicNow)
    const row = await this.#read(credential)
    const isMatch = hashesEqual(
      row?.hash ?? placeholderHash,
      this.#options.hash(credential.kind, credential.text),
    )
    if (!row || !isMatch) throw unauthenticated('unknown', `This ${credential.kind} does not exist.`)
    if (row.revoked_at !== null) throw unauthenticated('revoked', `This ${credential.kind} was revoked.`)
    if (row.blocked_at !== null) throw unauthenticated('blocked', identityBlocked)
    if (row.expires_at !== null && row.expires_at <= now) {
      throw unauthenticated('expired', `This ${credential.kind} has expired.`)
    }
    const policy =
      row.per_second === null || row.per_minute === null
        ? this.#identified
        : toPolicy({ perSecond: row.per_second, perMinute: row.per_minute })
    const principal: ResolvedPrincipal = {
      subject: row.quota_owner,
      networks: [],
      identityId: row.identity_id,
      credential: credential.kind,
      keyId: credential.kind === 'key' ? credential.id : undefined,
      tokenId: credential.kind === 'token' ? credential.id : undefined,
      scopes: row.scopes === null ? undefined : new Set(parseScopes(row.scopes)),
      isAllowedFrom: row.addresses === null ? undefined : createAddressCheck(row.addresses.split(' ')),
      policy,
      limits: [{ subject: row.quota_owner, policy }],
    }
    this.#cache.set(this.#digest(credential.text), {
      principal,
      version,
      revalidateAt: monotonicNow + trustMs,
      expiresAt: row.expires_at ?? Number.POSITIVE_INFINITY,
    })
    return principal
  }

  /** So that memory holds no list of secrets. */
  #digest(text: string): string {
    return hash('sha256', this.#salt + text)
  }

  #currentVersion(monotonicNow: number): number {
    if (monotonicNow < this.#nextPollAt) return this.#version
    this.#version = this.#options.ledger.version(identityScope)
    this.#nextPollAt = monotonicNow + versionPollMs
    return this.#version
  }

  async #read({ kind, id }: Credential): Promise<CredentialRow | undefined> {
    const [row] = await this.#options.ledger.run(kind === 'key' ? keyById : tokenById, { id })
    return row
  }
}

interface CredentialRow {
  readonly hash: string
  readonly identity_id: string
  readonly quota_owner: string
  readonly expires_at: number | null
  readonly revoked_at: number | null
  readonly blocked_at: number | null
  readonly per_second: number | null
  readonly per_minute: number | null
  readonly scopes: string | null
  readonly addresses: string | null
}

const keyById = new Statement<IdentityLedgerTables, { id: string }, CredentialRow>((read, param) =>
  read
    .selectFrom('api_key')
    .innerJoin('identity', 'identity.id', 'api_key.identity_id')
    .select(['hash', 'identity_id', 'quota_owner', 'expires_at', 'revoked_at', 'scopes', 'addresses'])
    .select(['blocked_at', 'per_second', 'per_minute'])
    .where('api_key.id', '=', param('id')),
)

const tokenById = new Statement<IdentityLedgerTables, { id: string }, CredentialRow>((read, param) =>
  read
    .selectFrom('management_token')
    .innerJoin('identity', 'identity.id', 'management_token.identity_id')
    .select(['hash', 'identity_id', 'quota_owner', 'expires_at'])
    .select(['blocked_at', 'per_second', 'per_minute'])
    .select(({ eb }) => [
      eb.lit(null).as('revoked_at'),
      eb.lit(null).as('scopes'),
      eb.lit(null).as('addresses'),
    ])
    .where('management_token.id', '=', param('id')),
)

const tokenRequired = 'This route requires a management token: "Authorization: Bearer bs_token_…".'
const keyOrTokenRequired = 'This route requires an API key or a management token.'

function isAccepted({ credential }: ResolvedPrincipal, access: Access): boolean {
  return access !== 'token' || credential === 'token'
}

/** `text` is undefined when the header is malformed. */
function presentedCredentials({ authorization, apiKey, serviceKey }: Caller) {
  const keys = [apiKey, serviceKey].filter((text) => text !== undefined)
  return [
    ...(authorization === undefined ? [] : [{ text: parseBearer(authorization), isBearer: true }]),
    ...keys.map((text) => ({ text, isBearer: false })),
  ]
}

function parseBearer(authorization: string): string | undefined {
  return /^Bearer +([\w-]+)$/i.exec(authorization)?.[1]
}

function addressNotAllowed(address: string): Failure {
  return new Failure('address_not_allowed', 'This key may not be used from this address.', {
    details: { address },
  })
}

export const identityBlocked = 'The operator of this server has blocked this identity.'

export function unauthenticated(reason: string, message: string): Failure {
  return new Failure('unauthenticated', message, {
    details: { reason },
    headers: { 'www-authenticate': 'Bearer realm="broadsheet"' },
  })
}
