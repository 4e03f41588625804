/** Credits: an allowance per period plus grants. Every charge is for one request; balances never go below zero. */

import type { Static } from 'typebox'
import { toInstant } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { Principal } from '../../http/access-control.ts'
import type { ChargeOrder } from '../../http/accounts.ts'
import type { KeyedHash } from '../keyed-hash.ts'
import type { CreditBalance } from '../schema.ts'
import type { CreditAccountRow, Ledger, LedgerTransaction } from '../tables.ts'

export interface Allowances {
  readonly perDayAnonymous: number
  readonly perMonthIdentified: number
}

interface CreditOptions {
  readonly ledger: Ledger
  readonly hash: KeyedHash
  readonly allowances: Allowances
  readonly now: () => number
}

export type Balance = Static<typeof CreditBalance>

/** An older charge that is still held belongs to a process that died. */
const holdTimeoutMs = 5 * 60_000

export interface RequestCharge extends ChargeOrder {
  readonly principal: Principal
  /** For the record only: callers choose it, so it decides nothing. */
  readonly requestId: string
  /** Method and path as in the API document. */
  readonly route: string
  /** The name of the `Idempotency-Key`: a charge that is still held under the same name is taken over. */
  readonly claimName?: string | undefined
  readonly signal?: AbortSignal
}

/** Credits that are reserved until the response is ready. */
export interface HeldCharge {
  readonly credits: number
  /** Returns what is held beyond these credits. */
  lower(credits: number): Promise<HeldCharge>
  /** Before the response is sent. Throws if the credits were returned in the meantime: then nothing may be sent. */
  commit(tx: LedgerTransaction): Promise<void>
  /** Returns the credits, once, whether they are held or committed. */
  refund(): Promise<void>
}

export class Credits {
  readonly #options: CreditOptions

  constructor(options: CreditOptions) {
    this.#options = options
  }

