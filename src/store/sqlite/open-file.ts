/** Creates or migrates one SQLite file before it is used. */

import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { ConfigurationError } from '../../core/errors.ts'
import { makePrivateFile } from '../files/private-file.ts'
import {
  type MigrationOptions,
  type MigrationTable,
  migrate,
  noLedger,
  type OpeningDatabase,
} from '../migrations/migrate.ts'
import { type CreateOptions, createReadModel, missingReadModel } from '../read-model/create-read-model.ts'
import { type DatabaseFile, SqliteConnection } from './connection.ts'
import { openingProblem } from './errors.ts'
import { findOtherReadModels, removeDatabaseFile } from './files.ts'
import { kyselyOver, SessionConnection } from './kysely-dialect.ts'
import { retryWhileBusy } from './retry-while-busy.ts'

/** How long a starting process waits for the migrations of another one. */
export const migrationWaitMs = 60_000

export async function migrateFile(file: DatabaseFile, options: MigrationOptions): Promise<void> {
  if (!options.mayApply && !existsSync(file.path)) throw noLedger(file.path)
  await withFile(file, (database) => migrate(database, options))
}

export async function createReadModelFile(file: DatabaseFile, options: CreateOptions): Promise<void> {
  if (!options.mayCreate && !existsSync(file.path)) throw missingReadModel(file.path)
  await withFile(file, (database) =>
    createReadModel(
      {
        ...database,
        clear: dropTables,
        findOthers: () => findOtherReadModels(dirname(file.path)),
        remove: removeDatabaseFile,
      },
      options,
    ),
  )
}

async function withFile(
  file: DatabaseFile,
  work: (database: OpeningDatabase) => Promise<void>,
): Promise<void> {
  try {
    // Retried as a whole: other processes may start and stop at the same time.
    await retryWhileBusy(async () => {
      makePrivateFile(file.path)
      await using session = new SqliteConnection(file, false)
      // The file keeps this mode; changing it needs exclusive access for a moment.
      await session.run('pragma journal_mode = wal', [])
      await work({ engine: 'sqlite', name: file.path, ...openingAccess(session) })
    }, migrationWaitMs)
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    const problem = openingProblem(cause, file.path)
    throw problem === undefined ? error : new ConfigurationError([problem])
  }
}

function openingAccess(session: SqliteConnection): Pick<OpeningDatabase, 'read' | 'withLock'> {
  const command = (text: string) => async () => {
    await session.run(text, [])
  }
  return {
    read: kyselyOver<MigrationTable>(new SessionConnection(session)),
    withLock: async (work) => {
      const db = kyselyOver<MigrationTable>(new SessionConnection(session), {
        begin: command('begin immediate'),
        commit: command('commit'),
        rollback: command('rollback'),
      })
      await db.transaction().execute(work)
    },
  }
}

/** Not by deleting the file: other processes may have it open. */
async function dropTables(tx: Kysely<MigrationTable>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'
  `.execute(tx)
  for (const { name } of rows) await sql`drop table ${sql.id(name)}`.execute(tx)
}
