/** A PostgreSQL schema as a `Database`. */

import { type Kysely, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { abortable } from '../../core/async/abortable.ts'
import { type PublicationState, PublishedDatabase } from '../publication-stamp.ts'
import type { Bindables, Statement } from '../statements/statement.ts'
import type { Database } from '../store.ts'
import { defaultWaitingMax, tooManyWaiting } from '../waiting-limit.ts'
import { postgresDialect } from './dialect.ts'
import { toFailure } from './errors.ts'
import { ClientConnection, kyselyOver } from './kysely-dialect.ts'
import { createPool, type PostgresSettings, transactionSettings } from './pool.ts'
import { Publications } from './publications.ts'

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
  readonly #names = new Set<string>()

  constructor(settings: PostgresSettings, schema: string) {
    super()
    this.#pool = createPool(settings, schema)
    this.#transactionSettings = transactionSettings(settings, schema)
    this.#waitingMax = settings.waitingMax ?? defaultWaitingMax
    this.#publications = new Publications(settings, schema)
    this.read = kyselyOver<Tables>({
      acquire: () => this.#connect(),
      release: (connection) => connection.release(),
    })
    this.heavy = this.read
  }

  /** Call it after the migrations: loads the publications and listens for new ones. */
  async start(): Promise<void> {
    await this.#publications.start()
  }

  async run<Values extends Bindables<Values>, Row>(
    statement: Statement<Tables, Values, Row>,
    values: NoInfer<Values>,
  ): Promise<Row[]> {
    // The plans of names belong to a connection.
    if (this.#transactionSettings !== undefined) return await statement.runIn(this.read, values)
    const { name, sql: text, bind } = statement.built(this.read, values)
    const query = { text, values: bind(values), ...(this.#isNamed(name) ? { name } : {}) }
    this.#assertQueueNotFull()
    try {
      const { rows } = await this.#pool.query(query)
      return rows
    } catch (error) {
      throw toFailure(error)
    }
  }

  async runLong<Values extends Bindables<Values>, Row>(
    statement: Statement<Tables, Values, Row>,
    values: NoInfer<Values>,
  ): Promise<Row[]> {
    return await this.run(statement, values)
  }

  async snapshot<Result>(work: (read: Kysely<Tables>) => Promise<Result>, textMax?: number): Promise<Result> {
    return await this.#inTransaction('begin isolation level repeatable read read only', work, { textMax })
  }

  async transaction<Result>(
    work: (tx: Transaction<Tables>) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return await this.#inTransaction('begin', work, { signal })
  }

  protected override get publications(): PublicationState {
    return this.#publications.current
  }

  async ping(): Promise<void> {
    await sql`select 1 from publication limit 1`.execute(this.read)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#publications[Symbol.asyncDispose]()
    await this.#pool.end()
  }

  #isNamed(name: string): boolean {
    if (this.#names.size < namedMax) this.#names.add(name)
    return this.#names.has(name)
  }

  async #inTransaction<Result>(
    begin: string,
    work: (tx: Transaction<Tables>) => Promise<Result>,
    { signal, textMax }: { signal?: AbortSignal | undefined; textMax?: number | undefined },
  ): Promise<Result> {
    signal?.throwIfAborted()
    const connection = await this.#connect(textMax)
    const db = kyselyOver<Tables>({
      acquire: async () => connection,
      release: () => connection.release(),
      begin: () => connection.command(begin),
    })
    const result = await db.transaction().execute((tx) => abortable(work(tx), signal))
    for (const row of connection.published) this.#publications.record(row)
    return result
  }

  async #connect(textMax?: number): Promise<ClientConnection> {
    this.#assertQueueNotFull()
    try {
      return new ClientConnection(await this.#pool.connect(), this.#transactionSettings, textMax)
    } catch (error) {
      throw toFailure(error)
    }
  }

  #assertQueueNotFull(): void {
    if (this.#pool.waitingCount >= this.#waitingMax) throw tooManyWaiting('connections')
  }
}