  /** Holds the credits, or throws `insufficient_credits` and changes nothing. Undefined if there is nothing to charge. */
  async hold(charge: RequestCharge): Promise<HeldCharge | undefined> {
    const { ledger } = this.#options
    if (!Number.isSafeInteger(charge.credits) || charge.credits < 0)
      throw new TypeError('credits must be a non-negative integer')
    if (charge.credits === 0) return undefined
    const nowMs = this.#options.now()
    const account = this.#accountFor(charge.principal, nowMs)
    const entry = await ledger.transaction(async (tx) => {
      await this.#lock(tx, account.subject)
      if (charge.claimName !== undefined) await releaseOvertaken(tx, charge.claimName, nowMs)
      const row = await this.#openAccount(tx, account, nowMs)
      const balance = toBalance(row, account)
      if (balance.available < charge.credits) return balance
      const ofAllowance = Math.min(charge.credits, Math.max(0, account.allowance - row.used_in_period))
      await tx
        .updateTable('credit_account')
        .set({
          used_in_period: row.used_in_period + ofAllowance,
          used_of_grants: row.used_of_grants + charge.credits - ofAllowance,
          used_ever: row.used_ever + charge.credits,
          touched_at: nowMs,
        })
        .where('subject', '=', account.subject)
        .execute()
      return await tx
        .insertInto('credit_entry')
        .values({
          subject: account.subject,
          identity_id: account.identityId,
          kind: 'charge',
          state: 'held',
          credits: charge.credits,
          of_allowance: ofAllowance,
          period: account.period,
          request_key: charge.claimName ?? null,
          request_id: charge.requestId,
          usecase: charge.usecase,
          route: charge.route,
          note: null,
          created_at: nowMs,
          settled_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    }, charge.signal)
    if ('available' in entry) throw insufficientCredits(charge.credits, entry)
    return this.#heldCharge(entry.id, account.subject, charge.credits)
  }

  #heldCharge(id: number, subject: string, credits: number): HeldCharge {
    return {
      credits,
      lower: async (price) => {
        if (price >= credits) return this.#heldCharge(id, subject, credits)
        await this.#lower(id, subject, price)
        return this.#heldCharge(id, subject, price)
      },
      commit: (tx) => this.#commit(tx, id),
      refund: () => this.#refund(id, subject, ['held', 'kept']),
    }
  }

  async balance(principal: Principal): Promise<Balance> {
    const account = this.#accountFor(principal, this.#options.now())
    const row = await this.#options.ledger.read
      .selectFrom('credit_account')
      .selectAll()
      .where('subject', '=', account.subject)
      .executeTakeFirst()
    return toBalance(row, account)
  }

  /** Adds credits that do not expire with the period. */
  async grant(tx: LedgerTransaction, quotaOwner: string, credits: number, note: string): Promise<Balance> {
    const nowMs = this.#options.now()
    const principal: Principal = { subject: quotaOwner, identityId: quotaOwner, credential: 'none' }
    const account = this.#accountFor(principal, nowMs)
    await this.#lock(tx, account.subject)
    const row = await this.#openAccount(tx, account, nowMs)
    await tx
      .updateTable('credit_account')
      .set({ granted: row.granted + credits, touched_at: nowMs })
      .where('subject', '=', account.subject)
      .execute()
    await tx
      .insertInto('credit_entry')
      .values({
        subject: account.subject,
        identity_id: quotaOwner,
        kind: 'grant',
        state: 'kept',
        credits,
        of_allowance: 0,
        period: account.period,
        request_key: null,
        request_id: null,
        usecase: 'grant',
        route: null,
        note,
        created_at: nowMs,
        settled_at: nowMs,
      })
      .execute()
    return toBalance({ ...row, granted: row.granted + credits }, account)
  }

  /** Refunds charges of processes that stopped before they responded. */
  async refundAbandoned(): Promise<number> {
    const { ledger, now } = this.#options
    const abandoned = await ledger.read
      .selectFrom('credit_entry')
      .select(['id', 'subject'])
      .where('state', '=', 'held')
      .where('created_at', '<', now() - holdTimeoutMs)
      .limit(1000)
      .execute()
    for (const { id, subject } of abandoned) await this.#refund(id, subject, ['held'])
    return abandoned.length
  }

  async #commit(tx: LedgerTransaction, id: number): Promise<void> {
    const entry = await tx
      .updateTable('credit_entry')
      .set({ state: 'kept', settled_at: this.#options.now(), request_key: null })
      .where('id', '=', id)
      .where('state', '=', 'held')
      .returning('id')
      .executeTakeFirst()
    if (entry !== undefined) return
    throw new Failure('deadline_exceeded', 'The response took too long; its credits were returned.', {
      retryAfterSeconds: 1,
    })
  }

  /** Nothing if the credits were returned in the meantime: then the charge cannot be committed. */
  async #lower(id: number, subject: string, credits: number): Promise<void> {
    await this.#options.ledger.transaction(async (tx) => {
      await this.#lock(tx, subject)
      const held = tx.selectFrom('credit_entry').selectAll().where('id', '=', id).where('state', '=', 'held')
      const entry = await held.executeTakeFirst()
      if (entry === undefined) return
      const ofAllowance = Math.min(credits, entry.of_allowance)
      await tx
        .updateTable('credit_entry')
        .set({ credits, of_allowance: ofAllowance })
        .where('id', '=', id)
        .execute()
      await refundToAccount(tx, {
        ...entry,
        credits: entry.credits - credits,
        of_allowance: entry.of_allowance - ofAllowance,
      })
    })
  }

  async #refund(id: number, subject: string, states: readonly ('held' | 'kept')[]): Promise<void> {
    const nowMs = this.#options.now()
    await this.#options.ledger.transaction(async (tx) => {
      await this.#lock(tx, subject)
      const entry = await tx
        .updateTable('credit_entry')
        .set({ state: 'refunded', settled_at: nowMs, request_key: null })
        .where('id', '=', id)
        .where('state', 'in', states)
        .returningAll()
        .executeTakeFirst()
      if (entry) await refundToAccount(tx, entry)
    })
  }

  /** Balances are read and then written, so all changes of an account wait for each other. */
  async #lock(tx: LedgerTransaction, subject: string): Promise<void> {
    await this.#options.ledger.dialect.lock(tx, `credits ${subject}`)
  }

  /** The account's row, moved to the current period. The account must be locked. */
  async #openAccount(tx: LedgerTransaction, account: Account, nowMs: number): Promise<CreditAccountRow> {
    const existingRow = await tx
      .selectFrom('credit_account')
      .selectAll()
      .where('subject', '=', account.subject)
      .executeTakeFirst()
    if (existingRow?.period === account.period) return existingRow
    const row: CreditAccountRow = {
      subject: account.subject,
      identity_id: account.identityId,
      period: account.period,
      used_in_period: 0,
      granted: existingRow?.granted ?? 0,
      used_of_grants: existingRow?.used_of_grants ?? 0,
      used_ever: existingRow?.used_ever ?? 0,
      touched_at: nowMs,
    }
    await tx
      .insertInto('credit_account')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet({ period: row.period, used_in_period: 0, touched_at: nowMs }),
      )
      .execute()
    return row
  }

  #accountFor({ subject, identityId }: Principal, nowMs: number): Account {
    const { hash, allowances } = this.#options
    const day = toInstant(nowMs).slice(0, 10)
    const month = day.slice(0, 7)
    if (identityId !== undefined) {
      return {
        subject,
        identityId: subject,
        period: month,
        starts_at: `${month}-01T00:00:00.000Z`,
        renews_at: toInstant(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1)),
        allowance: allowances.perMonthIdentified,
      }
    }
    return {
      // A new pseudonym every day, so that addresses cannot be tracked.
      subject: `ip_${hash('credits', subject, day).slice(0, 24)}`,
      identityId: null,
      period: day,
      starts_at: `${day}T00:00:00.000Z`,
      renews_at: toInstant(Date.parse(`${day}T00:00:00Z`) + 86_400_000),
      allowance: allowances.perDayAnonymous,
    }
  }
}

