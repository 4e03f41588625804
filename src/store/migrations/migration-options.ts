/** How each of the two databases is migrated: the ledger is never deleted, the read model can be derived again. */

import type { Clock } from '../../core/clock.ts'
import { ledgerMigrations, readModelMigrations } from './index.ts'
import type { MigrationOptions } from './migrate.ts'

export interface MigrationSettings {
  readonly clock: Clock
  /** Whether pending migrations may be applied, and a read model that does not fit be deleted and built anew. */
  readonly mayMigrate: boolean
  onWarning(message: string): void
}

export function migrationOptions({ clock, mayMigrate, onWarning }: MigrationSettings): {
  readonly ledger: MigrationOptions
  readonly readModel: MigrationOptions
} {
  const shared = { nowMs: clock.now(), mayApply: mayMigrate, onWarning }
  return {
    ledger: {
      ...shared,
      migrations: ledgerMigrations,
      onMisfit: 'refuse',
      remedy:
        'it cannot be derived again and was not changed; install the version of this program that created it, or restore a backup that fits this version',
    },
    readModel: {
      ...shared,
      migrations: readModelMigrations,
      onMisfit: 'rebuild',
      remedy: 'start the server or a sync, which build it anew',
    },
  }
}
