/**
 * Writes the ledger of a PostgreSQL database to one file of JSON lines, without tools of PostgreSQL, which a container may
 * lack: for each table a line with its name and number of rows, then its rows, and at the end a line that says so.
 */

import { type FileHandle, open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { ConfigurationError } from '../../core/errors.ts'
import { type MigrationTable, readTables } from '../migrations/migrate.ts'
import { PostgresDatabase } from '../postgres/database.ts'
import { toOpeningError } from '../postgres/errors.ts'
import { schemaNames } from '../postgres/open-schema.ts'
import type { PostgresSettings } from '../postgres/pool.ts'
import type { BackupFile } from './copy-databases.ts'

export const dumpFile = 'ledger.ndjson'

export interface LedgerDump {
  readonly file: BackupFile
  /** The files of the artifacts that the ledger lists. */
  readonly artifactLocations: ReadonlySet<string>
}

export interface PostgresLedger extends PostgresSettings {
  readonly schemaPrefix: string
}

/** The line before the rows of a table. */
export interface DumpedTable {
  readonly table: string
  readonly rows: number
}

export const lastLine = { end: true } as const

const rowsPerFetch = 500

export async function dumpLedger(ledger: PostgresLedger, folder: string): Promise<LedgerDump> {
  const schema = schemaNames(ledger.schemaPrefix).ledger
  const path = join(folder, dumpFile)
  try {
    await using database = new PostgresDatabase<MigrationTable>(ledger, schema)
    return await database.snapshot((read) => dumpTables(read, schema, path))
  } catch (error) {
    throw toOpeningError(error, ledger.url)
  }
}

async function dumpTables(read: Kysely<MigrationTable>, schema: string, path: string): Promise<LedgerDump> {
  const tables = await readTables(read, 'postgres')
  if (!tables.has('migration'))
    throw new ConfigurationError([
      `there is no schema ${schema}: check DATABASE_URL and DATABASE_SCHEMA_PREFIX`,
    ])
  await using file = await open(path, 'wx', 0o600)
  // The migrations first: whoever reads the file makes the other tables by them.
  const others = [...tables].filter((name) => name !== 'migration').sort()
  for (const table of ['migration', ...others]) await dumpTable(read, table, file)
  await writeLines(file, [JSON.stringify(lastLine)])
  await file.sync()
  return {
    file: { name: basename(path), bytes: (await file.stat()).size },
    artifactLocations: await readLocations(read),
  }
}

async function dumpTable(read: Kysely<MigrationTable>, table: string, file: FileHandle): Promise<void> {
  const name = sql.id(table)
  const counted = await sql<{ rows: number }>`select count(*) as rows from ${name}`.execute(read)
  const rows = counted.rows[0]?.rows ?? 0
  await writeLines(file, [JSON.stringify({ table, rows } satisfies DumpedTable)])
  await sql`declare dumped cursor for select row_to_json(${name})::text as line from ${name}`.execute(read)
  for (let written = 0; written < rows; ) {
    const fetched = await sql<{ line: string }>`fetch ${sql.lit(rowsPerFetch)} from dumped`.execute(read)
    if (fetched.rows.length === 0) throw new Error(`${table} has lost rows within a snapshot`)
    await writeLines(
      file,
      fetched.rows.map(({ line }) => line),
    )
    written += fetched.rows.length
  }
  await sql`close dumped`.execute(read)
}

async function writeLines(file: FileHandle, lines: readonly string[]): Promise<void> {
  await file.writeFile(`${lines.join('\n')}\n`)
}

async function readLocations(read: Kysely<MigrationTable>): Promise<Set<string>> {
  const { rows } = await sql<{
    location: string
  }>`select location from artifact where storage = 'disk'`.execute(read)
  return new Set(rows.map(({ location }) => location))
}
