/** Sign-in codes: six digits that prove an address, for ten minutes, once; the newest alone counts. */

import { randomInt } from 'node:crypto'
import { Failure } from '../../core/errors.ts'
import { hashesEqual, type KeyedHash, placeholderHash } from '../keyed-hash.ts'
import {
  type AttemptLimit,
  attemptWaitMs,
  clearAttempts,
  countAttempt,
  tooManyAttempts,
} from '../ratelimit/attempt-limits.ts'
import type { Ledger, LedgerTransaction } from '../tables.ts'
import { ipSubject } from './ip-subject.ts'

export const codeLifetimeMs = 10 * 60_000
export const triesMax = 5
const minuteMs = 60_000
const hourMs = 60 * minuteMs

const sendLimits = {
  resend: { what: 'codes for this address within a minute', most: 1, windowMs: minuteMs },
  email: { what: 'codes for this address within an hour', most: 5, windowMs: hourMs },
  ip: { what: 'codes from this network within an hour', most: 30, windowMs: hourMs },
} as const satisfies Record<string, AttemptLimit>

/** Only wrong guesses count, so that a person who signs in often is not kept out. */
const guessLimits = {
  email: { what: 'wrong codes for this address within an hour', most: 25, windowMs: hourMs },
  ip: { what: 'wrong codes from this network within an hour', most: 50, windowMs: hourMs },
  /** Hard stop: a hundred wrong guesses without a right one in between, whatever the hour. */
  consecutive: { what: 'wrong codes for this address in a row', most: 100, windowMs: 24 * hourMs },
} as const satisfies Record<string, AttemptLimit>

interface SignInCodesOptions {
  readonly ledger: Ledger
  readonly hash: KeyedHash
}

export class SignInCodes {
  readonly #ledger: Ledger
  readonly #hash: KeyedHash

  constructor({ ledger, hash }: SignInCodesOptions) {
    this.#ledger = ledger
    this.#hash = hash
  }

  /** Makes a code that replaces any earlier one. Who has an identity and who has not is not looked at. */
  async issue(email: string, ip: string, nowMs: number): Promise<string> {
    const emailHash = this.#hash('address', email)
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const result = await this.#ledger.transaction(async (tx) => {
      const counted = [
        [sendLimits.ip, this.#networkHash(ip)],
        [sendLimits.resend, emailHash],
        [sendLimits.email, emailHash],
      ] as const
      const checks = [...counted, [guessLimits.consecutive, emailHash]] as const
      for (const [limit, name] of checks) {
        const waitMs = await attemptWaitMs(this.#ledger, tx, limit, name, nowMs)
        if (waitMs > 0) return tooManyAttempts(limit.what, waitMs)
      }
      for (const [limit, name] of counted) await countAttempt(tx, limit, name, nowMs)
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
      return undefined
    })
    if (result) throw result
    return code
  }

  /** The code did not get through: it is void, and the next one need not wait a minute. */
  async withdraw(email: string): Promise<void> {
    const emailHash = this.#hash('address', email)
    await this.#ledger.transaction(async (tx) => {
      await tx.deleteFrom('sign_in_code').where('address_hash', '=', emailHash).execute()
      await clearAttempts(tx, sendLimits.resend, emailHash)
    })
  }

  /**
   * Uses the code up and goes on with `then` in the same transaction, or throws `invalid_code` for wrong, used, expired
   * and never sent alike. Wrong guesses are counted for good, so nothing is thrown inside the transaction.
   */
  async redeem<Result>(
    email: string,
    code: string,
    ip: string,
    nowMs: number,
    onSuccess: (tx: LedgerTransaction) => Promise<Result>,
  ): Promise<Result> {
    const emailHash = this.#hash('address', email)
    const network = this.#networkHash(ip)
    const outcome = await this.#ledger.transaction(async (tx): Promise<{ result: Result } | Failure> => {
      const checks = [
        [guessLimits.ip, network],
        [guessLimits.email, emailHash],
        [guessLimits.consecutive, emailHash],
      ] as const
      for (const [limit, name] of checks) {
        const waitMs = await attemptWaitMs(this.#ledger, tx, limit, name, nowMs)
        if (waitMs > 0) return tooManyAttempts(limit.what, waitMs)
      }
      const row = await tx
        .selectFrom('sign_in_code')
        .selectAll()
        .where('address_hash', '=', emailHash)
        .executeTakeFirst()
      const isValid = row !== undefined && row.expires_at > nowMs && row.tries < triesMax
      const isMatch = hashesEqual(row?.code_hash ?? placeholderHash, this.#codeHash(email, code))
      if (isValid && isMatch) {
        await tx.deleteFrom('sign_in_code').where('address_hash', '=', emailHash).execute()
        await clearAttempts(tx, guessLimits.consecutive, emailHash)
        return { result: await onSuccess(tx) }
      }
      for (const [limit, name] of checks) await countAttempt(tx, limit, name, nowMs)
      await tx
        .updateTable('sign_in_code')
        .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
        .where('address_hash', '=', emailHash)
        .execute()
      return new Failure('invalid_code', 'The code is wrong or no longer valid.', {
        details: {
          parameter: 'code',
          in: 'body',
          expected: 'the newest code, within ten minutes, used once',
        },
      })
    })
    if (outcome instanceof Failure) throw outcome
    return outcome.result
  }

  #codeHash(email: string, code: string): string {
    return this.#hash('sign-in code', email, code)
  }

  #networkHash(ip: string): string {
    return this.#hash('network', ipSubject(ip))
  }
}
