/** Credits: an allowance per period plus grants. A request is charged once, and refunded when it fails; balances never go below zero. */

import type { Static } from 'typebox'
import { toInstant } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { Principal } from '../../http/access-control.ts'
import type { Charge, ChargeOrder } from '../../http/accounts.ts'
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

/** For this long, the same request id means the same request. */
const duplicateWindowMs = 10 * 60_000
/** An older charge that is still held belongs to a process that died. */
const holdTimeoutMs = 5 * 60_000

export class Credits {
  readonly #options: CreditOptions

  constructor(options: CreditOptions) {
    this.#options = options
  }

  /** Charges the credits, or throws `insufficient_credits` and changes nothing. */
  async charge(order: ChargeOrder): Promise<Charge> {
    const { ledger } = this.#options
    if (!Number.isSafeInteger(order.credits) || order.credits < 0)
      throw new TypeError('credits must be a non-negative integer')
    if (order.credits === 0) return zeroCharge
    const nowMs = this.#options.now()
    const account = this.#accountFor(order.principal, nowMs)
    const requestKey = this.#requestKey(account.subject, order, nowMs)
    const entry = await ledger.transaction(async (tx) => {
      const row = await this.#openAccount(tx, account, nowMs)
      const previousCharge = await tx
        .selectFrom('credit_entry')
        .selectAll()
        .where('request_key', 'in', [requestKey.current, requestKey.previous])
        .executeTakeFirst()
      if (previousCharge && nowMs - previousCharge.created_at < duplicateWindowMs)
        return { ...previousCharge, isRepeat: true }
      const balance = toBalance(row, account)
      if (balance.available < order.credits) return balance
      const ofAllowance = Math.min(order.credits, Math.max(0, account.allowance - row.used_in_period))
      await tx
        .updateTable('credit_account')
        .set({
          used_in_period: row.used_in_period + ofAllowance,
          used_of_grants: row.used_of_grants + order.credits - ofAllowance,
          used_ever: row.used_ever + order.credits,
          touched_at: nowMs,
        })
        .where('subject', '=', account.subject)
        .execute()
      const inserted = await tx
        .insertInto('credit_entry')
        .values({
          subject: account.subject,
          identity_id: account.identityId,
          kind: 'charge',
          state: 'held',
          credits: order.credits,
          of_allowance: ofAllowance,
          period: account.period,
          request_key: requestKey.current,
          request_id: order.requestId,
          usecase: order.usecase,
          route: order.route,
          note: null,
          created_at: nowMs,
          settled_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id: inserted.id, credits: order.credits, isRepeat: false }
    }, order.signal)
    if ('available' in entry) throw insufficientCredits(order.credits, entry)
    if (entry.isRepeat) return { ...zeroCharge, credits: entry.credits, isRepeat: true }
    return {
      credits: entry.credits,
      isRepeat: false,
      commit: () => this.#settle(entry.id, 'kept'),
      refund: () => this.#settle(entry.id, 'refunded'),
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
  async grant(tx: LedgerTransaction, identityId: string, credits: number, note: string): Promise<Balance> {
    const nowMs = this.#options.now()
    const account = this.#accountFor({ subject: identityId, identityId, credential: 'none' }, nowMs)
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
        identity_id: identityId,
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
      .select('id')
      .where('state', '=', 'held')
      .where('created_at', '<', now() - holdTimeoutMs)
      .limit(1000)
      .execute()
    for (const { id } of abandoned) await this.#settle(id, 'refunded')
    return abandoned.length
  }

  /** Only a held charge can be settled, so each is settled once. */
  async #settle(id: number, state: 'kept' | 'refunded'): Promise<void> {
    const nowMs = this.#options.now()
    await this.#options.ledger.transaction(async (tx) => {
      const entry = await tx
        .updateTable('credit_entry')
        .set({ state, settled_at: nowMs, ...(state === 'refunded' ? { request_key: null } : {}) })
        .where('id', '=', id)
        .where('state', '=', 'held')
        .returningAll()
        .executeTakeFirst()
      if (entry && state === 'refunded') await refundToAccount(tx, entry)
    })
  }

  /** The account's row, locked for this transaction and moved to the current period. */
  async #openAccount(tx: LedgerTransaction, account: Account, nowMs: number): Promise<CreditAccountRow> {
    const { ledger } = this.#options
    await ledger.dialect.lock(tx, `credits ${account.subject}`)
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
        subject: identityId,
        identityId,
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

  /** Request ids come from callers, and one trace may send many requests: route and body are part of the key. */
  #requestKey(subject: string, { requestId, route, fingerprint = '' }: ChargeOrder, nowMs: number) {
    const slot = Math.floor(nowMs / duplicateWindowMs)
    const keyForSlot = (at: number) =>
      this.#options.hash('charge', subject, requestId, route, fingerprint, String(at))
    return { current: keyForSlot(slot), previous: keyForSlot(slot - 1) }
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

const zeroCharge: Charge = { credits: 0, isRepeat: false, commit: async () => {}, refund: async () => {} }

function insufficientCredits(needed: number, { available, renews_at }: Balance): Failure {
  return new Failure('insufficient_credits', `This request costs ${needed} credits; ${available} are left.`, {
    details: { needed, available, renews_at },
  })
}
