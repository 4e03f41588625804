/**
 * PostgreSQL schemas that a test has returned, emptied and migrated, for the next test of the same process. The migrations
 * take longer than most tests; emptying the few tables with rows does not.
 */

import pg from 'pg'

const spares: { readonly databaseUrl: string; readonly schemaPrefix: string }[] = []
let dropsAtExit = false

/** The prefix of two migrated and empty schemas. */
export function takeSpare(): string | undefined {
  return spares.pop()?.schemaPrefix
}

/** Empties the schemas for the next test. */
export async function returnSchemas(databaseUrl: string, schemaPrefix: string): Promise<void> {
  await withClient(databaseUrl, (client) => client.query(emptyTables(schemaPrefix)))
  if (!dropsAtExit) process.once('beforeExit', dropSpares)
  dropsAtExit = true
  spares.push({ databaseUrl, schemaPrefix })
}

export async function dropSchemas(databaseUrl: string, ...schemas: string[]): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(`set client_min_messages = warning`)
    await client.query(`drop schema if exists ${schemas.join(', ')} cascade`)
  })
}

export function schemasOf(schemaPrefix: string): string[] {
  return [`${schemaPrefix}ledger`, `${schemaPrefix}read_model`]
}

async function dropSpares(): Promise<void> {
  for (const { databaseUrl, schemaPrefix } of spares.splice(0))
    await dropSchemas(databaseUrl, ...schemasOf(schemaPrefix))
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
  const publication = `${schemaPrefix}read_model.publication`
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
