/** Inspects the SQLite files for `doctor`. */

import { stat } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { abortable } from '../../core/async/abortable.ts'
import type { Clock } from '../../core/clock.ts'
import { readArtifactTotals } from '../artifact-totals.ts'
import { readProfile } from '../coordination/claim-profile.ts'
import { migrationStatus } from '../migrations/migration-status.ts'
import { quoteIdentifier } from '../quote-identifier.ts'
import type { Database, StoreReport, TableSize } from '../store.ts'
import type { LedgerTables, MarkTable } from '../tables.ts'
import type { DatabaseFile } from './connection.ts'
import { ThreadSession } from './threads/thread-session.ts'

interface InspectOptions {
  readonly ledger: Database<LedgerTables>
  readonly files: { readonly ledger: DatabaseFile; readonly readModel: DatabaseFile }
  readonly clock: Clock
  readonly signal: AbortSignal
}

export async function inspectSqlite({ ledger, files, clock, signal }: InspectOptions): Promise<StoreReport> {
  const result = await sql<{ version: string; now_ms: number }>`
    select sqlite_version() as version, cast(unixepoch('subsec') * 1000 as integer) as now_ms
  `.execute(ledger.read)
  const now = clock.now()
  const { version = '', now_ms: databaseNow = now } = result.rows[0] ?? {}
  return {
    engine: 'sqlite',
    version,
    profile: await readProfile(ledger.read as unknown as Kysely<MarkTable>),
    migrations: await migrationStatus(ledger),
    integrityProblems: [
      ...(await findIntegrityProblems('integrity_check', files.ledger, signal)),
      ...(await findIntegrityProblems('quick_check', files.readModel, signal)),
    ],
    bytes: (await bytesOnDisk(files.ledger)) + (await bytesOnDisk(files.readModel)),
    tables: [
      ...(await readTableSizes('ledger', files.ledger, signal)),
      ...(await readTableSizes('read_model', files.readModel, signal)),
    ].sort((one, other) => other.bytes - one.bytes),
    artifacts: await readArtifactTotals(ledger),
    clockSkewMs: databaseNow - now,
  }
}

/** In a separate thread, because it reads the whole file. */
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

/** In a separate thread, because it reads the whole file. Indexes and full-text tables count for their table. */
async function readTableSizes(
  database: TableSize['database'],
  file: DatabaseFile,
  signal: AbortSignal,
): Promise<TableSize[]> {
  const thread = new ThreadSession({ file, readOnly: true })
  async function read(): Promise<TableSize[]> {
    const { rows } = await thread.run(
      `select s.tbl_name as name, sum(d.pgsize) as bytes from dbstat d join sqlite_schema s on s.name = d.name
       where d.aggregate = true and s.tbl_name not like 'sqlite%' group by s.tbl_name`,
      [],
    )
    const sizes: TableSize[] = []
    for (const { name, bytes } of rows as { name: string; bytes: number }[]) {
      const counted = await thread.run(`select count(*) as n from ${quoteIdentifier(name)}`, [])
      sizes.push({ database, table: name, rows: Number((counted.rows[0] as { n: number }).n), bytes })
    }
    return sizes
  }
  return await abortable(
    read().finally(() => thread[Symbol.asyncDispose]()),
    signal,
  )
}

async function bytesOnDisk(file: DatabaseFile): Promise<number> {
  const sizes = await Promise.all([file.path, `${file.path}-wal`].map(sizeOf))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Uses `stat` because opening and closing the file would drop the locks of SQLite on it. */
async function sizeOf(path: string): Promise<number> {
  return await stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}
