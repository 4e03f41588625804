/** What `doctor` reports about the SQLite files. */

import { stat } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { abortable } from '../../core/abortable.ts'
import type { Clock } from '../../core/clock.ts'
import { ledgerMigrations, readModelMigrations } from '../migrations/index.ts'
import { appliedMigrations, type MigrationTable } from '../migrations/migrate.ts'
import type { Database, StoreReport } from '../store.ts'
import type { LedgerTables, ReadModelTables } from '../tables.ts'
import type { DatabaseFile } from './connection.ts'
import { ThreadSession } from './thread-session.ts'

interface InspectOptions {
  readonly ledger: Database<LedgerTables>
  readonly readModel: Database<ReadModelTables>
  readonly files: { readonly ledger: DatabaseFile; readonly readModel: DatabaseFile }
  readonly clock: Clock
  readonly signal: AbortSignal
}

export async function inspectSqlite({
  ledger,
  readModel,
  files,
  clock,
  signal,
}: InspectOptions): Promise<StoreReport> {
  const facts = await sql<{ version: string; now_ms: number }>`
    select sqlite_version() as version, cast(unixepoch('subsec') * 1000 as integer) as now_ms
  `.execute(ledger.read)
  const askedAt = clock.now()
  const { version = '', now_ms: databaseNow = askedAt } = facts.rows[0] ?? {}
  return {
    engine: 'sqlite',
    version,
    migrations: [
      { database: 'ledger', applied: await countApplied(ledger.read), known: ledgerMigrations.length },
      {
        database: 'read_model',
        applied: await countApplied(readModel.read),
        known: readModelMigrations.length,
      },
    ],
    integrityProblems: [
      ...(await findIntegrityProblems('integrity_check', files.ledger, signal)),
      ...(await findIntegrityProblems('quick_check', files.readModel, signal)),
    ],
    bytes: (await bytesOnDisk(files.ledger)) + (await bytesOnDisk(files.readModel)),
    clockSkewMs: databaseNow - askedAt,
  }
}

async function countApplied(read: Kysely<LedgerTables> | Kysely<ReadModelTables>): Promise<number> {
  const applied = await appliedMigrations(read as unknown as Kysely<MigrationTable>, 'sqlite')
  return applied.length
}

/** On a thread of its own, because it reads the whole file. */
async function findIntegrityProblems(
  check: 'integrity_check' | 'quick_check',
  file: DatabaseFile,
  signal: AbortSignal,
): Promise<string[]> {
  const thread = new ThreadSession({ file, readOnly: true })
  const checking = thread.run(`pragma ${check}(20)`, []).finally(() => thread[Symbol.asyncDispose]())
  const { rows } = await abortable(checking, signal)
  return rows
    .map((row) => String(Object.values(row ?? {})[0]))
    .filter((line) => line !== 'ok')
    .map((line) => `${file.path}: ${line}`)
}

async function bytesOnDisk(file: DatabaseFile): Promise<number> {
  const sizes = await Promise.all([file.path, `${file.path}-wal`].map(sizeOf))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** `stat` alone: opening and closing the file here would drop SQLite's locks on it. */
async function sizeOf(path: string): Promise<number> {
  return await stat(path).then(
    (facts) => facts.size,
    () => 0,
  )
}
