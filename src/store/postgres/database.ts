/** A PostgreSQL schema as a `Database`. */

import { type Kysely, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { abortable } from '../../core/async/abortable.ts'
import { isFailure } from '../../core/errors.ts'
import { type PublicationState, PublishedDatabase } from '../publication-stamp.ts'
import { defaultWaitingMax, tooManyWaiting } from '../semaphore.ts'
import type { Bindables, Statement } from '../statements/statement.ts'
import type { Database } from '../store.ts'
import { postgresDialect } from './dialect.ts'
import { toFailure } from './errors.ts'
import { ClientConnection, kyselyOver } from './kysely-dialect.ts'
import { createPool, type PostgresSettings, transactionSettings } from './pool.ts'
import { Publications } from './publications.ts'
import { Replica } from './replica.ts'

/**
 * A connection keeps the plan of a name as long as it lives, and callers choose among thousands of combinations of filters. Those
 * that are used come first; others are planned each time.
 */
const namedMax = 500

export class PostgresDatabase<Tables> extends PublishedDatabase implements Database<Tables>, AsyncDisposable {
  readonly engine = 'postgres'
  readonly dialect = postgresDialect
  readonly read: Kysely<Tables>
  readonly heavy: Kysely<Tables>
  readonly #pool: pg.Pool
  readonly #transactionSettings: string | undefined
  readonly #waitingMax: number
  readonly #publications: Publications
  readonly #replica: Replica | undefined
  readonly #names = new Set<string>()

  constructor(settings: PostgresSettings, schema: string) {
    super()
    this.#pool = createPool(settings, schema)
    this.#transactionSettings = transactionSettings(settings, schema)
    this.#waitingMax = settings.waitingMax ?? defaultWaitingMax
    this.#publications = new Publications(settings, schema)
    const { replicaUrl } = settings
    this.#replica = replicaUrl === undefined ? undefined : new Replica(settings, replicaUrl, schema)
    this.read = kyselyOver<Tables>({
      acquire: () => this.#connectToRead(),
      release: (connection) => this.#release(connection),
    })
    this.heavy = this.read
  }

  /** Call it after the migrations: loads the publications and listens for new ones. */
  async start(): Promise<void> {
    await this.#publications.start()
    this.#replica?.start()
  }

  async run<Values extends Bindables<Values>, Row>(
    statement: Statement<Tables, Values, Row>,
    values: NoInfer<Values>,
  ): Promise<Row[]> {
    // The plans of names belong to a connection.
    if (this.#transactionSettings !== undefined) return await statement.runIn(this.read, values)
    const { name, sql: text, bind } = statement.built(this.read, values)
    const query = { text, values: bind(values), ...(this.#isNamed(name) ? { name } : {}) }
    return await this.#readFrom(async (pool) => (await pool.query(query)).rows)
  }

  async runLong<Values extends Bindables<Values>, Row>(
    statement: Statement<Tables, Values, Row>,
    values: NoInfer<Values>,
  ): Promise<Row[]> {
    return await this.run(statement, values)
  }

  async snapshot<Result>(work: (read: Kysely<Tables>) => Promise<Result>, textMax?: number): Promise<Result> {
    const connection = await this.#connectToRead(textMax)
    return await this.#inTransaction(connection, 'begin isolation level repeatable read read only', work)
  }

  async transaction<Result>(
    work: (tx: Transaction<Tables>) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    signal?.throwIfAborted()
    const connection = await this.#use(
      this.#pool,
      async (pool) => new ClientConnection(await pool.connect(), this.#transactionSettings),
    )
    return await this.#inTransaction(connection, 'begin', work, signal)
  }

  protected override get publications(): PublicationState {
    return this.#publications.current
  }

  async ping(): Promise<void> {
    // Of the database, not of the replica.
    await this.transaction((tx) => sql`select 1 from publication limit 1`.execute(tx))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#publications[Symbol.asyncDispose]()
    await this.#replica?.[Symbol.asyncDispose]()
    await this.#pool.end()
  }

  #isNamed(name: string): boolean {
    if (this.#names.size < namedMax) this.#names.add(name)
    return this.#names.has(name)
  }

  async #inTransaction<Result>(
    connection: ClientConnection,
    begin: string,
    work: (tx: Transaction<Tables>) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const db = kyselyOver<Tables>({
      acquire: async () => connection,
      release: () => this.#release(connection),
      begin: () => connection.command(begin),
    })
    const result = await db.transaction().execute((tx) => abortable(work(tx), signal))
    for (const row of connection.published) this.#publications.record(row)
    return result
  }

  #connectToRead(textMax?: number): Promise<ClientConnection> {
    return this.#readFrom(async (pool) => {
      const settings = pool === this.#pool ? this.#transactionSettings : undefined
      return new ClientConnection(await pool.connect(), settings, textMax)
    })
  }

  #release(connection: ClientConnection): void {
    if (connection.wasUnavailable) this.#replica?.rest()
    connection.release()
  }

  /** From the replica, if there is one that has what was published; otherwise, or if that fails, from the database. */
  async #readFrom<Result>(read: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
    const replica = this.#replica
    if (replica?.has(this.#publications.current) && this.#publications.isListening) {
      try {
        return await this.#use(replica.pool, read)
      } catch (error) {
        if (!isFailure(error, 'store_unavailable')) throw error
        replica.rest()
      }
    }
    return await this.#use(this.#pool, read)
  }

  async #use<Result>(pool: pg.Pool, work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
    if (pool.waitingCount >= this.#waitingMax) throw tooManyWaiting('connections')
    try {
      return await work(pool)
    } catch (error) {
      throw toFailure(error)
    }
  }
}
