/** API keys. Only a keyed hash is stored, so the secret can be returned once, on creation. */

import type { Static } from 'typebox'
import { toInstant, toInstantOrNull } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { KeyedHash } from '../keyed-hash.ts'
import { type AttemptLimit, takeAttempts } from '../ratelimit/attempt-limits.ts'
import type { ApiKey, NewApiKey } from '../schema.ts'
import { type ApiKeyRow, identityScope, type Ledger, type LedgerTransaction } from '../tables.ts'
import { forgetRequestsOfRevoked } from '../usage/request-log.ts'
import { generateKey, type KeyPrefix } from './credential-format.ts'
import { type KeyRestrictions, parseAddresses, parseScopes, storeRestrictions } from './key-restrictions.ts'

const activeKeysMax = 10
/** Includes revoked keys, so that creating and revoking in a loop does not fill the database. */
const creationLimit: AttemptLimit = { what: 'keys made within an hour', max: 100, windowMs: 3_600_000 }
const listMax = 1000

export type KeyView = Static<typeof ApiKey>
export type NewKey = Static<typeof NewApiKey>

interface KeyOptions {
  readonly identityId: string
  readonly label: string | undefined
  readonly restrictions?: KeyRestrictions
  readonly prefix: KeyPrefix
  /** Undefined: valid until revoked. */
  readonly lifetimeMs: number | undefined
  readonly nowMs: number
}

/** Undefined when the identity has the maximum number of active keys. */
export async function createKey(
  ledger: Ledger,
  tx: LedgerTransaction,
  hash: KeyedHash,
  { identityId, label, restrictions = {}, prefix, lifetimeMs, nowMs }: KeyOptions,
): Promise<NewKey | undefined> {
  await ledger.dialect.lock(tx, `keys ${identityId}`)
  const { active } = await tx
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<number>().as('active'))
    .where('identity_id', '=', identityId)
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', nowMs)]))
    .executeTakeFirstOrThrow()
  if (Number(active) >= activeKeysMax) return undefined
  const { id, text } = generateKey(prefix)
  const row: ApiKeyRow = {
    id,
    identity_id: identityId,
    prefix,
    hash: hash('key', text),
    last_four: text.slice(-4),
    label: label ?? null,
    created_at: nowMs,
    last_used_at: null,
    expires_at: lifetimeMs === undefined ? null : nowMs + lifetimeMs,
    revoked_at: null,
    scopes: null,
    addresses: null,
    ...storeRestrictions(restrictions),
  }
  await tx.insertInto('api_key').values(row).execute()
  return { ...toKeyView(row, nowMs), secret: text }
}

/** Throws when there are too many. Signing in needs no such limit: codes per hour are limited already. */
export async function createKeyWithinLimit(
  ledger: Ledger,
  tx: LedgerTransaction,
  hash: KeyedHash,
  options: KeyOptions,
): Promise<NewKey> {
  const { identityId, nowMs } = options
  await takeAttempts(ledger, tx, [[creationLimit, identityId]], nowMs)
  const key = await createKey(ledger, tx, hash, options)
  if (!key) {
    throw new Failure('key_limit_reached', `An identity can have at most ${activeKeysMax} active keys.`, {
      details: { active_keys_max: activeKeysMax },
    })
  }
  return key
}

/** Active keys first, so that the limit never cuts them off. */
export async function readKeys(
  ledger: Ledger,
  identityId: string,
  includeRevoked: boolean,
  nowMs: number,
): Promise<KeyView[]> {
  let query = ledger.read.selectFrom('api_key').selectAll().where('identity_id', '=', identityId)
  if (!includeRevoked) query = query.where('revoked_at', 'is', null)
  const rows = await query
    .orderBy(({ eb }) =>
      eb
        .case()
        .when('revoked_at', 'is not', null)
        .then(1)
        .when('expires_at', '<=', nowMs)
        .then(1)
        .else(0)
        .end(),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(listMax)
    .execute()
  return rows.map((row) => toKeyView(row, nowMs))
}

/** Undefined when the key does not exist or belongs to another identity. Restrictions hold on every node within a second. */
export async function updateKey(
  ledger: Ledger,
  identityId: string,
  keyId: string,
  { label, ...restrictions }: KeyRestrictions & { readonly label?: string },
  nowMs: number,
): Promise<KeyView | undefined> {
  const restricted = storeRestrictions(restrictions)
  return await ledger.transaction(async (tx) => {
    const row = await tx
      .updateTable('api_key')
      .set({ ...(label === undefined ? {} : { label: normalizeLabel(label) ?? null }), ...restricted })
      .where('id', '=', keyId)
      .where('identity_id', '=', identityId)
      .returningAll()
      .executeTakeFirst()
    if (row && Object.keys(restricted).length > 0) await ledger.dialect.bumpVersion(tx, identityScope, nowMs)
    return row && toKeyView(row, nowMs)
  })
}

/** Takes effect on every node within a second. Revoking again changes nothing. `identityId`: undefined for operators. */
export async function revokeKey(
  ledger: Ledger,
  tx: LedgerTransaction,
  identityId: string | undefined,
  keyId: string,
  nowMs: number,
): Promise<KeyView | undefined> {
  let query = tx.selectFrom('api_key').selectAll().where('id', '=', keyId)
  if (identityId !== undefined) query = query.where('identity_id', '=', identityId)
  const existingKey = await query.executeTakeFirst()
  if (!existingKey) return undefined
  if (existingKey.revoked_at !== null) return toKeyView(existingKey, nowMs)
  await tx
    .updateTable('api_key')
    .set({ revoked_at: nowMs })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .execute()
  await forgetRequestsOfRevoked(tx, existingKey.identity_id)
  await ledger.dialect.bumpVersion(tx, identityScope, nowMs)
  return toKeyView({ ...existingKey, revoked_at: nowMs }, nowMs)
}

export function toKeyView(row: ApiKeyRow, nowMs: number): KeyView {
  const isExpired = row.expires_at !== null && row.expires_at <= nowMs
  return {
    id: row.id,
    label: row.label,
    prefix: `${row.prefix}_${row.id}`,
    last_four: row.last_four,
    scopes: [...parseScopes(row.scopes)],
    allowed_addresses: [...parseAddresses(row.addresses)],
    status: row.revoked_at !== null ? 'revoked' : isExpired ? 'expired' : 'active',
    created_at: toInstant(row.created_at),
    last_used_at: toInstantOrNull(row.last_used_at),
    expires_at: toInstantOrNull(row.expires_at),
    revoked_at: toInstantOrNull(row.revoked_at),
  }
}

/** A blank label counts as none. */
export function normalizeLabel(label: string | undefined): string | undefined {
  return label === undefined || label.trim() === '' ? undefined : label.toWellFormed()
}
