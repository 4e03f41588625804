/** Sign-in codes: six digits that prove an address, for ten minutes, once; the newest alone counts. */

import { randomInt } from 'node:crypto'
import { Failure } from '../../core/errors.ts'
import { isSameHash, type KeyedHash, noHash } from '../keyed-hash.ts'
import { clearGuard, countGuard, type Guard, guarded, guardWaitMs } from '../ratelimit/attempt-limits.ts'
import type { Ledger, LedgerTransaction } from '../tables.ts'
import { subjectOfAddress } from './ip-subject.ts'

export const codeLifetimeMs = 10 * 60_000
export const triesMax = 5
const minuteMs = 60_000
const hourMs = 60 * minuteMs

const sends = {
  again: { what: 'codes for this address within a minute', most: 1, windowMs: minuteMs },
  address: { what: 'codes for this address within an hour', most: 5, windowMs: hourMs },
  ip: { what: 'codes from this network within an hour', most: 30, windowMs: hourMs },
} as const satisfies Record<string, Guard>

/** Only wrong guesses count, so that a person who signs in often is not kept out. */
const guesses = {
  address: { what: 'wrong codes for this address within an hour', most: 25, windowMs: hourMs },
  ip: { what: 'wrong codes from this network within an hour', most: 50, windowMs: hourMs },
  /** Hard stop: a hundred wrong guesses without a right one in between, whatever the hour. */
  row: { what: 'wrong codes for this address in a row', most: 100, windowMs: 24 * hourMs },
} as const satisfies Record<string, Guard>

interface CodeOptions {
  readonly ledger: Ledger
  readonly hash: KeyedHash
}

export class Codes {
  readonly #ledger: Ledger
  readonly #hash: KeyedHash

  constructor({ ledger, hash }: CodeOptions) {
    this.#ledger = ledger
    this.#hash = hash
  }

  /** Makes a code that replaces any earlier one. Who has an identity and who has not is not looked at. */
  async issue(email: string, address: string, nowMs: number): Promise<string> {
    const whom = this.#hash('address', email)
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const result = await this.#ledger.transaction(async (tx) => {
      const counted = [
        [sends.ip, this.#network(address)],
        [sends.again, whom],
        [sends.address, whom],
      ] as const
      const checks = [...counted, [guesses.row, whom]] as const
      for (const [guard, name] of checks) {
        const waitMs = await guardWaitMs(this.#ledger, tx, guard, name, nowMs)
        if (waitMs > 0) return guarded(guard.what, waitMs)
      }
      for (const [guard, name] of counted) await countGuard(tx, guard, name, nowMs)
      const values = {
        code_hash: this.#codeHash(email, code),
        tries: 0,
        expires_at: nowMs + codeLifetimeMs,
      }
      await tx
        .insertInto('sign_in_code')
        .values({ address_hash: whom, ...values })
        .onConflict((conflict) => conflict.column('address_hash').doUpdateSet(values))
        .execute()
      return undefined
    })
    if (result) throw result
    return code
  }

  /** The code did not get through: it is void, and the next one need not wait a minute. */
  async withdraw(email: string): Promise<void> {
    const whom = this.#hash('address', email)
    await this.#ledger.transaction(async (tx) => {
      await tx.deleteFrom('sign_in_code').where('address_hash', '=', whom).execute()
      await clearGuard(tx, sends.again, whom)
    })
  }

  /**
   * Uses the code up and goes on with `then` in the same transaction, or throws `invalid_code` for wrong, used, expired
   * and never sent alike. Wrong guesses are counted for good, so nothing is thrown inside the transaction.
   */
  async redeem<Result>(
    email: string,
    code: string,
    address: string,
    nowMs: number,
    then: (tx: LedgerTransaction) => Promise<Result>,
  ): Promise<Result> {
    const whom = this.#hash('address', email)
    const network = this.#network(address)
    const outcome = await this.#ledger.transaction(async (tx): Promise<{ result: Result } | Failure> => {
      const checks = [
        [guesses.ip, network],
        [guesses.address, whom],
        [guesses.row, whom],
      ] as const
      for (const [guard, name] of checks) {
        const waitMs = await guardWaitMs(this.#ledger, tx, guard, name, nowMs)
        if (waitMs > 0) return guarded(guard.what, waitMs)
      }
      const row = await tx
        .selectFrom('sign_in_code')
        .selectAll()
        .where('address_hash', '=', whom)
        .executeTakeFirst()
      const isAlive = row !== undefined && row.expires_at > nowMs && row.tries < triesMax
      const isRight = isSameHash(row?.code_hash ?? noHash, this.#codeHash(email, code))
      if (isAlive && isRight) {
        await tx.deleteFrom('sign_in_code').where('address_hash', '=', whom).execute()
        await clearGuard(tx, guesses.row, whom)
        return { result: await then(tx) }
      }
      for (const [guard, name] of checks) await countGuard(tx, guard, name, nowMs)
      await tx
        .updateTable('sign_in_code')
        .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
        .where('address_hash', '=', whom)
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

  #network(address: string): string {
    return this.#hash('network', subjectOfAddress(address))
  }
}
