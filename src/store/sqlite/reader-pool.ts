/** Connections for snapshots and streams, which each see one state of the data. */

import { Semaphore } from '../semaphore.ts'
import type { SqlValue } from '../sql-value.ts'
import type { DatabaseFile } from './connection.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import { LocalSession } from './session.ts'

const connectionsMax = 8

export class ReaderPool {
  readonly #file: DatabaseFile
  readonly #idle: LocalSession[] = []
  readonly #slots: Semaphore
  readonly #busyMs: number
  #closed = false

  constructor(file: DatabaseFile, busyMs: number, waitingMax: number) {
    this.#file = file
    this.#busyMs = busyMs
    this.#slots = new Semaphore({ permits: connectionsMax, waitingMax, waitMs: busyMs, name: 'snapshots' })
  }

  /** Runs `work` in a read transaction on a dedicated connection. */
  async use<Result>(work: (session: LocalSession) => Promise<Result>): Promise<Result> {
    const release = await this.#slots.acquire()
    try {
      const session = await this.#session()
      try {
        await retryWhileBusy(() => session.run('begin', []), this.#busyMs)
        return await work(session)
      } finally {
        this.#returnSession(session)
      }
    } finally {
      release()
    }
  }

  async *stream(
    sql: string,
    values: readonly SqlValue[],
    chunkSize: number,
  ): AsyncIterableIterator<unknown[]> {
    const release = await this.#slots.acquire()
    try {
      const session = await this.#session()
      try {
        yield* readInChunks(session, sql, values, chunkSize)
      } finally {
        this.#returnSession(session)
      }
    } finally {
      release()
    }
  }

  close(): void {
    this.#closed = true
    for (const session of this.#idle.splice(0)) session.connection.close()
  }

  async #session(): Promise<LocalSession> {
    return this.#idle.pop() ?? (await retryWhileBusy(() => new LocalSession(this.#file, true), this.#busyMs))
  }

  #returnSession(session: LocalSession): void {
    try {
      if (session.connection.inTransaction) session.connection.run('rollback', [])
    } catch {
      session.connection.close()
      return
    }
    if (this.#closed) session.connection.close()
    else this.#idle.push(session)
  }
}

/** The rows of a statement, `size` at a time. */
export function* readInChunks(
  session: LocalSession,
  sql: string,
  values: readonly SqlValue[],
  size: number,
): Generator<unknown[]> {
  const rows = session.connection.iterate(sql, values)
  try {
    for (let chunk: unknown[] = []; ; chunk = []) {
      let next = rows.next()
      for (; !next.done; next = rows.next()) {
        chunk.push(next.value)
        if (chunk.length >= size) break
      }
      if (chunk.length > 0) yield chunk
      if (next.done) return
    }
  } finally {
    rows.return?.()
  }
}
