/** Connections to one schema, with time limits for everything that could hang. */

import pg from 'pg'

export interface PostgresSettings {
  readonly url: string
  readonly statementTimeoutMs: number
  readonly poolMax: number
  readonly waitingMax?: number
  onWarning(message: string): void
}

const connectTimeoutMs = 5_000
const idleInTransactionMs = 60_000
/** In addition to the limit of the server, for responses lost in the network. */
const responseGraceMs = 5_000

export function clientConfig(settings: PostgresSettings, schema: string): pg.ClientConfig {
  const { connectionString, options } = takeOptions(settings.url)
  return {
    connectionString,
    application_name: 'broadsheet',
    options: `${options} -c search_path=${schema}`.trimStart(),
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: settings.statementTimeoutMs,
    query_timeout: settings.statementTimeoutMs + responseGraceMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    keepAlive: true,
    types: { getTypeParser },
  }
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
  const pool = new pg.Pool({ ...clientConfig(settings, schema), max: settings.poolMax })
  // A lost idle connection is replaced on demand; without a listener, the error would end the process.
  pool.on('error', (error) => settings.onWarning(`a connection to PostgreSQL was lost: ${error.message}`))
  return pool
}

const { BOOL, INT8, NUMERIC } = pg.types.builtins

/** Returns the same JavaScript values as SQLite: counts and sums are numbers, booleans are 0 or 1. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === INT8) return toSafeInteger
  if (oid === NUMERIC) return Number
  if (oid === BOOL) return (text: string) => (text === 't' ? 1 : 0)
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid)
}

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is not a safe integer`)
  return value
}