interface Account extends Pick<Balance, 'period' | 'starts_at' | 'renews_at' | 'allowance'> {
  readonly subject: string
  readonly identityId: string | null
}

function toBalance(row: CreditAccountRow | undefined, account: Account): Balance {
  const { period, starts_at, renews_at, allowance } = account
  const used = row?.period === period ? row.used_in_period : 0
  const { granted = 0, used_of_grants = 0 } = row ?? {}
  const available = Math.max(0, allowance - used) + granted - used_of_grants
  return { period, starts_at, renews_at, allowance, used, granted, used_of_grants, available }
}

/** Returns what an earlier attempt holds: its process died, or it was too slow and can no longer commit. */
async function releaseOvertaken(tx: LedgerTransaction, claimName: string, nowMs: number): Promise<void> {
  const entry = await tx
    .updateTable('credit_entry')
    .set({ state: 'refunded', settled_at: nowMs, request_key: null })
    .where('request_key', '=', claimName)
    .where('state', '=', 'held')
    .returningAll()
    .executeTakeFirst()
  if (entry) await refundToAccount(tx, entry)
}

/** Credits from the allowance of an earlier period are not returned: that allowance has expired. */
async function refundToAccount(
  tx: LedgerTransaction,
  entry: { subject: string; period: string; credits: number; of_allowance: number },
): Promise<void> {
  await tx
    .updateTable('credit_account')
    .set(({ eb, ref }) => ({
      used_of_grants: eb('used_of_grants', '-', entry.credits - entry.of_allowance),
      used_ever: eb('used_ever', '-', entry.credits),
      used_in_period: eb
        .case()
        .when('period', '=', entry.period)
        .then(eb('used_in_period', '-', entry.of_allowance))
        .else(ref('used_in_period'))
        .end(),
    }))
    .where('subject', '=', entry.subject)
    .execute()
}

function insufficientCredits(needed: number, { available, renews_at }: Balance): Failure {
  return new Failure('insufficient_credits', `This request costs ${needed} credits; ${available} are left.`, {
    details: { needed, available, renews_at },
  })
}
