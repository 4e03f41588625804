/** A few threads for reads that would hold up everything else on this one. */

import { systemClock } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import { Slots } from '../semaphore.ts'
import type { WireValue } from '../sql-value.ts'
import { waitingMaxUsual } from '../waiting-limit.ts'
import type { DatabaseFile, Outcome } from './connection.ts'
import { whenNotBusy } from './retry-while-busy.ts'
import type { Session } from './session.ts'
import { ThreadSession } from './thread-session.ts'

const threadsMax = 2

export class HeavyReaders implements Session {
  readonly #file: DatabaseFile
  readonly #statementTimeoutMs: number
  readonly #slots: Slots
  readonly #idle: ThreadSession[] = []
  readonly #all = new Set<ThreadSession>()

  constructor(file: DatabaseFile, statementTimeoutMs: number, waitingMax = waitingMaxUsual) {
    this.#file = file
    this.#statementTimeoutMs = statementTimeoutMs
    this.#slots = new Slots({ count: threadsMax, waitingMax, waitMs: statementTimeoutMs, name: 'long reads' })
  }

  async run(sql: string, values: readonly WireValue[]): Promise<Outcome> {
    const giveBack = await this.#slots.take()
    const thread = this.#thread()
    // A statement cannot be interrupted: the caller is let go in time, the thread is free when it is done.
    const running = whenNotBusy(() => thread.run(sql, values), this.#statementTimeoutMs).finally(() => {
      if (thread.alive) this.#idle.push(thread)
      else this.#all.delete(thread)
      giveBack()
    })
    return await within(running, this.#statementTimeoutMs)
  }

  async each(): Promise<number> {
    throw new TypeError('heavy readers do not write')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#all].map((thread) => thread[Symbol.asyncDispose]()))
  }

  #thread(): ThreadSession {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (idle.alive) return idle
      this.#all.delete(idle)
    }
    const thread = new ThreadSession({ file: this.#file, readOnly: true })
    this.#all.add(thread)
    return thread
  }
}

async function within<Result>(running: Promise<Result>, timeoutMs: number): Promise<Result> {
  const done = new AbortController()
  const late = systemClock.sleep(timeoutMs, done.signal).then(
    () => {
      throw new Failure('deadline_exceeded', `The database needed more than ${timeoutMs} ms.`, {
        retryAfterSeconds: 1,
      })
    },
    () => running,
  )
  try {
    return await Promise.race([running, late])
  } finally {
    done.abort()
    running.catch(() => {})
  }
}
