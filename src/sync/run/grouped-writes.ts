/**
 * Short writes to the ledger for members that are fetched at the same time, in one transaction: a commit takes longer than
 * what it commits. A write waits until every member that is being fetched has one, or for a moment.
 */

import type { Transaction } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../store/store.ts'
import type { LedgerTables } from '../../store/tables.ts'
import { Batcher } from '../batcher.ts'

/** May be repeated: after a transaction that was rolled back because of another write. */
type Write<Result> = (tx: Transaction<LedgerTables>) => Promise<Result>

export class GroupedWrites {
  readonly #batcher: Batcher<Write<unknown>, unknown>
  /** Members that are being fetched. */
  #fetching = 0

  constructor(ledger: Database<LedgerTables>, clock: Clock) {
    this.#batcher = new Batcher({
      clock,
      itemsMax: 16,
      waitMs: 100,
      isFull: (writes) => writes.length >= this.#fetching,
      run: (writes) =>
        ledger.transaction(async (tx) => {
          const results: unknown[] = []
          for (const write of writes) results.push(await write(tx))
          return results
        }),
    })
  }

  /** Others wait for the writes of a member as long as its work lasts, up to the limit. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#fetching += 1
    try {
      return await work()
    } finally {
      this.#fetching -= 1
      this.#batcher.startIfFull()
    }
  }

  /** Resolves when the write is committed. */
  async transaction<Result>(write: Write<Result>): Promise<Result> {
    return (await this.#batcher.add(write)) as Result
  }
}
