/** Credits: an allowance per period plus grants. Every charge is for one request; balances never go below zero. */

import { Failure } from '../../core/errors.ts'
import type { Principal } from '../../http/access-control.ts'
import type { ChargeOrder } from '../../http/accounts.ts'
import type { KeyedHash } from '../keyed-hash.ts'
import type { Ledger, LedgerTransaction } from '../tables.ts'
import {
  type Account,
  type Allowances,
  accountFor,
  type Balance,
  networkAccounts,
  openAccount,
  refundToAccount,
  refundToNetworks,
  toBalance,
} from './credit-accounts.ts'

interface CreditOptions {
  readonly ledger: Ledger
  readonly hash: KeyedHash
  readonly allowances: Allowances
  readonly now: () => number
}

/** An older charge that is still held belongs to a process that died. */
export const holdTimeoutMs = 5 * 60_000

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

/** A charge that was held, and the accounts that it was taken from. */
interface HeldEntry {
  readonly id: number
  readonly subject: string
  readonly networks: readonly Account[]
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
    const account = accountFor(charge.principal, this.#options, nowMs)
    const networks = networkAccounts(charge.principal, this.#options, nowMs)
    const entry = await ledger.transaction(async (tx) => {
      await this.#lock(tx, account.subject)
      // What an earlier attempt holds: its process died, or it was too slow and can no longer commit.
      if (charge.claimName !== undefined)
        await refundEntry(tx, { request_key: charge.claimName }, ['held'], networks, nowMs)
      const row = await openAccount(tx, account, nowMs)
      const balance = toBalance(row, account)
      if (balance.available < charge.credits) return balance
      for (const network of networks) {
        await this.#lock(tx, network.subject)
        const ofAll = toBalance(await openAccount(tx, network, nowMs), network)
        if (ofAll.available < charge.credits) return ofAll
      }
      await refundToNetworks(tx, networks, -charge.credits)
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
    return this.#heldCharge({ id: entry.id, subject: account.subject, networks }, charge.credits)
  }

  #heldCharge(held: HeldEntry, credits: number): HeldCharge {
    return {
      credits,
      lower: async (price) => {
        if (price >= credits) return this.#heldCharge(held, credits)
        await this.#lower(held, price)
        return this.#heldCharge(held, price)
      },
      commit: (tx) => this.#commit(tx, held.id),
      refund: () => this.#refund(held, ['held', 'kept']),
    }
  }

  async balance(principal: Pick<Principal, 'subject' | 'identityId'>): Promise<Balance> {
    const account = accountFor(principal, this.#options, this.#options.now())
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
    const account = accountFor({ subject: quotaOwner, identityId: quotaOwner }, this.#options, nowMs)
    await this.#lock(tx, account.subject)
    const row = await openAccount(tx, account, nowMs)
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

  /** Refunds charges of processes that stopped before they responded. The networks around a caller are not known any more. */
  async refundAbandoned(): Promise<number> {
    const { ledger, now } = this.#options
    const abandoned = await ledger.read
      .selectFrom('credit_entry')
      .select(['id', 'subject'])
      .where('state', '=', 'held')
      .where('created_at', '<', now() - holdTimeoutMs)
      .limit(1000)
      .execute()
    for (const { id, subject } of abandoned) await this.#refund({ id, subject, networks: [] }, ['held'])
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
  async #lower({ id, subject, networks }: HeldEntry, credits: number): Promise<void> {
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
      await refundToNetworks(tx, networks, entry.credits - credits)
    })
  }

  async #refund({ id, subject, networks }: HeldEntry, states: readonly ('held' | 'kept')[]): Promise<void> {
    const nowMs = this.#options.now()
    await this.#options.ledger.transaction(async (tx) => {
      await this.#lock(tx, subject)
      await refundEntry(tx, { id }, states, networks, nowMs)
    })
  }

  /** Balances are read and then written, so all changes of an account wait for each other. */
  async #lock(tx: LedgerTransaction, subject: string): Promise<void> {
    await this.#options.ledger.dialect.lock(tx, `credits ${subject}`)
  }
}

/** Of the charge with this id or key, if it is in one of the states. */
async function refundEntry(
  tx: LedgerTransaction,
  charge: { readonly id: number } | { readonly request_key: string },
  states: readonly ('held' | 'kept')[],
  networks: readonly Account[],
  nowMs: number,
): Promise<void> {
  const entry = await tx
    .updateTable('credit_entry')
    .set({ state: 'refunded', settled_at: nowMs, request_key: null })
    .where(({ and }) => and(charge))
    .where('state', 'in', states)
    .returningAll()
    .executeTakeFirst()
  if (entry === undefined) return
  await refundToAccount(tx, entry)
  await refundToNetworks(tx, networks, entry.credits)
}

function insufficientCredits(needed: number, { available, renews_at }: Balance): Failure {
  return new Failure('insufficient_credits', `This request costs ${needed} credits; ${available} are left.`, {
    details: { needed, available, renews_at },
  })
}
