/** Connections for snapshots and streams, which each see one state of the data. */

import { chunks } from '../chunks.ts'
import { Semaphore } from '../semaphore.ts'
import type { SqlValue } from '../sql-value.ts'
import { type DatabaseFile, SqliteConnection } from './connection.ts'
import { retryWhileBusy } from './retry-while-busy.ts'

const connectionsMax = 8

export class ReaderPool {
  readonly #file: DatabaseFile
  readonly #idle: SqliteConnection[] = []
  readonly #slots: Semaphore
  readonly #busyMs: number
  #closed = false

  constructor(file: DatabaseFile, busyMs: number, waitingMax: number) {
    this.#file = file
    this.#busyMs = busyMs
    this.#slots = new Semaphore({ permits: connectionsMax, waitingMax, waitMs: busyMs, name: 'snapshots' })
  }

  /** Runs `work` in a read transaction on a dedicated connection. */
  async use<Result>(work: (session: SqliteConnection) => Promise<Result>): Promise<Result> {
    using borrowed = await this.#borrow()
    await retryWhileBusy(() => borrowed.session.run('begin', []), this.#busyMs)
    return await work(borrowed.session)
  }

  async *stream(
    sql: string,
    values: readonly SqlValue[],
    chunkSize: number,
  ): AsyncIterableIterator<unknown[]> {
    using borrowed = await this.#borrow()
    yield* chunks(borrowed.session.iterate(sql, values), chunkSize)
  }

  close(): void {
    this.#closed = true
    this.closeIdle()
  }

  closeIdle(): void {
    for (const session of this.#idle.splice(0)) session.close()
  }

  async #borrow(): Promise<Disposable & { readonly session: SqliteConnection }> {
    const release = await this.#slots.acquire()
    try {
      const open = () => new SqliteConnection(this.#file, true)
      const session = this.#idle.pop() ?? (await retryWhileBusy(open, this.#busyMs))
      return {
        session,
        [Symbol.dispose]: () => {
          this.#returnSession(session)
          release()
        },
      }
    } catch (error) {
      release()
      throw error
    }
  }

  #returnSession(session: SqliteConnection): void {
    try {
      if (session.inTransaction) session.run('rollback', [])
    } catch {
      session.close()
      return
    }
    if (this.#closed) session.close()
    else this.#idle.push(session)
  }
}
