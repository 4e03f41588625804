/** Opens the two schemas of a PostgreSQL database and migrates them. */

import { type Kysely, sql } from 'kysely'
import { abortable } from '../../core/abortable.ts'
import type { Clock } from '../../core/clock.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { disposeOnce } from '../dispose-once.ts'
import { ledgerMigrations, readModelMigrations } from '../migrations/index.ts'
import { type MigrationTable, migrate } from '../migrations/migrate.ts'
import type { Migration } from '../migrations/migration.ts'
import { quoteIdentifier } from '../quote-identifier.ts'
import type { Store } from '../store.ts'
import type { LedgerTables, ReadModelTables } from '../tables.ts'
import { PostgresDatabase } from './database.ts'
import { openingProblem } from './errors.ts'
import { inspectPostgres } from './inspect.ts'
import type { PostgresSettings } from './pool.ts'

export interface PostgresOptions extends PostgresSettings {
  readonly schemaPrefix: string
  readonly clock: Clock
}

/** How long a starting process waits for the migrations of another one. */
const migrationWait = '60s'

export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const { schemaPrefix, clock } = options
  const schemas = { ledger: `${schemaPrefix}ledger`, readModel: `${schemaPrefix}read_model` }
  quoteIdentifier(schemas.ledger)
  const ledger = new PostgresDatabase<LedgerTables>(options, schemas.ledger)
  const readModel = new PostgresDatabase<ReadModelTables>(options, schemas.readModel)
  const close = disposeOnce(ledger, readModel)
  try {
    await migrateSchema(ledger, schemas.ledger, ledgerMigrations, clock.now())
    await migrateSchema(readModel, schemas.readModel, readModelMigrations, clock.now())
    await Promise.all([ledger.start(), readModel.start()])
  } catch (error) {
    await close()
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    const problem = openingProblem(cause, connectionInfo(options.url))
    throw problem === undefined ? error : new ConfigurationError([problem])
  }
  return {
    engine: 'postgres',
    ledger,
    readModel,
    ping: async (signal) => {
      await abortable(Promise.all([ledger.ping(), readModel.ping()]), signal)
    },
    inspect: (signal) => abortable(inspectPostgres({ ledger, readModel, schemas, clock }), signal),
    [Symbol.asyncDispose]: close,
  }
}

async function migrateSchema<Tables extends MigrationTable>(
  database: PostgresDatabase<Tables>,
  schema: string,
  migrations: readonly Migration[],
  nowMs: number,
): Promise<void> {
  const target = {
    engine: 'postgres' as const,
    name: `the schema ${schema}`,
    read: database.read as unknown as Kysely<MigrationTable>,
    withLock: async (work: (tx: never) => Promise<void>) => {
      await database.transaction(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx)
        await sql`set local lock_timeout = ${sql.lit(migrationWait)}`.execute(tx)
        await sql`select pg_advisory_xact_lock(hashtextextended(${`${schema}:migrations`}, 0))`.execute(tx)
        const { rows } = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(tx)
        if (rows.length === 0) await sql`create schema ${sql.id(schema)}`.execute(tx)
        await work(tx as never)
      })
    },
  }
  await migrate(target, migrations, nowMs)
}

/** Parts of the URL for messages; the URL itself may contain the password. */
function connectionInfo(url: string): { host: string; database: string; user: string } {
  const { hostname, port, pathname, username } = new URL(url)
  return {
    host: `${hostname}:${port || 5432}`,
    database: pathname.slice(1),
    user: decodeURIComponent(username),
  }
}
