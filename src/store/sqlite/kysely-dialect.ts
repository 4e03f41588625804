/** Kysely over a session: one connection per Kysely, handed in. */

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { type SqlValue, toSqlValues } from '../sql-value.ts'
import { toFailure } from './errors.ts'
import type { Session } from './session.ts'

type Stream = (
  sql: string,
  values: readonly SqlValue[],
  chunkSize: number,
) => AsyncIterableIterator<unknown[]>

export class SessionConnection implements DatabaseConnection {
  readonly session: Session
  readonly #stream: Stream | undefined
  #ended = false

  constructor(session: Session, stream?: Stream) {
    this.session = session
    this.#stream = stream
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.assertOpen()
    try {
      const outcome = await this.session.run(query.sql, toSqlValues(query.parameters))
      return {
        rows: outcome.rows as Row[],
        numAffectedRows: BigInt(outcome.changes),
        insertId: BigInt(outcome.lastId),
      }
    } catch (error) {
      throw toFailure(error)
    }
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    this.assertOpen()
    if (!this.#stream) throw new Error('streams are read from `read` or a snapshot, not inside a transaction')
    for await (const rows of this.#stream(query.sql, toSqlValues(query.parameters), chunkSize)) {
      yield { rows: rows as Row[] }
    }
  }

  /** Nothing may reach the session after this: it would run outside the transaction it was meant for. */
  end(): void {
    this.#ended = true
  }

  assertOpen(): void {
    if (this.#ended) throw new Error('the transaction or snapshot has already ended')
  }
}

interface TransactionCommands {
  begin(): Promise<void>
  commit(): Promise<void>
  rollback(): Promise<void>
}

export class SessionDialect implements Dialect {
  readonly #connection: SessionConnection
  readonly #commands: TransactionCommands | undefined

  constructor(connection: SessionConnection, commands?: TransactionCommands) {
    this.#connection = connection
    this.#commands = commands
  }

  createDriver(): Driver {
    return new SessionDriver(this.#connection, this.#commands)
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler()
  }

  createAdapter(): DialectAdapter {
    return new ConcurrentSqliteAdapter()
  }

  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db)
  }
}

/** The session keeps the order itself; Kysely's own queue would only add a wait. */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class SessionDriver implements Driver {
  readonly #connection: SessionConnection
  readonly #commands: TransactionCommands | undefined

  constructor(connection: SessionConnection, commands: TransactionCommands | undefined) {
    this.#connection = connection
    this.#commands = commands
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(): Promise<void> {
    if (!this.#commands) throw new Error('use `snapshot` or `transaction` of the database')
    await this.#commands.begin()
  }

  async commitTransaction(): Promise<void> {
    this.#connection.end()
    await this.#commands?.commit()
  }

  async rollbackTransaction(): Promise<void> {
    this.#connection.end()
    await this.#commands?.rollback()
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}
