/** Connections to one schema, with time limits for everything that could hang. */

import pg from 'pg'
import { valueTypes } from './value-types.ts'

export interface PostgresSettings {
  readonly url: string
  /** The database itself, if `url` is a pooler that gives each transaction another connection. */
  readonly directUrl?: string | undefined
  /** A standby of the database, for reads. */
  readonly replicaUrl?: string | undefined
  readonly statementTimeoutMs: number
  readonly poolMax: number
  readonly waitingMax?: number
  onWarning(message: string): void
}

const connectTimeoutMs = 5_000
const idleInTransactionMs = 60_000
/** In addition to the limit of the server, for responses lost in the network. */
const responseGraceMs = 5_000

/** Of a connection that stays the same, without a pooler. */
export function clientConfig(settings: PostgresSettings, schema: string): pg.ClientConfig {
  const { connectionString, options } = takeOptions(settings.directUrl ?? settings.url)
  const ours = sessionSettings(settings, schema).map(([name, value]) => `-c ${name}=${value}`)
  return {
    ...connectionConfig(settings),
    connectionString,
    options: [options, ...ours].join(' ').trimStart(),
  }
}

function connectionConfig({ statementTimeoutMs }: PostgresSettings): pg.ClientConfig {
  return {
    application_name: 'broadsheet',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs + responseGraceMs,
    keepAlive: true,
    types: valueTypes,
  }
}

/** What statements need of the connection they run on. */
function sessionSettings(
  { statementTimeoutMs }: PostgresSettings,
  schema: string,
): readonly (readonly [name: string, value: string | number])[] {
  return [
    ['search_path', schema],
    ['statement_timeout', statementTimeoutMs],
    ['idle_in_transaction_session_timeout', idleInTransactionMs],
  ]
}

/**
 * What follows `begin` on a connection of the pool. A pooler has other connections for the next transaction, so that each
 * transaction states the settings.
 */
export function transactionSettings(settings: PostgresSettings, schema: string): string | undefined {
  if (settings.directUrl === undefined) return undefined
  return sessionSettings(settings, schema)
    .map(([name, value]) => `; set local ${name} = ${value}`)
    .join('')
}

/** To the driver, options of the address replace all others. */
function takeOptions(url: string): { readonly connectionString: string; readonly options: string } {
  if (!/[?&]options=/.test(url)) return { connectionString: url, options: '' }
  const address = new URL(url)
  const options = address.searchParams.get('options') ?? ''
  address.searchParams.delete('options')
  return { connectionString: address.href, options }
}

export function createPool(settings: PostgresSettings, schema: string): pg.Pool {
  const config =
    settings.directUrl === undefined
      ? clientConfig(settings, schema)
      : { ...connectionConfig(settings), connectionString: settings.url }
  const pool = new pg.Pool({ ...config, max: settings.poolMax })
  // A lost idle connection is replaced on demand; without a listener, the error would end the process.
  pool.on('error', (error) => settings.onWarning(`a connection to PostgreSQL was lost: ${error.message}`))
  return pool
}
