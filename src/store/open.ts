/** Opens the store on the configured engine and migrates it. */

import type { Clock } from '../core/clock.ts'
import { ConfigurationError } from '../core/errors.ts'
import type { Store } from './store.ts'

export interface StoreOptions {
  /** The folder of the SQLite files; required without `databaseUrl`. */
  readonly dataDir?: string
  /** `postgres://…` selects PostgreSQL. */
  readonly databaseUrl?: string
  /** The database itself, if `databaseUrl` is a connection pooler in transaction mode. */
  readonly databaseDirectUrl?: string | undefined
  /** A standby of the database, from which a server reads published data. */
  readonly databaseReplicaUrl?: string | undefined
  /** A server keeps its thread free for requests; a worker runs everything in it. */
  readonly role: 'server' | 'worker'
  readonly statementTimeoutMs: number
  /** PostgreSQL connections per database. */
  readonly poolMax: number
  /** The maximum length of each queue for a database. Default: 1000. */
  readonly waitingMax?: number
  /** The prefix of the PostgreSQL schema names. Default: `broadsheet_`. */
  readonly schemaPrefix?: string
  readonly clock: Clock
  /** The store belongs to the profile that first used it; another one is refused. Default: it is not checked. */
  readonly profile?: string
  /** Whether the store may be migrated, and a new one claimed for the profile. Default: true. */
  readonly mayMigrate?: boolean
  onWarning?(message: string): void
}

/** Throws `ConfigurationError` with a remedy when the store cannot be used. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const {
    dataDir,
    databaseUrl,
    databaseDirectUrl: directUrl,
    databaseReplicaUrl,
    role,
    schemaPrefix = 'broadsheet_',
    mayMigrate = true,
    onWarning = () => {},
  } = options
  if (databaseUrl !== undefined) {
    if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
      throw new ConfigurationError(['the database URL must start with postgres:// (omit it to use SQLite)'])
    }
    const { openPostgres } = await import('./postgres/open.ts')
    return await openPostgres({
      ...options,
      url: databaseUrl,
      directUrl,
      // What a worker writes depends on what it reads.
      replicaUrl: role === 'server' ? databaseReplicaUrl : undefined,
      schemaPrefix,
      mayMigrate,
      onWarning,
    })
  }
  if (dataDir === undefined) throw new ConfigurationError(['the store needs a data folder or a database URL'])
  const { openSqlite } = await import('./sqlite/open.ts')
  return await openSqlite({ ...options, dataDir, mayMigrate, onWarning })
}
