/** Connections to one schema, with limits on everything that could take forever. */

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
/** Above the server's own limit, for when the network swallows its answer. */
const responseGraceMs = 5_000

export function clientConfig(settings: PostgresSettings, schema: string): pg.ClientConfig {
  return {
    connectionString: settings.url,
    application_name: 'broadsheet',
    options: `-c search_path=${schema}`,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: settings.statementTimeoutMs,
    query_timeout: settings.statementTimeoutMs + responseGraceMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    keepAlive: true,
    types: { getTypeParser },
  }
}

export function createPool(settings: PostgresSettings, schema: string): pg.Pool {
  const pool = new pg.Pool({ ...clientConfig(settings, schema), max: settings.poolMax })
  // An idle connection that breaks is replaced by the next one who asks; without a listener it would end the process.
  pool.on('error', (error) => settings.onWarning(`a connection to PostgreSQL was lost: ${error.message}`))
  return pool
}

const { BOOL, INT8, NUMERIC } = pg.types.builtins

/** The same JavaScript values as on SQLite: counts and sums are numbers, truth is 0 or 1. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === INT8) return toSafeInteger
  if (oid === NUMERIC) return Number
  if (oid === BOOL) return (text: string) => (text === 't' ? 1 : 0)
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid)
}

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
}
