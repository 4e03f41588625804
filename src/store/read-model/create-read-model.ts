/** Creates the read model of this version, in one transaction and under a lock. */

import { randomInt } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { ConfigurationError } from '../../core/errors.ts'
import { type MigrationTable, type OpeningDatabase, readTables } from '../migrations/migrate.ts'
import { epochScope } from '../publication-stamp.ts'
import type { LedgerTables, ReadModelTables } from '../tables.ts'
import { rebuildMark } from './rebuild-marks.ts'
import { readModelStatements, readModelTableNames } from './schema.ts'

export interface CreateOptions {
  /** False for commands that only look: a read model that is missing is not created. */
  readonly mayCreate: boolean
  /** To know what can be derived from artifacts. */
  readonly ledger: Kysely<LedgerTables>
  onWarning(message: string): void
}

export interface OpeningReadModel extends OpeningDatabase {
  /** Deletes every table. */
  clear(tx: Transaction<MigrationTable>): Promise<void>
  /** The names of read models of other versions, newest first. */
  findOthers(): Promise<readonly string[]>
  remove(name: string): Promise<void>
}

/** Of other versions, so that the last one can be installed again, and can serve until all nodes are replaced. */
const othersMax = 1

export async function createReadModel(database: OpeningReadModel, options: CreateOptions): Promise<void> {
  const { engine, name } = database
  if (missingTables(await readTables(database.read, engine)).length === 0) return
  if (!options.mayCreate) throw missingReadModel(name)
  const services = await readArtifactServices(options.ledger)
  const others = await database.findOthers()
  let isCreated = false
  await database.withLock(async (tx) => {
    const tables = await readTables(tx, engine)
    const missing = missingTables(tables)
    if (missing.length === 0) return
    if (tables.size > 0) {
      options.onWarning(`${name} has lost ${missing.join(', ')}: it is built anew`)
      await database.clear(tx)
    }
    for (const statement of readModelStatements(engine)) await sql.raw(statement).execute(tx)
    await insertFirstRows(tx as unknown as Transaction<ReadModelTables>, services)
    isCreated = true
  })
  if (!isCreated) return
  const [newest] = others
  const aside = newest === undefined ? '' : `; ${newest}, of another version, is set aside`
  if (services.length > 0 || aside !== '')
    options.onWarning(
      `the read model is built anew ${services.length > 0 ? 'from saved responses' : 'by the next syncs'}${aside}. Lists are incomplete until that is finished`,
    )
  for (const other of others.slice(othersMax))
    await database.remove(other).catch((thrown: Error) => {
      options.onWarning(`${other} is of another version and cannot be removed: ${thrown.message}`)
    })
}

export function missingReadModel(name: string): ConfigurationError {
  return new ConfigurationError([`${name} is missing: start the server or a sync, which build it anew`])
}

function missingTables(tables: ReadonlySet<string>): readonly string[] {
  return readModelTableNames.filter((name) => !tables.has(name))
}

async function readArtifactServices(ledger: Kysely<LedgerTables>): Promise<readonly string[]> {
  const rows = await ledger.selectFrom('artifact').select('service').distinct().execute()
  return rows.map(({ service }) => service)
}

/** The largest range that `randomInt` supports. */
const epochsMax = 2 ** 48 - 1

async function insertFirstRows(tx: Transaction<ReadModelTables>, services: readonly string[]): Promise<void> {
  const epoch = { scope: epochScope, version: randomInt(1, epochsMax), published_at: 0 }
  await tx.insertInto('publication').values(epoch).execute()
  for (const service of services)
    await tx
      .insertInto('store_mark')
      .values({ name: rebuildMark(service), value: 'pending' })
      .execute()
}
