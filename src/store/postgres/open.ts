/** Opens the two schemas of a PostgreSQL database and migrates them. */

import { abortable } from '../../core/async/abortable.ts'
import type { Clock } from '../../core/clock.ts'
import { claimStore, type Markable, type ProfileOptions } from '../coordination/claim-profile.ts'
import { disposeOnce } from '../dispose-once.ts'
import { ledgerMigrations } from '../migrations/index.ts'
import { quoteIdentifier } from '../quote-identifier.ts'
import type { Store } from '../store.ts'
import type { LedgerTables, ReadModelTables } from '../tables.ts'
import { PostgresDatabase } from './database.ts'
import { toOpeningError } from './errors.ts'
import { inspectPostgres } from './inspect.ts'
import { createReadModelSchema, migrateSchema, schemaNames } from './open-schema.ts'
import type { PostgresSettings } from './pool.ts'

export interface PostgresOptions extends PostgresSettings, ProfileOptions {
  readonly clock: Clock
  readonly schemaPrefix: string
}

export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const { schemaPrefix, clock, mayMigrate, onWarning } = options
  const schemas = schemaNames(schemaPrefix)
  quoteIdentifier(schemas.ledger)
  const ledger = new PostgresDatabase<LedgerTables>({ ...options, replicaUrl: undefined }, schemas.ledger)
  const readModel = new PostgresDatabase<ReadModelTables>(options, schemas.readModel)
  const close = disposeOnce(ledger, readModel)
  try {
    await migrateSchema(ledger, schemas.ledger, {
      migrations: ledgerMigrations,
      nowMs: clock.now(),
      mayApply: mayMigrate,
    })
    const creation = { mayCreate: mayMigrate, ledger: ledger.read, onWarning }
    await createReadModelSchema(readModel, schemaPrefix, creation)
    await Promise.all([ledger.start(), readModel.start()])
    await claimStore(
      { ledger: ledger as unknown as Markable, readModel: readModel as unknown as Markable },
      options,
    )
  } catch (error) {
    await close()
    throw toOpeningError(error, options.url)
  }
  return {
    engine: 'postgres',
    ledger,
    readModel,
    ping: async (signal) => {
      await abortable(Promise.all([ledger.ping(), readModel.ping()]), signal)
    },
    inspect: (signal) => abortable(inspectPostgres({ ledger, schemas, clock }), signal),
    [Symbol.asyncDispose]: close,
  }
}
