/** A SQLite file as a `Database`: short reads on this thread, long ones on others, one writer. */

import { Kysely, sql, type Transaction } from 'kysely'
import { untilAborted } from '../../core/abortable.ts'
import { Slots } from '../semaphore.ts'
import { type Build, PreparedTexts } from '../statement-cache.ts'
import type { Bindable, Database } from '../store.ts'
import { waitingMaxUsual } from '../waiting-limit.ts'
import { Commits } from './commit-counter.ts'
import type { DatabaseFile } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import { isBusy, toFailure } from './errors.ts'
import { HeavyReaders } from './heavy-readers.ts'
import { SessionConnection, SessionDialect } from './kysely-dialect.ts'
import { Publications } from './publications.ts'
import { inChunks, ReaderPool } from './reader-pool.ts'
import { whenNotBusy } from './retry-while-busy.ts'
import { LocalSession, type Session } from './session.ts'
import { ThreadSession } from './thread-session.ts'

export interface SqliteDatabaseOptions {
  readonly file: DatabaseFile
  /** With threads, writes and long reads leave this thread; without, everything runs on it. */
  readonly threads: boolean
  readonly statementTimeoutMs: number
  /** How long a write waits for another process's transaction. */
  readonly busyMs: number
  /** Before each queue of this database. */
  readonly waitingMax?: number | undefined
}

export class SqliteDatabase<Tables> implements Database<Tables>, AsyncDisposable {
  readonly engine = 'sqlite'
  readonly dialect = sqliteDialect
  readonly read: Kysely<Tables>
  readonly heavy: Kysely<Tables>
  readonly #options: SqliteDatabaseOptions
  readonly #reader: LocalSession
  readonly #snapshots: ReaderPool
  readonly #heavyReaders: HeavyReaders | undefined
  readonly #commits: Commits
  readonly #publications: Publications
  readonly #texts: PreparedTexts<Tables>
  readonly #turns: Slots
  #writer: LocalSession | ThreadSession | undefined

  constructor(options: SqliteDatabaseOptions) {
    this.#options = options
    const { file, busyMs, statementTimeoutMs, waitingMax = waitingMaxUsual } = options
    this.#reader = new LocalSession(file, true)
    this.#snapshots = new ReaderPool(file, busyMs, waitingMax)
    this.#commits = new Commits(file.path)
    this.#publications = new Publications(this.#reader.connection, this.#commits)
    this.#turns = new Slots({ count: 1, waitingMax, waitMs: busyMs, name: 'writes' })
    this.read = this.#kyselyOver(patient(this.#reader, busyMs))
    this.#heavyReaders = options.threads ? new HeavyReaders(file, statementTimeoutMs, waitingMax) : undefined
    this.heavy = this.#heavyReaders ? this.#kyselyOver(this.#heavyReaders) : this.read
    this.#texts = new PreparedTexts(this.read)
  }

  async prepared<Row>(
    shape: string,
    build: Build<Tables>,
    values: Readonly<Record<string, Bindable>>,
  ): Promise<Row[]> {
    const text = this.#texts.text(shape, build)
    const bound = text.bind(values)
    try {
      return this.#reader.connection.all(text.sql, bound) as Row[]
    } catch (error) {
      if (!isBusy(error)) throw toFailure(error)
      return await whenNotBusy(
        () => this.#reader.connection.all(text.sql, bound) as Row[],
        this.#options.busyMs,
      )
    }
  }

  async snapshot<Result>(work: (read: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    return await this.#snapshots.use(async (session) => {
      const connection = new SessionConnection(session, async function* (sql, values, chunkSize) {
        yield* inChunks(session, sql, values, chunkSize)
      })
      try {
        return await work(new Kysely<Tables>({ dialect: new SessionDialect(connection) }))
      } finally {
        connection.end()
      }
    })
  }

  async transaction<Result>(
    work: (tx: Transaction<Tables>) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const giveBack = await this.#turns.take(signal)
    try {
      const session = await whenNotBusy(() => this.#openWriter(), this.#options.busyMs, signal)
      const dialect = new SessionDialect(new SessionConnection(session), {
        begin: async () => {
          await whenNotBusy(() => session.run('begin immediate', []), this.#options.busyMs, signal)
        },
        commit: async () => {
          await session.run('commit', []).catch((error) => Promise.reject(toFailure(error)))
          this.#commits.add()
        },
        rollback: () => this.#rollBack(session),
      })
      const db = new Kysely<Tables>({ dialect })
      return await db.transaction().execute((tx) => untilAborted(work(tx), signal))
    } finally {
      giveBack()
    }
  }

  version(scope: string): number {
    return this.#publications.get(scope)?.version ?? 0
  }

  publishedAt(scope: string): number {
    return this.#publications.get(scope)?.published_at ?? 0
  }

  async ping(): Promise<void> {
    await sql`select 1 from publication limit 1`.execute(this.read)
  }

  /** Readers first: the last to close, if it may write, folds the log back into the file. */
  async [Symbol.asyncDispose](): Promise<void> {
    // A transaction that is still not done after its time is rolled back with the connection.
    await this.#turns.take().catch(() => {})
    await this.#heavyReaders?.[Symbol.asyncDispose]()
    this.#snapshots.close()
    await this.#reader[Symbol.asyncDispose]()
    await this.#writer?.[Symbol.asyncDispose]()
  }

  #openWriter(): Session {
    if (this.#writer instanceof ThreadSession && !this.#writer.alive) this.#writer = undefined
    const { file, threads } = this.#options
    this.#writer ??= threads ? new ThreadSession({ file, readOnly: false }) : new LocalSession(file, false)
    return this.#writer
  }

  /** A connection that cannot roll back is of no use to the next transaction. */
  async #rollBack(session: Session): Promise<void> {
    try {
      await session.run('rollback', [])
    } catch {
      if (this.#writer === session) this.#writer = undefined
      await session[Symbol.asyncDispose]().catch(() => {})
    }
  }

  #kyselyOver(session: Session): Kysely<Tables> {
    const connection = new SessionConnection(session, (sql, values, chunkSize) =>
      this.#snapshots.stream(sql, values, chunkSize),
    )
    return new Kysely<Tables>({ dialect: new SessionDialect(connection) })
  }
}

/** Reads meet a lock only while another process recovers or closes the file. */
function patient(session: LocalSession, busyMs: number): Session {
  return {
    run: async (sql, values) => {
      try {
        return session.connection.run(sql, values)
      } catch (error) {
        if (!isBusy(error)) throw error
        return await whenNotBusy(() => session.run(sql, values), busyMs)
      }
    },
    each: (sql, rows) => session.each(sql, rows),
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  }
}
