/** Operator actions from the command line; every change is recorded in the audit log. */

import { type Clock, toInstant, toInstantOrNull } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { Store } from '../../store/store.ts'
import { createKeyWithinLimit, normalizeLabel, revokeKey, toKeyView } from '../credentials/api-keys.ts'
import type { KeyPrefix } from '../credentials/credential-format.ts'
import { parseEmail } from '../credentials/email-address.ts'
import { ensureIdentity, readIdentityByEmail } from '../credentials/identities.ts'
import { type KeyRestrictions, keyLifetime } from '../credentials/key-restrictions.ts'
import { issueToken, revokeTokens } from '../credentials/management-tokens.ts'
import type { Allowances } from '../credits/credit-accounts.ts'
import { Credits } from '../credits/credits.ts'
import { createKeyedHash } from '../keyed-hash.ts'
import {
  type IdentityRow,
  identityLedger,
  identityScope,
  type LedgerTransaction,
  type LimitRequestRow,
} from '../tables.ts'
import { readActions, recordAction } from './audit.ts'
import {
  decideLimitRequest,
  type LimitDecision,
  readLimitRequests,
  toLimitRequestView,
} from './limit-requests.ts'

interface OperatorOptions {
  readonly store: Store
  readonly clock: Clock
  readonly secret: string
  readonly allowances: Allowances
  readonly keyPrefix: KeyPrefix
  readonly keyLifetimeMs: number | undefined
  /** Recorded in the audit log. */
  readonly operatorName: string
}

interface NewKeyOptions extends KeyRestrictions {
  readonly label?: string | undefined
  /** Undefined: valid until revoked, or as long as the server allows. */
  readonly days?: number | undefined
}

export type Operator = ReturnType<typeof openOperator>

const rowsMax = 1000

export function openOperator(options: OperatorOptions) {
  const { store, clock, allowances, keyPrefix, keyLifetimeMs, operatorName } = options
  const ledger = identityLedger(store.ledger)
  const hash = createKeyedHash(options.secret)
  const credits = new Credits({ ledger, hash, allowances, now: () => clock.now() })

  async function requireIdentity(email: string): Promise<IdentityRow> {
    const identity = await readIdentityByEmail(ledger, parseEmail(email))
    if (!identity) throw new Failure('not_found', `No identity with the e-mail address ${email}.`)
    return identity
  }

  async function record(
    tx: LedgerTransaction,
    action: string,
    target: string,
    details?: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const entry = { operator: operatorName, action, target, ...(details && { details }) }
    await recordAction(tx, entry, clock.now())
  }

  /** All addresses of the mailbox. */
  async function setBlocked(email: string, isBlocked: boolean, note: string) {
    const { id, email: address, quota_owner } = await requireIdentity(email)
    const now = clock.now()
    const blocked_at = isBlocked ? now : null
    await ledger.transaction(async (tx) => {
      await tx.updateTable('identity').set({ blocked_at }).where('quota_owner', '=', quota_owner).execute()
      await ledger.dialect.bumpVersion(tx, identityScope, now)
      await record(tx, isBlocked ? 'identities.block' : 'identities.unblock', id, { note })
    })
    return { email: address, blocked_at: toInstantOrNull(blocked_at) }
  }

  return {
    async listKeys(email: string | undefined) {
      const identity = email === undefined ? undefined : await requireIdentity(email)
      let query = ledger.read
        .selectFrom('api_key')
        .innerJoin('identity', 'identity.id', 'api_key.identity_id')
        .selectAll('api_key')
        .select('identity.email')
      if (identity) query = query.where('identity_id', '=', identity.id)
      const rows = await query.orderBy('api_key.created_at', 'desc').limit(rowsMax).execute()
      return rows.map((row) => ({ email: row.email, ...toKeyView(row, clock.now()) }))
    },
    /** Creates the identity if the address has none. */
    async createKey(email: string, { label, days, ...restrictions }: NewKeyOptions) {
      const address = parseEmail(email)
      const nowMs = clock.now()
      return await ledger.transaction(async (tx) => {
        const { id: identityId, blocked_at } = await ensureIdentity(ledger, tx, address, nowMs)
        if (blocked_at !== null) throw new Failure('invalid_request', `${address} is blocked.`)
        const keyOptions = {
          identityId,
          label: normalizeLabel(label),
          restrictions,
          prefix: keyPrefix,
          lifetimeMs: keyLifetime(days, keyLifetimeMs),
          nowMs,
        }
        const key = await createKeyWithinLimit(ledger, tx, hash, keyOptions)
        await record(tx, 'keys.create', key.id, { identity_id: identityId })
        return { email: address, ...key }
      })
    },
    /** A management token. Creates the identity if the address has none. */
    async createToken(email: string) {
      const address = parseEmail(email)
      const now = clock.now()
      return await ledger.transaction(async (tx) => {
        const { id, blocked_at } = await ensureIdentity(ledger, tx, address, now)
        if (blocked_at !== null) throw new Failure('invalid_request', `${address} is blocked.`)
        const { text, expiresAt } = await issueToken(tx, hash, id, now)
        await record(tx, 'operators.token', id)
        return { email: address, token: text, expires_at: toInstant(expiresAt) }
      })
    },
    /** Revokes all management tokens. Keys stay valid. */
    async signOut(email: string) {
      const { id, email: address } = await requireIdentity(email)
      const now = clock.now()
      return await ledger.transaction(async (tx) => {
        const tokens_revoked = await revokeTokens(ledger, tx, id, undefined, now)
        await record(tx, 'identities.sign-out', id, { tokens_revoked })
        return { email: address, tokens_revoked }
      })
    },
    block: (email: string, note: string) => setBlocked(email, true, note),
    unblock: (email: string, note: string) => setBlocked(email, false, note),
    async revokeKey(keyId: string) {
      return await ledger.transaction(async (tx) => {
        const key = await revokeKey(ledger, tx, undefined, keyId, clock.now())
        if (!key) throw new Failure('not_found', `Key ${keyId} not found.`)
        await record(tx, 'keys.revoke', keyId)
        return key
      })
    },
    async listLimitRequests(status: LimitRequestRow['status'] | undefined) {
      const rows = await readLimitRequests(ledger, { status }, { limit: rowsMax })
      return rows.map((row) => ({ email: row.email, ...toLimitRequestView(row) }))
    },
    decide: (id: string, status: 'approved' | 'rejected', decision: Omit<LimitDecision, 'operator'>) =>
      decideLimitRequest(ledger, id, status, { operator: operatorName, ...decision }, clock.now()),
    async showCredits(email: string) {
      const { id, email: address, quota_owner } = await requireIdentity(email)
      const balance = await credits.balance({ subject: quota_owner, identityId: id })
      const entries = await ledger.read
        .selectFrom('credit_entry')
        .select(['kind', 'state', 'credits', 'usecase', 'route', 'request_id', 'note', 'created_at'])
        .where('subject', '=', quota_owner)
        .orderBy('id', 'desc')
        .limit(50)
        .execute()
      return {
        email: address,
        ...balance,
        entries: entries.map((entry) => ({ ...entry, created_at: toInstant(entry.created_at) })),
      }
    },
    async grantCredits(email: string, amount: number, note: string) {
      const { id, email: address, quota_owner } = await requireIdentity(email)
      return await ledger.transaction(async (tx) => {
        const balance = await credits.grant(tx, quota_owner, amount, note)
        await record(tx, 'credits.grant', id, { credits: amount, note })
        return { email: address, ...balance }
      })
    },
    listActions: (limit: number) => readActions(ledger, limit),
  }
}
