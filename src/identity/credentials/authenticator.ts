/** Who shows what: reads keys and tokens from the headers, checks them, and remembers the answer for a few seconds. */

import { LRUCache } from 'lru-cache'
import { Failure } from '../../core/errors.ts'
import type { Access, Caller, Who } from '../../http/access-control.ts'
import { isSameHash, type KeyedHash, noHash } from '../keyed-hash.ts'
import { type Policy, policyOf, type Rates } from '../ratelimit/limiter.ts'
import { identityScope, type Ledger } from '../tables.ts'
import { SecretNames } from './credential-digests.ts'
import { parseSecretText, type SecretKind, type SecretText } from './credential-format.ts'
import { subjectOfAddress } from './ip-subject.ts'

/** A caller with everything the gate needs to know about them. */
export interface Known extends Who {
  readonly policy: Policy
  readonly keyId: string | undefined
}

interface Kept {
  readonly known: Known
  readonly version: number
  /** When the database is asked again at the latest. */
  readonly askAgainAt: number
  readonly expiresAt: number
}

interface CredentialOptions {
  readonly ledger: Ledger
  readonly hash: KeyedHash
  readonly anonymous: Rates
  readonly identified: Rates
}

/** A node that has lost its database trusts a credential no longer than this. */
const trustMs = 5_000
const keptMax = 10_000
/** How often other processes' changes are looked for; looking costs more than the rest of a check. */
const lookMs = 100

export class Credentials {
  readonly #options: CredentialOptions
  readonly #anonymous: Policy
  readonly #identified: Policy
  readonly #kept = new LRUCache<string, Kept>({ max: keptMax })
  /** By address; they never change. */
  readonly #strangers = new LRUCache<string, Known>({ max: keptMax })
  readonly #names = new SecretNames()
  #version = -1
  #lookAgainAt = 0

  constructor(options: CredentialOptions) {
    this.#options = options
    this.#anonymous = policyOf(options.anonymous)
    this.#identified = policyOf(options.identified)
  }

  /** Something was changed by this process: no need to wait until that is noticed. */
  changed(): void {
    this.#lookAgainAt = 0
  }

  anonymous({ address }: Caller): Known {
    let known = this.#strangers.get(address)
    if (known === undefined) {
      known = {
        subject: subjectOfAddress(address),
        identityId: undefined,
        credential: 'none',
        policy: this.#anonymous,
        keyId: undefined,
      }
      this.#strangers.set(address, known)
    }
    return known
  }

  /** From memory alone; undefined when that does not suffice, or when the caller may not pass. */
  identifyNow(caller: Caller, access: Access, now: number): Known | undefined {
    const { authorization, apiKey, serviceKey } = caller
    if (access === 'none') return this.anonymous(caller)
    if (authorization === undefined && apiKey === undefined && serviceKey === undefined) {
      return access === 'optional' ? this.anonymous(caller) : undefined
    }
    const shown =
      (authorization === undefined ? 0 : 1) +
      (apiKey === undefined ? 0 : 1) +
      (serviceKey === undefined ? 0 : 1)
    if (shown !== 1) return undefined
    const text = authorization === undefined ? (apiKey ?? serviceKey ?? '') : bearerText(authorization)
    const known = text === undefined ? undefined : this.#remembered(text, caller.connection, now)
    if (known === undefined) return undefined
    if (authorization === undefined ? known.credential !== 'key' : !fits(known, access)) return undefined
    return access === 'token' && authorization === undefined ? undefined : known
  }

  /** Throws `unauthenticated`. Every credential that is shown has to be right, and all have to be one identity's. */
  async identify(caller: Caller, access: Access, now: number): Promise<Known> {
    if (access === 'none') return this.anonymous(caller)
    const shown = shownBy(caller)
    if (shown.length === 0) {
      if (access === 'optional') return this.anonymous(caller)
      throw unauthenticated('missing', access === 'token' ? tokenNeeded : keyOrTokenNeeded)
    }
    let accepted: Known | undefined
    for (const { text, takes } of shown) {
      const parsed = text === undefined ? undefined : parseSecretText(text)
      if (!parsed)
        throw unauthenticated('malformed', 'The credential is neither a key nor a token of this service.')
      if (!takes.includes(parsed.kind)) {
        throw unauthenticated('wrong_header', 'A management token is sent as "Authorization: Bearer".')
      }
      const known =
        this.#remembered(parsed.text, caller.connection, now) ??
        (await this.#lookUp(parsed, caller.connection, now))
      if (accepted && accepted.identityId !== known.identityId) {
        throw unauthenticated('conflicting', 'The credentials belong to different identities.')
      }
      if (accepted === undefined || known.credential === 'token') accepted = known
    }
    if (accepted === undefined || !fits(accepted, access)) throw unauthenticated('wrong_kind', tokenNeeded)
    return accepted
  }

  #remembered(text: string, connection: object, now: number): Known | undefined {
    const kept = this.#kept.get(this.#names.nameOf(text, connection))
    if (kept === undefined || now >= kept.askAgainAt || now >= kept.expiresAt) return undefined
    return kept.version === this.#versionAt(now) ? kept.known : undefined
  }

