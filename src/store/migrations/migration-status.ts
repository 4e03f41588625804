/** How many migrations each database has, for `doctor`. */

import type { Kysely } from 'kysely'
import type { Database, StoreReport } from '../store.ts'
import type { LedgerTables, ReadModelTables } from '../tables.ts'
import { ledgerMigrations, readModelMigrations } from './index.ts'
import { appliedMigrations, type MigrationTable } from './migrate.ts'

export async function migrationStatus(
  ledger: Database<LedgerTables>,
  readModel: Database<ReadModelTables>,
): Promise<StoreReport['migrations']> {
  return [
    { database: 'ledger', applied: await countApplied(ledger), known: ledgerMigrations.length },
    { database: 'read_model', applied: await countApplied(readModel), known: readModelMigrations.length },
  ]
}

async function countApplied({
  read,
  engine,
}: Database<LedgerTables> | Database<ReadModelTables>): Promise<number> {
  return (await appliedMigrations(read as unknown as Kysely<MigrationTable>, engine)).length
}
