/** Runs Kysely over a session. */

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type LimitNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { type SqlValue, toSqlValues } from '../sql-value.ts'
import type { Session } from './connection.ts'
import { toFailure } from './errors.ts'

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
    if (!this.#stream) throw new Error('use `read` or a snapshot for streams, not a transaction')
    for await (const rows of this.#stream(query.sql, toSqlValues(query.parameters), chunkSize)) {
      yield { rows: rows as Row[] }
    }
  }

  /** Rejects later statements: they would run outside their transaction. */
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

/** Kysely that runs everything on one connection. */
export function kyselyOver<Tables>(
  connection: SessionConnection,
  commands?: TransactionCommands,
): Kysely<Tables> {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: async () => {
      if (!commands) throw new Error('use `snapshot` or `transaction` of the database')
      await commands.begin()
    },
    commitTransaction: async () => {
      connection.end()
      await commands?.commit()
    },
    rollbackTransaction: async () => {
      connection.end()
      await commands?.rollback()
    },
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => new StableQueryCompiler(),
      createAdapter: () => new ConcurrentSqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  })
}

/**
 * SQLite takes the value of a bound limit into account when it plans a statement, and compiles the statement again for every
 * new value. An expression is only computed.
 */
export class StableQueryCompiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit cast(')
    this.visitNode(limit)
    this.append(' as integer)')
  }
}

/** The session keeps the order itself; the queue of Kysely would only add a wait. */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}
