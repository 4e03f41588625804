/** A connection to ClickHouse. Its client is loaded only when there is one. */

import { systemClock } from '../../core/clock.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { clickHouseCode, toFailure } from './errors.ts'
import { type SqlText, sqlName } from './sql-text.ts'

export interface ClickHouseOptions {
  /** `https://user:password@host:8443/database`, with `?cluster=name` for a cluster. */
  readonly url: string
  /** How long a statement that reads may take. Default: 15 s. */
  readonly timeoutMs?: number
}

interface StatementOptions {
  readonly signal?: AbortSignal | undefined
  /** Default: that of the connection. */
  readonly timeoutMs?: number
}

interface InsertOptions extends StatementOptions {
  /** An insert with the same token as one of the last ones is ignored, so it can be repeated. */
  readonly token: string
}

export interface ClickHouse extends AsyncDisposable {
  /** Undefined for a single server. */
  readonly cluster: string | undefined
  query<Row>(statement: SqlText, options?: StatementOptions): Promise<Row[]>
  /** A statement without rows. One that inserts may have a token. */
  run(statement: SqlText, options?: StatementOptions & Partial<InsertOptions>): Promise<void>
  /** Inserts the rows as one block; repeats the insert if its outcome is unknown. */
  insert(table: string, rows: readonly object[], options: InsertOptions): Promise<void>
  /** Throws `store_unavailable` unless the server accepts our credentials. */
  ping(options?: StatementOptions): Promise<void>
}

interface Limits {
  readonly abort_signal: AbortSignal
  readonly settings: { readonly max_execution_time: number }
}

const timeoutMsDefault = 15_000
/** How long an insert or a change of tables may take. */
export const writeTimeoutMs = 60_000
const insertAttempts = 3
const retryMs = 200
const connectionsMax = 32
/** Lists of codes are long. */
const queryBytesMax = 16 * 1024 * 1024

export async function openClickHouse({
  url,
  timeoutMs = timeoutMsDefault,
}: ClickHouseOptions): Promise<ClickHouse> {
  const { createClient } = await import('@clickhouse/client')
  const { origin, username, password, database, cluster } = parseClickHouseUrl(url)
  const client = createClient({
    url: origin,
    username,
    password,
    database,
    application: 'broadsheet',
    max_open_connections: connectionsMax,
    request_timeout: writeTimeoutMs,
    // The server closes idle connections after ten seconds by default.
    keep_alive: { enabled: true, idle_socket_ttl: 2_500 },
    log: { level: 127 },
    clickhouse_settings: {
      async_insert: 0,
      prefer_column_name_to_alias: 1,
      // Every number that is read is below 2 ** 53.
      output_format_json_quote_64bit_integers: 0,
      // What must be deleted is deleted when the statement ends.
      mutations_sync: '2',
      max_query_size: String(queryBytesMax),
      precise_float_parsing: 1,
      ...(cluster === undefined
        ? {}
        : { distributed_product_mode: 'local', distributed_foreground_insert: 1, insert_quorum: 'auto' }),
    },
  })

  /** The settings of a statement that ends when nobody waits for it. */
  function toLimits({ signal, timeoutMs: statementMs = timeoutMs }: StatementOptions): Limits {
    const deadline = AbortSignal.timeout(statementMs)
    return {
      abort_signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      settings: { max_execution_time: Math.ceil(statementMs / 1000) },
    }
  }

  async function attempt<Result>(
    work: (limits: Limits) => Promise<Result>,
    options: StatementOptions,
  ): Promise<Result> {
    options.signal?.throwIfAborted()
    try {
      return await work(toLimits(options))
    } catch (thrown) {
      options.signal?.throwIfAborted()
      throw toFailure(thrown)
    }
  }

  async function insertOnce(table: string, rows: readonly object[], options: InsertOptions): Promise<void> {
    await attempt(
      ({ abort_signal, settings }) =>
        client.insert({
          table: sqlName(table).text,
          values: [...rows],
          format: 'JSONEachRow',
          abort_signal,
          clickhouse_settings: { ...settings, ...tokenSetting(options.token) },
        }),
      { timeoutMs: writeTimeoutMs, ...options },
    )
  }

  return {
    cluster,
    query: (statement, options = {}) =>
      attempt(async ({ abort_signal, settings }) => {
        const result = await client.query({
          query: statement.text,
          format: 'JSONEachRow',
          abort_signal,
          clickhouse_settings: { ...settings, cancel_http_readonly_queries_on_client_close: 1 },
        })
        return await result.json()
      }, options),
    async run(statement, options = {}) {
      await attempt(
        ({ abort_signal, settings }) =>
          client.command({
            query: statement.text,
            abort_signal,
            clickhouse_settings: { ...settings, ...tokenSetting(options.token) },
          }),
        { timeoutMs: writeTimeoutMs, ...options },
      )
    },
    async insert(table, rows, options) {
      for (let left = insertAttempts - 1; ; left--)
        try {
          await insertOnce(table, rows, options)
          return
        } catch (thrown) {
          // With a number, the server has refused it.
          const isRefused = /^\d+$/.test(clickHouseCode(thrown) ?? '')
          if (left === 0 || isRefused || options.signal?.aborted === true) throw thrown
          await systemClock.sleep(retryMs, options.signal)
        }
    },
    async ping(options = {}) {
      await attempt(
        ({ abort_signal, settings }) =>
          client.command({ query: 'select 1', abort_signal, clickhouse_settings: settings }),
        options,
      )
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

function tokenSetting(token: string | undefined) {
  return token === undefined ? {} : { insert_deduplication_token: token }
}

interface ClickHouseAddress {
  readonly origin: string
  readonly username: string
  readonly password: string
  readonly database: string
  readonly cluster: string | undefined
}

export function parseClickHouseUrl(text: string): ClickHouseAddress {
  const url = new URL(text)
  const unknown = [...url.searchParams.keys()].filter((name) => name !== 'cluster')
  if (unknown.length > 0)
    throw new ConfigurationError([
      `the URL of ClickHouse has parameters other than cluster: ${unknown.join(', ')}`,
    ])
  return {
    origin: url.origin,
    username: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)) || 'default',
    cluster: url.searchParams.get('cluster') ?? undefined,
  }
}
