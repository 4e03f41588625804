/** How many migrations the ledger has, for `doctor`. */

import type { Kysely } from 'kysely'
import type { Database, StoreReport } from '../store.ts'
import type { LedgerTables } from '../tables.ts'
import { ledgerMigrations } from './index.ts'
import { appliedMigrations, type MigrationTable } from './migrate.ts'

export async function migrationStatus({
  read,
  engine,
}: Database<LedgerTables>): Promise<StoreReport['migrations']> {
  const applied = await appliedMigrations(read as unknown as Kysely<MigrationTable>, engine)
  return { applied: applied.length, known: ledgerMigrations.length }
}
