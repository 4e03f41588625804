/** Opens the store on the engine that the configuration chose, with the tables brought up to date. */

import type { Clock } from '../core/clock.ts'
import { ConfigurationError } from '../core/errors.ts'
import type { Store } from './store.ts'

export interface StoreOptions {
  /** Where SQLite keeps its files; needed without `databaseUrl`. */
  readonly dataDir?: string
  /** `postgres://…` chooses PostgreSQL. */
  readonly databaseUrl?: string
  /** A server keeps its thread free for requests; a worker runs everything on its own. */
  readonly role: 'server' | 'worker'
  readonly statementTimeoutMs: number
  /** PostgreSQL connections per database. */
  readonly poolMax: number
  /** How many may wait for each database; the usual number unless told. */
  readonly waitingMax?: number
  /** How the PostgreSQL schemas begin. */
  readonly schemaPrefix?: string
  readonly clock: Clock
  onWarning?(message: string): void
}

/** Throws `Misconfigured` with what to do about it when the store cannot be used. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDir, databaseUrl, schemaPrefix = 'broadsheet_', onWarning = () => {} } = options
  if (databaseUrl !== undefined) {
    if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
      throw new ConfigurationError([
        'the database address has to begin with postgres:// (leave it out for SQLite)',
      ])
    }
    const { openPostgres } = await import('./postgres/open.ts')
    return await openPostgres({ ...options, url: databaseUrl, schemaPrefix, onWarning })
  }
  if (dataDir === undefined)
    throw new ConfigurationError(['a store needs a data folder or a database address'])
  const { openSqlite } = await import('./sqlite/open.ts')
  return await openSqlite({ ...options, dataDir })
}
