/** Sign-in codes: six digits that verify an e-mail address, once, within ten minutes. Only the newest is valid. */

import { randomInt } from 'node:crypto'
import { Failure } from '../../core/errors.ts'
import { hashesEqual, type KeyedHash, placeholderHash } from '../keyed-hash.ts'
import {
  type AttemptLimit,
  checkAttempts,
  clearAttempts,
  countAttempts,
  type LimitedAttempt,
  takeAttempts,
} from '../ratelimit/attempt-limits.ts'
import type { Ledger, LedgerTransaction } from '../tables.ts'
import { ipSubject, widerNetworks } from './ip-subject.ts'

export const codeLifetimeMs = 10 * 60_000
const triesMax = 5
const minuteMs = 60_000
const hourMs = 60 * minuteMs

const sendLimits = {
  resend: {
    what: 'codes for this address within a minute',
    refusal: 'A code was requested for this address less than a minute ago.',
    max: 1,
    windowMs: minuteMs,
  },
  email: { what: 'codes for this address within an hour', max: 5, windowMs: hourMs },
  ip: { what: 'codes from this network within an hour', max: 30, windowMs: hourMs },
} as const satisfies Record<string, AttemptLimit>

/**
 * Only wrong codes count, so that signing in often is no problem. There is no limit per address: anyone could use it up
 * and lock the owner out. The codes of an hour, with five attempts each, limit the guesses already.
 */
const guessLimit: AttemptLimit = {
  what: 'wrong codes from this network within an hour',
  max: 50,
  windowMs: hourMs,
}

export class SignInCodes {
  readonly #ledger: Ledger
  readonly #hash: KeyedHash

  constructor({ ledger, hash }: { ledger: Ledger; hash: KeyedHash }) {
    this.#ledger = ledger
    this.#hash = hash
  }

  /** Creates a code that replaces any earlier one, whether or not the address has an identity. */
  async issue(email: string, ip: string, nowMs: number): Promise<string> {
    const emailHash = this.#hash('address', email)
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await this.#ledger.transaction(async (tx) => {
      const attempts: LimitedAttempt[] = [
        ...this.#ofNetworks(sendLimits.ip, ip),
        [sendLimits.resend, emailHash],
        [sendLimits.email, emailHash],
      ]
      await takeAttempts(this.#ledger, tx, attempts, nowMs)
      const values = {
        code_hash: this.#codeHash(email, code),
        tries: 0,
        expires_at: nowMs + codeLifetimeMs,
      }
      await tx
        .insertInto('sign_in_code')
        .values({ address_hash: emailHash, ...values })
        .onConflict((conflict) => conflict.column('address_hash').doUpdateSet(values))
        .execute()
    })
    return code
  }

  /** Voids a code that could not be delivered; the next one need not wait a minute. */
  async withdraw(email: string): Promise<void> {
    const emailHash = this.#hash('address', email)
    await this.#ledger.transaction(async (tx) => {
      await tx.deleteFrom('sign_in_code').where('address_hash', '=', emailHash).execute()
      await clearAttempts(tx, sendLimits.resend, emailHash)
    })
  }

  /**
   * Consumes the code and runs `onSuccess` in the same transaction. Throws `invalid_code` for codes that are wrong, used,
   * expired or were never sent. Nothing is thrown inside the transaction: it would roll back the count of wrong codes.
   */
  async redeem<Result>(
    email: string,
    code: string,
    ip: string,
    nowMs: number,
    onSuccess: (tx: LedgerTransaction) => Promise<Result>,
  ): Promise<Result> {
    const emailHash = this.#hash('address', email)
    const outcome = await this.#ledger.transaction(async (tx): Promise<{ result: Result } | Failure> => {
      const attempts = this.#ofNetworks(guessLimit, ip)
      const refusal = await checkAttempts(this.#ledger, tx, attempts, nowMs)
      if (refusal) return refusal
      await this.#ledger.dialect.lock(tx, `sign-in code ${emailHash}`)
      const row = await tx
        .selectFrom('sign_in_code')
        .selectAll()
        .where('address_hash', '=', emailHash)
        .executeTakeFirst()
      const isLive = row !== undefined && row.expires_at > nowMs && row.tries < triesMax
      const isMatch = hashesEqual(row?.code_hash ?? placeholderHash, this.#codeHash(email, code))
      if (isLive && isMatch) {
        await tx.deleteFrom('sign_in_code').where('address_hash', '=', emailHash).execute()
        return { result: await onSuccess(tx) }
      }
      await countAttempts(tx, attempts, nowMs)
      if (isLive) {
        await tx
          .updateTable('sign_in_code')
          .set({ tries: row.tries + 1 })
          .where('address_hash', '=', emailHash)
          .execute()
      }
      return new Failure('invalid_code', 'The code is wrong or no longer valid.', {
        details: { parameter: 'code', in: 'body', expected: 'the newest code, unused, within ten minutes' },
      })
    })
    if (outcome instanceof Failure) throw outcome
    return outcome.result
  }

  #codeHash(email: string, code: string): string {
    return this.#hash('sign-in code', email, code)
  }

  /** Wider networks have a multiple of the limit. */
  #ofNetworks(limit: AttemptLimit, ip: string): LimitedAttempt[] {
    const subject = ipSubject(ip)
    return [{ subject, factor: 1 }, ...widerNetworks(subject)].map((network) => [
      { ...limit, max: limit.max * network.factor },
      this.#hash('network', network.subject),
    ])
  }
}