  async #lookUp(secret: SecretText, connection: object, now: number): Promise<Known> {
    // Asked before the row is read: what changes in between is noticed at the next look.
    this.changed()
    const version = this.#versionAt(now)
    const row = await this.#read(secret)
    const right = isSameHash(row?.hash ?? noHash, this.#options.hash(secret.kind, secret.text))
    if (!row || !right) throw unauthenticated('unknown', `This ${secret.kind} is not known.`)
    if (row.revoked_at !== null) throw unauthenticated('revoked', `This ${secret.kind} was revoked.`)
    if (row.expires_at !== null && row.expires_at <= now) {
      throw unauthenticated('expired', `This ${secret.kind} has expired.`)
    }
    const known: Known = {
      subject: row.identity_id,
      identityId: row.identity_id,
      credential: secret.kind,
      keyId: secret.kind === 'key' ? secret.id : undefined,
      policy:
        row.per_second === null || row.per_minute === null
          ? this.#identified
          : policyOf({ perSecond: row.per_second, perMinute: row.per_minute }),
    }
    this.#kept.set(this.#names.nameOf(secret.text, connection), {
      known,
      version,
      askAgainAt: now + trustMs,
      expiresAt: row.expires_at ?? Number.POSITIVE_INFINITY,
    })
    return known
  }

  #versionAt(now: number): number {
    if (now < this.#lookAgainAt && now + lookMs >= this.#lookAgainAt) return this.#version
    this.#version = this.#options.ledger.version(identityScope)
    this.#lookAgainAt = now + lookMs
    return this.#version
  }

  async #read({ kind, id }: SecretText): Promise<CredentialRow | undefined> {
    const [row] =
      kind === 'key'
        ? await this.#options.ledger.prepared<CredentialRow>(
            'identity: key',
            (read, param) =>
              read
                .selectFrom('api_key')
                .innerJoin('identity', 'identity.id', 'api_key.identity_id')
                .select(['hash', 'identity_id', 'expires_at', 'revoked_at', 'per_second', 'per_minute'])
                .where('api_key.id', '=', param<string>('id')),
            { id },
          )
        : await this.#options.ledger.prepared<CredentialRow>(
            'identity: token',
            (read, param) =>
              read
                .selectFrom('management_token')
                .innerJoin('identity', 'identity.id', 'management_token.identity_id')
                .select(['hash', 'identity_id', 'expires_at', 'per_second', 'per_minute'])
                .select(({ eb }) => eb.lit(null).as('revoked_at'))
                .where('management_token.id', '=', param<string>('id')),
            { id },
          )
    return row
  }
}

interface CredentialRow {
  readonly hash: string
  readonly identity_id: string
  readonly expires_at: number | null
  readonly revoked_at: number | null
  readonly per_second: number | null
  readonly per_minute: number | null
}

const tokenNeeded = 'This route takes a management token: "Authorization: Bearer bs_token_…".'
const keyOrTokenNeeded = 'This route takes an API key or a management token.'

function fits({ credential }: Known, access: Access): boolean {
  return access !== 'token' || credential === 'token'
}

interface Shown {
  /** Undefined when the header does not have the form that carries one. */
  readonly text: string | undefined
  readonly takes: readonly SecretKind[]
}

function shownBy({ authorization, apiKey, serviceKey }: Caller): Shown[] {
  const shown: Shown[] = []
  if (authorization !== undefined) shown.push({ text: bearerText(authorization), takes: ['key', 'token'] })
  if (apiKey !== undefined) shown.push({ text: apiKey, takes: ['key'] })
  if (serviceKey !== undefined) shown.push({ text: serviceKey, takes: ['key'] })
  return shown
}

function bearerText(authorization: string): string | undefined {
  return /^Bearer +([\w-]+)$/i.exec(authorization)?.[1]
}

function unauthenticated(reason: string, message: string): Failure {
  return new Failure('unauthenticated', message, {
    details: { reason },
    headers: { 'www-authenticate': 'Bearer realm="broadsheet"' },
  })
}
