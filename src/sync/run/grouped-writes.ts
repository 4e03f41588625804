/**
 * Short writes to the ledger for members that are fetched at the same time, in one transaction: a commit takes longer than
 * what it commits. A write waits until every member that is being fetched has one, or for a moment.
 */

import type { Transaction } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import { isFailure } from '../../core/errors.ts'
import type { Database } from '../../store/store.ts'
import type { LedgerTables } from '../../store/tables.ts'

/** May be repeated: after a transaction that was rolled back because of another write. */
type Write<Result> = (tx: Transaction<LedgerTables>) => Promise<Result>

interface WaitingWrite {
  readonly write: Write<unknown>
  readonly resolve: (result: never) => void
  readonly reject: (thrown: unknown) => void
}

const writesMax = 16
const waitMs = 100

export class GroupedWrites {
  readonly #ledger: Database<LedgerTables>
  readonly #clock: Clock
  #waiting: WaitingWrite[] = []
  /** Members that are being fetched. */
  #fetching = 0
  #cancelTimer: (() => void) | undefined

  constructor(ledger: Database<LedgerTables>, clock: Clock) {
    this.#ledger = ledger
    this.#clock = clock
  }

  /** Others wait for the writes of a member as long as its work lasts, up to the limit. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#fetching += 1
    try {
      return await work()
    } finally {
      this.#fetching -= 1
      this.#writeIfDue()
    }
  }

  /** Resolves when the write is committed. */
  transaction<Result>(write: Write<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#waiting.push({ write, resolve, reject })
    this.#writeIfDue()
    return promise
  }

  #writeIfDue(): void {
    const { length } = this.#waiting
    if (length === 0) return
    if (length >= Math.min(writesMax, this.#fetching)) void this.#writeWaiting()
    else this.#cancelTimer ??= this.#clock.after(waitMs, () => void this.#writeWaiting())
  }

  async #writeWaiting(): Promise<void> {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    await this.#writeTogether(this.#waiting.splice(0))
  }

  async #writeTogether(writes: readonly WaitingWrite[]): Promise<void> {
    try {
      const results = await this.#ledger.transaction(async (tx) => {
        const all: unknown[] = []
        for (const { write } of writes) all.push(await write(tx))
        return all
      })
      for (const [at, { resolve }] of writes.entries()) resolve(results[at] as never)
    } catch (thrown) {
      if (writes.length === 1 || isFailure(thrown, 'store_unavailable'))
        for (const { reject } of writes) reject(thrown)
      // One of them is the cause, and must not fail the others.
      else for (const one of writes) await this.#writeTogether([one])
    }
  }
}
