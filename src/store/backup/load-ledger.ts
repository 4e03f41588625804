/** Makes the ledger of a PostgreSQL database from the file of a backup, in one transaction. */

import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql, type Transaction } from 'kysely'
import { Type } from 'typebox'
import { ConfigurationError } from '../../core/errors.ts'
import { typeGuard } from '../../core/type-guard.ts'
import { ledgerMigrations } from '../migrations/index.ts'
import { type MigrationTable, migrate, readTables } from '../migrations/migrate.ts'
import { PostgresDatabase } from '../postgres/database.ts'
import { isInvalidData, toOpeningError } from '../postgres/errors.ts'
import {
  dropSchema,
  dropTables,
  findReadModels,
  openingSchema,
  schemaNames,
} from '../postgres/open-schema.ts'
import { lockIfUnused } from '../postgres/use-lock.ts'
import { assertLedgerFits, storeInUse, storeNotEmpty } from './backup-problems.ts'
import { dumpFile, lastLine, type PostgresLedger } from './dump-ledger.ts'

const isTableLine = typeGuard(
  Type.Object({ table: Type.String({ maxLength: 63 }), rows: Type.Integer({ minimum: 0 }) }),
)
const isMigration = typeGuard(
  Type.Object({ name: Type.String(), checksum: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
)

interface LoadOptions {
  /** Whether what the store has is removed first: the ledger and the read models. Otherwise a store with a ledger is refused. */
  readonly mayOverwrite: boolean
  readonly nowMs: number
}

/** The read model is made by the next start. */
export async function loadLedger(
  ledger: PostgresLedger,
  backupFolder: string,
  { mayOverwrite, nowMs }: LoadOptions,
): Promise<void> {
  const schema = schemaNames(ledger.schemaPrefix).ledger
  const path = join(backupFolder, dumpFile)
  const migrations = await readMigrations(path)
  try {
    await using database = new PostgresDatabase<MigrationTable>(ledger, schema)
    const opening = openingSchema(database, schema)
    await opening.withLock(async (tx) => {
      if ((await readTables(tx, 'postgres')).size > 0) {
        if (!mayOverwrite) throw storeNotEmpty(`the schema ${schema}`)
        if (!(await lockIfUnused(tx, schema))) throw storeInUse(`the schema ${schema}`)
        await dropTables(tx, schema)
        for (const name of await findReadModels(tx, ledger.schemaPrefix)) await dropSchema(tx, name)
      }
      const inTransaction = { ...opening, read: tx, withLock: (work: WithTransaction) => work(tx) }
      await migrate(inTransaction, { migrations, nowMs, mayApply: true })
      await loadTables(tx, path)
      await continueCounters(tx)
    })
  } catch (error) {
    throw toOpeningError(error, ledger.url)
  }
}

type WithTransaction = (tx: Transaction<MigrationTable>) => Promise<void>

/** Those that made the ledger, which may be fewer than the program has: the next start applies the others. */
async function readMigrations(path: string): Promise<typeof ledgerMigrations> {
  const applied = []
  const tables = new Set<string>()
  for await (const { table, line } of readDump(path)) {
    tables.add(table)
    if (table !== 'migration' || line === undefined) continue
    const row = parseLine(line)
    if (!isMigration(row)) throw damaged(path)
    applied.push(row)
  }
  await assertLedgerFits(path, 'postgres', applied, tables)
  return ledgerMigrations.slice(0, applied.length)
}

/** A line without a row stands for the beginning of a table. Throws at the end if lines are missing. */
async function* readDump(path: string): AsyncGenerator<{ readonly table: string; readonly line?: string }> {
  let table = ''
  let left = 0
  let isComplete = false
  for await (const line of readLines(path)) {
    if (left > 0) {
      left -= 1
      yield { table, line }
      continue
    }
    if (line === JSON.stringify(lastLine)) {
      isComplete = true
      break
    }
    const head = parseLine(line)
    if (!isTableLine(head)) throw damaged(path)
    table = head.table
    left = head.rows
    yield { table }
  }
  if (!isComplete) throw damaged(path)
}

/** No row is as long. */
const lineCharactersMax = 64 * 1024 * 1024

/** Not `readline`, which also ends lines at separators that JSON does not escape, and reads a line of any length. */
async function* readLines(path: string): AsyncGenerator<string> {
  await using file = await open(path)
  let parts: string[] = []
  let characters = 0
  for await (const chunk of file.createReadStream({ encoding: 'utf8', autoClose: false })) {
    const [end = '', ...lines] = String(chunk).split('\n')
    parts.push(end)
    characters += end.length
    if (characters > lineCharactersMax) throw damaged(path)
    const rest = lines.pop()
    if (rest === undefined) continue
    yield parts.join('')
    yield* lines
    parts = [rest]
    characters = rest.length
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function damaged(path: string): ConfigurationError {
  return new ConfigurationError([`${path} is damaged or incomplete: use another backup`])
}

const batchRowsMax = 500
const batchCharactersMax = 4_000_000

async function loadTables(tx: Kysely<MigrationTable>, path: string): Promise<void> {
  const known = await readTables(tx, 'postgres')
  let table = ''
  let batch: string[] = []
  let characters = 0
  const flush = async () => {
    try {
      if (batch.length > 0) await insertRows(tx, table, batch)
    } catch (error) {
      throw isInvalidData(error) ? damaged(path) : error
    }
    batch = []
    characters = 0
  }
  for await (const next of readDump(path)) {
    if (next.line === undefined) {
      await flush()
      table = next.table
      if (!known.has(table)) throw damaged(path)
      // Rows of the migrations themselves are in the file, too.
      await sql`delete from ${sql.id(table)}`.execute(tx)
      continue
    }
    batch.push(next.line)
    characters += next.line.length
    if (batch.length >= batchRowsMax || characters >= batchCharactersMax) await flush()
  }
  await flush()
}

async function insertRows(
  tx: Kysely<MigrationTable>,
  table: string,
  lines: readonly string[],
): Promise<void> {
  const name = sql.id(table)
  const rows = `[${lines.join(',')}]`
  await sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${rows}::json)`.execute(
    tx,
  )
}

async function continueCounters(tx: Kysely<MigrationTable>): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'
  `.execute(tx)
  for (const { table, column } of rows)
    await sql`
      select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), max(${sql.id(column)}))
      from ${sql.id(table)}
    `.execute(tx)
}
