/**
 * One attempt to archive what is due to be deleted. While the archive does not take it, it waits, until it has been due for as long
 * again as it was kept: then it is deleted anyway.
 */

import { pluralize } from '../core/text/pluralize.ts'
import type { Database } from './store.ts'
import type { ReadModelTables } from './tables.ts'

export interface ArchiveContext {
  readonly db: Database<ReadModelTables>
  readonly now: number
  readonly signal?: AbortSignal | undefined
  readonly attempt: ArchiveAttempt
}

/** `patience`: 1 for what is due; 2 for what has waited for too long. At most so many that they can be archived at once. */
type FindDue<Row> = (patience: 1 | 2) => Promise<readonly Row[]>

export class ArchiveAttempt {
  #failure: unknown
  #lost = 0

  /** Returns the rows that may be deleted. */
  async archive<Row>(
    findDue: FindDue<Row>,
    keep: (rows: readonly Row[]) => Promise<void>,
    signal: AbortSignal | undefined,
  ): Promise<readonly Row[]> {
    if (this.#failure === undefined) {
      const due = await findDue(1)
      if (due.length === 0) return due
      try {
        await keep(due)
        return due
      } catch (thrown) {
        signal?.throwIfAborted()
        this.#failure = thrown
      }
    }
    const lost = await findDue(2)
    this.#lost += lost.length
    return lost
  }

  /** Once everything has been tried. Throws if the archive has not taken all of it. */
  end(): void {
    if (this.#failure === undefined) return
    const what =
      this.#lost === 0
        ? 'what is due to be archived waits'
        : `${pluralize(this.#lost, 'row')} had waited for too long and were deleted without being archived`
    const reason = this.#failure instanceof Error ? this.#failure.message : String(this.#failure)
    throw new Error(`${what}: ${reason}`, { cause: this.#failure })
  }
}
