/** A SQLite file as a `Database`: short reads run in this thread, long ones in others, and there is one writer. */

import { type Kysely, sql, type Transaction } from 'kysely'
import { abortable } from '../../core/async/abortable.ts'
import { type Clock, systemClock } from '../../core/clock.ts'
import { chunks } from '../chunks.ts'
import { type PublicationState, PublishedDatabase } from '../publication-stamp.ts'
import { defaultWaitingMax, Semaphore } from '../semaphore.ts'
import type { Bindables, Statement } from '../statements/statement.ts'
import type { Database } from '../store.ts'
import { CommitCounter } from './commit-counter.ts'
import { type DatabaseFile, type Session, SqliteConnection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import { toFailure } from './errors.ts'
import { kyselyOver, SessionConnection } from './kysely-dialect.ts'
import { Publications } from './publications.ts'
import { ReaderPool } from './reader-pool.ts'
import { ReleaseWhenQuiet } from './release-when-quiet.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import { HeavyReaders } from './threads/heavy-readers.ts'
import { ThreadSession } from './threads/thread-session.ts'
import { WriteDemand } from './write-demand.ts'

export interface SqliteDatabaseOptions {
  readonly file: DatabaseFile
  /** Whether writes and long reads run in other threads. */
  readonly threads: boolean
  readonly statementTimeoutMs: number
  /** How long a write waits for the transaction of another process. */
  readonly busyMs: number
  /** Whether its writes let those of others go first: those of a sync do. */
  readonly givesWay?: boolean
  /** For each queue of this database. */
  readonly waitingMax?: number | undefined
  readonly clock?: Clock
}

/** For a database without threads. */
const readerCacheBytes = 2 * 1024 * 1024

export class SqliteDatabase<Tables> extends PublishedDatabase implements Database<Tables>, AsyncDisposable {
  readonly engine = 'sqlite'
  readonly dialect = sqliteDialect
  readonly read: Kysely<Tables>
  readonly heavy: Kysely<Tables>
  readonly #options: SqliteDatabaseOptions
  readonly #reader: SqliteConnection
  readonly #snapshots: ReaderPool
  readonly #heavyReaders: HeavyReaders | undefined
  readonly #commits: CommitCounter
  readonly #demand: WriteDemand
  readonly #publications: Publications
  readonly #writePermit: Semaphore
  readonly #readsQuiet: ReleaseWhenQuiet | undefined
  readonly #writesQuiet: ReleaseWhenQuiet | undefined
  #writer: SqliteConnection | ThreadSession | undefined

  constructor(options: SqliteDatabaseOptions) {
    super()
    this.#options = options
    const { file, threads, busyMs, statementTimeoutMs, waitingMax = defaultWaitingMax } = options
    const { clock = systemClock } = options
    // A sync reads most pages once; the writer keeps those that it changes.
    const readerFile = threads ? file : { ...file, cacheBytes: readerCacheBytes }
    this.#reader = new SqliteConnection(readerFile, true)
    this.#snapshots = new ReaderPool(readerFile, busyMs, waitingMax)
    this.#commits = new CommitCounter(file.path)
    this.#demand = new WriteDemand(file.path)
    this.#publications = new Publications(this.#reader, this.#commits)
    this.#writePermit = new Semaphore({ permits: 1, waitingMax, waitMs: busyMs, name: 'writes' })
    this.read = this.#streamingKysely(retryingSession(this.#reader, busyMs, () => this.#readsQuiet?.used()))
    this.#heavyReaders = threads ? new HeavyReaders(file, statementTimeoutMs, waitingMax) : undefined
    this.heavy = this.#heavyReaders ? this.#streamingKysely(this.#heavyReaders) : this.read
    if (threads) {
      this.#readsQuiet = new ReleaseWhenQuiet({
        clock,
        quietUsesMax: 100,
        release: () => this.#releaseReaders(),
      })
      this.#writesQuiet = new ReleaseWhenQuiet({
        clock,
        quietUsesMax: 0,
        release: () => void this.#endWriter().catch(() => {}),
      })
    }
  }

  async run<Values extends Bindables<Values>, Row>(
    statement: Statement<Tables, Values, Row>,
    values: NoInfer<Values>,
  ): Promise<Row[]> {
    this.#readsQuiet?.used()
    const { sql, bind } = statement.built(this.read, values)
    const bound = bind(values)
    return await retryWhileBusy(() => this.#reader.all(sql, bound) as Row[], this.#options.busyMs)
  }

  async runLong<Values extends Bindables<Values>, Row>(
    statement: Statement<Tables, Values, Row>,
    values: NoInfer<Values>,
  ): Promise<Row[]> {
    return await statement.runIn(this.heavy, values)
  }

  async snapshot<Result>(work: (read: Kysely<Tables>) => Promise<Result>, textMax?: number): Promise<Result> {
    this.#readsQuiet?.used()
    return await this.#snapshots.use(async (session) => {
      const limited = textMax === undefined ? session : limitTexts(session, textMax)
      const connection = new SessionConnection(limited, async function* (sql, values, chunkSize) {
        yield* chunks(session.iterate(sql, values), chunkSize)
      })
      try {
        return await work(kyselyOver<Tables>(connection))
      } finally {
        connection.end()
      }
    })
  }

  async transaction<Result>(
    work: (tx: Transaction<Tables>) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    this.#writesQuiet?.used()
    const release = await this.#writePermit.acquire(signal)
    try {
      const session = await retryWhileBusy(() => this.#openWriter(), this.#options.busyMs, signal)
      const db = kyselyOver<Tables>(new SessionConnection(session), {
        begin: async () => {
          const { busyMs, givesWay } = this.#options
          if (givesWay) await this.#demand.giveWay(signal)
          let isLate = false
          await retryWhileBusy(
            () => session.run('begin immediate', []),
            busyMs,
            signal,
            () => {
              isLate = !givesWay
              if (isLate) this.#demand.note()
            },
          )
          if (isLate) this.#demand.clear()
        },
        commit: async () => {
          try {
            await session.run('commit', [])
          } catch (error) {
            throw toFailure(error)
          }
          this.#commits.increment()
        },
        rollback: () => this.#rollBack(session),
      })
      return await db.transaction().execute((tx) => abortable(work(tx), signal))
    } finally {
      release()
    }
  }

  /** In this thread, for a short write at the start: another thread would take longer to start than the write. */
  async transactionHere(work: (tx: Transaction<Tables>) => Promise<void>): Promise<void> {
    await using local = new SqliteDatabase<Tables>({ ...this.#options, threads: false })
    await local.transaction(work)
  }

  protected override get publications(): PublicationState {
    return this.#publications.current
  }

  async ping(): Promise<void> {
    await sql`select 1 from publication limit 1`.execute(this.read)
  }

  /** Readers first: the writer, closed last, moves the log back into the file. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#readsQuiet?.[Symbol.dispose]()
    this.#writesQuiet?.[Symbol.dispose]()
    // A transaction that exceeds its time limit is rolled back with the connection.
    await this.#writePermit.acquire().catch(() => {})
    await this.#heavyReaders?.[Symbol.asyncDispose]()
    this.#snapshots.close()
    this.#reader.close()
    await this.#writer?.[Symbol.asyncDispose]()
  }

  #openWriter(): Session {
    if (this.#writer instanceof ThreadSession && !this.#writer.alive) this.#writer = undefined
    const { file, threads } = this.#options
    this.#writer ??= threads
      ? new ThreadSession({ file, readOnly: false })
      : new SqliteConnection(file, false)
    return this.#writer
  }

  /** Snapshots that are in use stay open; the next read maps the file again. */
  #releaseReaders(): void {
    this.#snapshots.closeIdle()
    try {
      this.#reader.releaseMemory()
    } catch {
      // Another process recovers or closes the file. There will be another quiet moment.
    }
  }

  /** The next write starts another thread. */
  async #endWriter(): Promise<void> {
    const release = await this.#writePermit.acquire()
    try {
      const writer = this.#writer
      this.#writer = undefined
      await writer?.[Symbol.asyncDispose]()
    } finally {
      release()
    }
  }

  /** Discards a connection that cannot roll back. */
  async #rollBack(session: Session): Promise<void> {
    try {
      await session.run('rollback', [])
    } catch {
      if (this.#writer === session) this.#writer = undefined
      await session[Symbol.asyncDispose]().catch(() => {})
    }
  }

  #streamingKysely(session: Session): Kysely<Tables> {
    return kyselyOver<Tables>(
      new SessionConnection(session, (sql, values, chunkSize) =>
        this.#snapshots.stream(sql, values, chunkSize),
      ),
    )
  }
}

function limitTexts(session: SqliteConnection, textMax: number): Session {
  return {
    run: (sql, values) => session.runLimited(sql, values, textMax),
    runMany: (sql, rows) => session.runMany(sql, rows),
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  }
}

/** Reads meet a lock only while another process recovers or closes the file. */
function retryingSession(session: SqliteConnection, busyMs: number, used: () => void): Session {
  return {
    run: (sql, values) => {
      used()
      return retryWhileBusy(() => session.run(sql, values), busyMs)
    },
    runMany: (sql, rows) => session.runMany(sql, rows),
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  }
}
