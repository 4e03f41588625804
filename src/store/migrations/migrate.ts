/**
 * Applies all pending migrations to the ledger, in one transaction and under a lock. A ledger that does not fit
 * (see `findMisfit`) is refused.
 */

import { type Kysely, sql, type Transaction } from 'kysely'
import { ConfigurationError, NoDatabaseError } from '../../core/errors.ts'
import type { Engine } from '../engine.ts'
import { columnTypes } from './column-types.ts'
import { type AppliedMigration, findMisfit, lostTables } from './find-misfit.ts'
import type { Migration } from './migration.ts'
import { type ChecksummedMigration, withChecksums } from './migration-checksum.ts'

export interface MigrationTable {
  migration: { name: string; applied_at: number; checksum: string | null }
}

export interface MigrationOptions {
  readonly migrations: readonly Migration[]
  readonly nowMs: number
  /** False for commands that only look: a database that lacks migrations is refused. */
  readonly mayApply: boolean
}

/** A database that is being opened, on either engine. */
export interface OpeningDatabase {
  readonly engine: Engine
  /** In messages. */
  readonly name: string
  readonly read: Kysely<MigrationTable>
  /** A transaction for which other starting processes wait. */
  withLock(work: (tx: Transaction<MigrationTable>) => Promise<void>): Promise<void>
}

export async function migrate(database: OpeningDatabase, options: MigrationOptions): Promise<void> {
  const { engine, name } = database
  const migrations = await withChecksums(options.migrations, engine)
  // Usually nothing is to be done, and then there is no lock to wait for.
  const tables = await readTables(database.read, engine)
  const appliedBefore = await appliedMigrations(database.read, engine)
  if (lostTables(migrations, tables).length === 0 && isComplete(appliedBefore, migrations)) return
  if (!options.mayApply) {
    requireFit(name, findMisfit(appliedBefore, migrations, tables))
    requireApplied(name, appliedBefore, migrations)
    return
  }
  await database.withLock(async (tx) => {
    const applied = await appliedMigrations(tx, engine)
    requireFit(name, findMisfit(applied, migrations, await readTables(tx, engine)))
    await prepareMigrationTable(tx, engine, applied)
    await recordChecksums(tx, applied, migrations)
    for (const { name, checksum, up } of migrations.slice(applied.length)) {
      await up(tx as unknown as Kysely<unknown>, engine)
      await tx.insertInto('migration').values({ name, applied_at: options.nowMs, checksum }).execute()
    }
  })
}

const remedy =
  'it cannot be derived again and was not changed; install the version of this program that created it, or restore a backup that fits this version'

function requireFit(name: string, misfit: string | undefined): void {
  if (misfit !== undefined) throw new ConfigurationError([`${name} ${misfit}: ${remedy}`])
}

/** Without a ledger nothing has ever run. */
export function noLedger(name: string): NoDatabaseError {
  return new NoDatabaseError([`${name} does not exist yet: the first start of the server creates it`])
}

function requireApplied(
  name: string,
  applied: readonly AppliedMigration[],
  migrations: readonly ChecksummedMigration[],
): void {
  if (applied.length === 0) throw noLedger(name)
  const pending = migrations.slice(applied.length).map((migration) => migration.name)
  if (pending.length > 0)
    throw new ConfigurationError([
      `${name} is of an earlier version and lacks ${pending.join(', ')}: start the server or a sync, which bring it up to date`,
    ])
}

/** In the order of their names, which is the order in which they were applied. */
export async function appliedMigrations(
  db: Kysely<MigrationTable>,
  engine: Engine,
): Promise<AppliedMigration[]> {
  if (!(await readTables(db, engine)).has('migration')) return []
  return await db.selectFrom('migration').selectAll().orderBy('name').execute()
}

export async function readTables(db: Kysely<MigrationTable>, engine: Engine): Promise<ReadonlySet<string>> {
  const { rows } = await tableNames[engine].execute(db)
  return new Set(rows.map(({ name }) => name))
}

const tableNames = {
  sqlite: sql<{ name: string }>`select name from sqlite_schema where type = 'table'`,
  postgres: sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = current_schema()`,
}

function isComplete(
  applied: readonly AppliedMigration[],
  migrations: readonly ChecksummedMigration[],
): boolean {
  return (
    applied.length === migrations.length &&
    migrations.every(
      ({ name, checksum }, at) => applied[at]?.name === name && applied[at].checksum === checksum,
    )
  )
}

async function prepareMigrationTable(
  tx: Kysely<MigrationTable>,
  engine: Engine,
  applied: readonly AppliedMigration[],
): Promise<void> {
  const { text, integer } = columnTypes(engine)
  if (applied.length === 0) {
    await tx.schema
      .createTable('migration')
      .ifNotExists()
      .addColumn('name', text, (column) => column.primaryKey().notNull())
      .addColumn('applied_at', integer, (column) => column.notNull())
      .addColumn('checksum', text)
      .execute()
  } else if (applied[0]?.checksum === undefined) {
    await tx.schema.alterTable('migration').addColumn('checksum', text).execute()
  }
}

/** What a version without checksums applied is taken for what it is called: nothing else is known of it. */
async function recordChecksums(
  tx: Kysely<MigrationTable>,
  applied: readonly AppliedMigration[],
  migrations: readonly ChecksummedMigration[],
): Promise<void> {
  const unknown = new Set(applied.filter((row) => (row.checksum ?? null) === null).map((row) => row.name))
  for (const { name, checksum } of migrations.filter((migration) => unknown.has(migration.name))) {
    await tx.updateTable('migration').set({ checksum }).where('name', '=', name).execute()
  }
}
