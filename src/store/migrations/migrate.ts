/** Applies all pending migrations to one database, in one transaction and under a lock. */

import { type Kysely, sql, type Transaction } from 'kysely'
import { ConfigurationError } from '../../core/errors.ts'
import type { Engine } from '../store.ts'
import { columnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'

export interface MigrationTable {
  migration: { name: string; applied_at: number }
}

export interface MigrationTarget {
  readonly engine: Engine
  /** The name of the database in messages. */
  readonly name: string
  readonly read: Kysely<MigrationTable>
  /** A transaction for which other starting processes wait. */
  withLock(work: (tx: Transaction<MigrationTable>) => Promise<void>): Promise<void>
}

export async function migrate(
  target: MigrationTarget,
  migrations: readonly Migration[],
  nowMs: number,
): Promise<void> {
  // Usually nothing is pending, and then there is no lock to wait for.
  if (pendingMigrations(target, await appliedMigrations(target.read, target.engine), migrations).length === 0)
    return
  await target.withLock(async (tx) => {
    const applied = await appliedMigrations(tx, target.engine)
    if (applied.length === 0) await createMigrationTable(tx, target.engine)
    for (const migration of pendingMigrations(target, applied, migrations)) {
      await migration.up(tx as unknown as Kysely<unknown>, target.engine)
      await tx.insertInto('migration').values({ name: migration.name, applied_at: nowMs }).execute()
    }
  })
}

export async function appliedMigrations(db: Kysely<MigrationTable>, engine: Engine): Promise<string[]> {
  const found = await tableNames[engine].execute(db)
  if (found.rows.length === 0) return []
  const rows = await db.selectFrom('migration').select('name').orderBy('name').execute()
  return rows.map((row) => row.name)
}

const tableNames = {
  sqlite: sql`select name from sqlite_schema where name = 'migration'`,
  postgres: sql`select 1 where to_regclass('migration') is not null`,
}

async function createMigrationTable(tx: Kysely<MigrationTable>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine)
  await tx.schema
    .createTable('migration')
    .ifNotExists()
    .addColumn('name', text, (column) => column.primaryKey().notNull())
    .addColumn('applied_at', integer, (column) => column.notNull())
    .execute()
}

function pendingMigrations(
  target: MigrationTarget,
  applied: readonly string[],
  migrations: readonly Migration[],
): Migration[] {
  const names = new Set(migrations.map((migration) => migration.name))
  const newer = applied.filter((name) => !names.has(name))
  if (newer.length > 0) {
    throw new ConfigurationError([
      `${target.name} was created by a newer version of this program (it contains ${newer.join(', ')}): install that version, or restore a backup from before the upgrade`,
    ])
  }
  return migrations.filter((migration) => !applied.includes(migration.name))
}
