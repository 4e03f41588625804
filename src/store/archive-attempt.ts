/**
 * One attempt to archive what is due to be deleted. While the archive does not take it, it waits, until it has been due for as long
 * again as it was kept: then it is deleted anyway. After an archive has taken some, the rest waits for the next attempt: after a
 * setting was reduced, much is old that nobody has tried to archive.
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

export interface Archive<Row> {
  /** Resolves once it has them all. */
  keep(rows: readonly Row[], signal: AbortSignal | undefined): Promise<void>
  /** What it has had for long enough; once a day, however often it is called. */
  dropOld(signal: AbortSignal | undefined): Promise<void>
}

/** `patience`: 1 for what is due; 2 for what has waited for too long. At most so many that they can be archived at once. */
type FindDue<Row> = (patience: 1 | 2) => Promise<readonly Row[]>

export class ArchiveAttempt {
  #failure: unknown
  #lost = 0
  #notDropped: unknown
  /** Those that have taken rows. */
  readonly #used = new Set<Archive<never>>()

  /** Returns the rows that may be deleted. */
  async archive<Row>(
    findDue: FindDue<Row>,
    archive: Archive<Row>,
    signal: AbortSignal | undefined,
  ): Promise<readonly Row[]> {
    if (this.#failure === undefined) {
      const due = await findDue(1)
      if (due.length === 0) return due
      try {
        await archive.keep(due, signal)
        this.#used.add(archive)
        await this.#dropOld(archive, signal)
        return due
      } catch (thrown) {
        signal?.throwIfAborted()
        this.#failure = thrown
      }
    }
    if (this.#used.has(archive)) return []
    const lost = await findDue(2)
    this.#lost += lost.length
    return lost
  }

  /** Once everything has been tried. Throws if the archive has not taken all of it, or has not dropped what is old. */
  end(): void {
    const failure = this.#failure ?? this.#notDropped
    if (failure === undefined) return
    const what =
      this.#failure === undefined
        ? 'what is old was not dropped from the archive'
        : this.#lost === 0
          ? 'what is due to be archived waits'
          : `${pluralize(this.#lost, 'row')} had waited for too long and were deleted without being archived`
    const reason = failure instanceof Error ? failure.message : String(failure)
    throw new Error(`${what}: ${reason}`, { cause: failure })
  }

  /** What it has kept may be deleted all the same, and it keeps the rest: it may lack only the right to drop. */
  async #dropOld(archive: Archive<never>, signal: AbortSignal | undefined): Promise<void> {
    try {
      await archive.dropOld(signal)
    } catch (thrown) {
      signal?.throwIfAborted()
      this.#notDropped = thrown
    }
  }
}
