/** What all boards of a transaction change: counts and blocks, which are written once at its end. */

import type { Dialect } from '../../../store/store.ts'
import type { JobsTransaction } from '../schema/tables.ts'
import { BlockChanges } from './block-changes.ts'
import { CountChanges } from './count-changes.ts'

export class SharedChanges {
  readonly counts = new CountChanges()
  readonly blocks = new BlockChanges()

  /** The caller must hold the `job counts` lock. */
  async write(tx: JobsTransaction, dialect: Dialect): Promise<void> {
    await this.counts.write(tx, dialect)
    await this.blocks.write(tx, dialect)
  }
}
