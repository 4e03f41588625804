/**
 * PostgreSQL schemas that a test has returned, emptied and migrated, for the next test of the same run, in any process. The
 * migrations take longer than most tests; emptying the few tables with rows does not.
 */

import { mkdirSync, readdirSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { schemaNames } from '../../../src/store/postgres/open-schema.ts'
import { sharedFolder } from '../shared-folder.ts'

let dropsAtExit = false

/** The prefix of two migrated and empty schemas. */
export function takeSpare(): string | undefined {
  return listSpares().find(isTaken)
}

/** Two processes may try to take the same: the one that unlinks its file has it. `rmSync` can succeed for both. */
function isTaken(schemaPrefix: string): boolean {
  try {
    unlinkSync(join(spareFolder(), schemaPrefix))
    return true
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown
    return false
  }
}

function listSpares(): string[] {
  return readdirSync(spareFolder())
}

/** Has an empty file for each pair of spare schemas, named after their prefix. */
function spareFolder(): string {
  const folder = join(sharedFolder(), 'spare-schemas')
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Empties the schemas for the next test. */
export async function returnSchemas(databaseUrl: string, schemaPrefix: string): Promise<void> {
  pool ??= openPool(databaseUrl)
  await pool.query(emptyTables(schemaPrefix))
  // `npm test` drops those of its files when all have ended.
  if (!dropsAtExit && process.env.TEST_SHARED_FOLDER === undefined)
    process.once('beforeExit', () => dropSpares(databaseUrl))
  dropsAtExit = true
  writeFileSync(join(spareFolder(), schemaPrefix), '')
}

export async function dropSchemas(databaseUrl: string, ...schemas: string[]): Promise<void> {
  if (schemas.length === 0) return
  await withClient(databaseUrl, async (client) => {
    await client.query(`set client_min_messages = warning`)
    await client.query(`drop schema if exists ${schemas.join(', ')} cascade`)
  })
}

export async function runSql(databaseUrl: string, statement: string): Promise<void> {
  await withClient(databaseUrl, (client) => client.query(statement))
}

/** Read models of other versions too. */
export async function findSchemas(databaseUrl: string, schemaPrefix: string): Promise<string[]> {
  let names: string[] = []
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query('select nspname from pg_namespace where starts_with(nspname, $1)', [
      schemaPrefix,
    ])
    names = rows.map(({ nspname }) => nspname)
  })
  return names
}

export function schemasOf(schemaPrefix: string): string[] {
  return Object.values(schemaNames(schemaPrefix))
}

export async function dropSpares(databaseUrl: string): Promise<void> {
  for (const schemaPrefix of listSpares().filter(isTaken))
    await dropSchemas(databaseUrl, ...schemasOf(schemaPrefix))
}

let pool: pg.Pool | undefined

/**
 * One connection for all tests of this process, which does not keep it alive: a new connection would spend most of its time on
 * the descriptions of the tables.
 */
function openPool(connectionString: string): pg.Pool {
  const created = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // A connection that is lost while nobody uses it is replaced at the next use.
  created.on('error', () => {})
  return created
}

async function withClient(
  connectionString: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** As after the migrations: what was applied stays recorded, and the read model has a new epoch. */
function emptyTables(schemaPrefix: string): string {
  const names = schemasOf(schemaPrefix)
    .map((schema) => `'${schema}'`)
    .join(', ')
  const publication = `${schemaNames(schemaPrefix).readModel}.publication`
  return `
    set lock_timeout = '10s';
    do $$
    declare
      name text;
      has_rows boolean;
    begin
      for name in
        select format('%I.%I', schemaname, tablename) from pg_tables
        where schemaname in (${names}) and tablename not in ('migration', 'publication')
      loop
        execute format('select exists (select from %s)', name) into has_rows;
        if has_rows then execute format('truncate %s restart identity cascade', name); end if;
      end loop;
      perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
        from pg_sequences where schemaname in (${names}) and last_value is not null;
      delete from ${publication} where scope <> ':epoch';
      update ${publication} set version = floor(random() * 2 ^ 48);
    end $$`
}
