/** Threads for long reads, which would block this one. */

import { withTimeout } from '../../../core/async/with-timeout.ts'
import { type Clock, systemClock } from '../../../core/clock.ts'
import { Failure } from '../../../core/errors.ts'
import { defaultWaitingMax, Semaphore } from '../../semaphore.ts'
import type { SqlValue } from '../../sql-value.ts'
import type { DatabaseFile, Session, StatementResult } from '../connection.ts'
import { retryWhileBusy } from '../retry-while-busy.ts'
import { ThreadSession } from './thread-session.ts'

const threadsMax = 2
/** An idle thread ends: it holds memory for its program and for every page of the file that it has read. */
const idleMsMax = 30_000

export class HeavyReaders implements Session {
  readonly #file: DatabaseFile
  readonly #statementTimeoutMs: number
  readonly #clock: Clock
  readonly #slots: Semaphore
  readonly #idle: ThreadSession[] = []
  readonly #cancelEnd = new Map<ThreadSession, () => void>()
  readonly #all = new Set<ThreadSession>()
  #isClosed = false

  constructor(
    file: DatabaseFile,
    statementTimeoutMs: number,
    waitingMax = defaultWaitingMax,
    clock = systemClock,
  ) {
    this.#file = file
    this.#statementTimeoutMs = statementTimeoutMs
    this.#clock = clock
    this.#slots = new Semaphore({
      permits: threadsMax,
      waitingMax,
      waitMs: statementTimeoutMs,
      name: 'long reads',
    })
  }

  async run(sql: string, values: readonly SqlValue[]): Promise<StatementResult> {
    const release = await this.#slots.acquire()
    const thread = this.#thread()
    // A statement cannot be interrupted: on timeout the caller gets an error, and the thread stays busy until it is done.
    const running = retryWhileBusy(() => thread.run(sql, values), this.#statementTimeoutMs).finally(() => {
      if (thread.alive) this.#rest(thread)
      else this.#all.delete(thread)
      release()
    })
    return await withTimeout(this.#clock, this.#statementTimeoutMs, running, () => {
      throw new Failure(
        'deadline_exceeded',
        `The database took longer than ${this.#statementTimeoutMs} ms.`,
        {
          retryAfterSeconds: 1,
        },
      )
    })
  }

  async runMany(): Promise<number> {
    throw new TypeError('heavy readers cannot write')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    for (const cancel of this.#cancelEnd.values()) cancel()
    await Promise.all([...this.#all].map((thread) => thread[Symbol.asyncDispose]()))
  }

  #thread(): ThreadSession {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      this.#cancelEnd.get(idle)?.()
      this.#cancelEnd.delete(idle)
      if (idle.alive) return idle
      this.#all.delete(idle)
    }
    const thread = new ThreadSession({ file: this.#file, readOnly: true })
    this.#all.add(thread)
    return thread
  }

  #rest(thread: ThreadSession): void {
    if (this.#isClosed) return
    this.#idle.push(thread)
    this.#cancelEnd.set(
      thread,
      this.#clock.after(idleMsMax, () => {
        this.#cancelEnd.delete(thread)
        this.#idle.splice(this.#idle.indexOf(thread), 1)
        thread[Symbol.asyncDispose]()
          .catch(() => {})
          .finally(() => this.#all.delete(thread))
      }),
    )
  }
}
