/** Runs Kysely over a pool (reads) or over one of its clients (a transaction or snapshot). */

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { QueryResult as PgResult, PoolClient } from 'pg'
import { isFailure } from '../../core/errors.ts'
import { toSqlValues } from '../sql-value.ts'
import type { PublicationRow } from '../tables.ts'
import { isConnectionError, toFailure } from './errors.ts'
import { limitedTypes } from './value-types.ts'

export class ClientConnection implements DatabaseConnection {
  /** The publications of this transaction, to be recorded when it commits. */
  readonly published: PublicationRow[] = []
  /** Whether a statement failed because the server could not be used. */
  wasUnavailable = false
  readonly #client: PoolClient
  readonly #settings: string | undefined
  readonly #textMax: number | undefined
  #broken = false
  #inTransaction = false
  #ended = false

  /**
   * `settings`: what follows `begin`, without which no statement runs. A result with longer texts than `textMax` throws
   * `ResultTooLarge`.
   */
  constructor(client: PoolClient, settings: string | undefined, textMax?: number) {
    this.#client = client
    this.#settings = settings
    this.#textMax = textMax
    // Without a listener, losing the connection between two statements would end the process.
    client.on('error', this.#onError)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#ended) throw new Error('the transaction or snapshot has already ended')
    if (this.#settings !== undefined && !this.#inTransaction) return await this.#executeAlone(query)
    const { command, rowCount, rows } = await this.#query(query.sql, toSqlValues(query.parameters))
    const writes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
    return writes ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  }

  /** In a transaction of its own. */
  async #executeAlone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await this.command('begin read only')
    try {
      return await this.executeQuery(query)
    } finally {
      await this.command('rollback').catch(() => {})
    }
  }

  /** With FETCH, so that time limits apply to each chunk and not to a whole export. */
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

  /** `begin`, `commit` or `rollback`: allowed even when statements no longer are. */
  async command(text: string): Promise<void> {
    const isBegin = text.startsWith('begin')
    const { command } = await this.#query(isBegin ? `${text}${this.#settings ?? ''}` : text, [])
    this.#inTransaction = isBegin
    if (text === 'commit' && command === 'ROLLBACK') {
      throw new Error('nothing was committed, because a statement of the transaction failed')
    }
  }

  /** Ends the transaction and rejects later statements: they would run outside it. */
  async finish(command: 'commit' | 'rollback'): Promise<void> {
    this.#ended = true
    await this.command(command)
  }

  release(): void {
    this.#ended = true
    this.#client.off('error', this.#onError)
    this.#client.release(this.#broken)
  }

  async #query(text: string, values: unknown[]): Promise<PgResult> {
    try {
      const types = this.#textMax === undefined ? {} : { types: limitedTypes(this.#textMax) }
      return await this.#client.query({ text, values, ...types })
    } catch (error) {
      throw this.#toFailure(error)
    }
  }

  #toFailure(error: unknown): unknown {
    if (isConnectionError(error)) this.#broken = true
    const failure = toFailure(error)
    if (isFailure(failure, 'store_unavailable')) this.wasUnavailable = true
    return failure
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

export function kyselyOver<Tables>({ acquire, release, begin }: ConnectionSource): Kysely<Tables> {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: acquire,
    beginTransaction: async (connection) => {
      if (!begin) throw new Error('use `snapshot` or `transaction` of the database')
      await begin(connection as ClientConnection)
    },
    commitTransaction: async (connection) => await (connection as ClientConnection).finish('commit'),
    // When it fails, the connection is lost, and the transaction with it.
    rollbackTransaction: async (connection) =>
      await (connection as ClientConnection).finish('rollback').catch(() => {}),
    releaseConnection: async (connection) => release(connection as ClientConnection),
    destroy: async () => {},
  }
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  })
}
