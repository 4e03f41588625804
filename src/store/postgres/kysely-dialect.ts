/** Kysely over a pool (reads) or over one client of it (a transaction or snapshot). */

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
} from 'kysely'
import type { QueryResult as PgResult, PoolClient } from 'pg'
import { toSqlValues } from '../sql-value.ts'
import type { PublicationRow } from '../tables.ts'
import { isConnectionError, toFailure } from './errors.ts'

export class ClientConnection implements DatabaseConnection {
  /** What this transaction published, for when it commits. */
  readonly published: PublicationRow[] = []
  readonly #client: PoolClient
  #broken = false
  #inTransaction = false
  #ended = false

  constructor(client: PoolClient) {
    this.#client = client
    // Without a listener, a connection lost between two statements would end the process.
    client.on('error', this.#onError)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#ended) throw new Error('the transaction or snapshot has already ended')
    const { command, rowCount, rows } = await this.#query(query.sql, toSqlValues(query.parameters))
    const writes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
    return writes ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  }

  /** By FETCH, so that the time limits hold for each chunk and not for the whole of a long export. */
  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    const ownTransaction = !this.#inTransaction
    if (ownTransaction) await this.command('begin read only')
    try {
      const values = toSqlValues(query.parameters)
      await this.#query(`declare stream_cursor no scroll cursor for ${query.sql}`, values)
      for (;;) {
        const { rows } = await this.#query(`fetch ${Math.trunc(chunkSize)} from stream_cursor`, [])
        if (rows.length === 0) break
        yield { rows }
      }
    } finally {
      const cleanup = ownTransaction ? this.command('rollback') : this.#query('close stream_cursor', [])
      await cleanup.catch(() => {})
    }
  }

  /** `begin`, `commit`, `rollback`: also possible when statements no longer are. */
  async command(text: string): Promise<void> {
    const { command } = await this.#query(text, [])
    this.#inTransaction = text.startsWith('begin')
    if (text === 'commit' && command === 'ROLLBACK') {
      throw new Error('a statement of the transaction had failed, so nothing was committed')
    }
  }

  /** Nothing may reach the client after this: it would run outside the transaction it was meant for. */
  end(): void {
    this.#ended = true
  }

  release(): void {
    this.#ended = true
    this.#client.off('error', this.#onError)
    this.#client.release(this.#broken)
  }

  async #query(text: string, values: unknown[]): Promise<PgResult> {
    try {
      return await this.#client.query({ text, values })
    } catch (error) {
      throw this.#toFailure(error)
    }
  }

  #toFailure(error: unknown): unknown {
    if (isConnectionError(error)) this.#broken = true
    return toFailure(error)
  }

  readonly #onError = (): void => {
    this.#broken = true
  }
}

interface ConnectionSource {
  acquire(): Promise<ClientConnection>
  release(connection: ClientConnection): void
  begin?(connection: ClientConnection): Promise<void>
}

export class ClientDialect implements Dialect {
  readonly #source: ConnectionSource

  constructor(source: ConnectionSource) {
    this.#source = source
  }

  createDriver(): Driver {
    return new ClientDriver(this.#source)
  }

  createQueryCompiler(): QueryCompiler {
    return new PostgresQueryCompiler()
  }

  createAdapter(): DialectAdapter {
    return new PostgresAdapter()
  }

  createIntrospector(db: Kysely<unknown>): PostgresIntrospector {
    return new PostgresIntrospector(db)
  }
}

class ClientDriver implements Driver {
  readonly #source: ConnectionSource

  constructor(source: ConnectionSource) {
    this.#source = source
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return await this.#source.acquire()
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    if (!this.#source.begin) throw new Error('use `snapshot` or `transaction` of the database')
    await this.#source.begin(asClientConnection(connection))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    asClientConnection(connection).end()
    await asClientConnection(connection).command('commit')
  }

  /** When it fails the connection is gone, and the transaction with it. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    asClientConnection(connection).end()
    await asClientConnection(connection)
      .command('rollback')
      .catch(() => {})
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#source.release(asClientConnection(connection))
  }

  async destroy(): Promise<void> {}
}

function asClientConnection(connection: DatabaseConnection): ClientConnection {
  if (!(connection instanceof ClientConnection)) throw new TypeError('not a connection of this store')
  return connection
}
