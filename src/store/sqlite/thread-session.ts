/** The outside of a database thread: sends statements over and waits for their answers. */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Failure } from '../../core/errors.ts'
import type { WireValue } from '../sql-value.ts'
import type { Outcome } from './connection.ts'
import { fromPlainError } from './errors.ts'
import type { Session } from './session.ts'
import type { ThreadReply, ThreadRequest, ThreadSettings } from './thread.ts'

type Unnumbered<Request> = Request extends { id: number } ? Omit<Request, 'id'> : never
type Waiting = { resolve(result: Outcome | number | null): void; reject(error: unknown): void }

export class ThreadSession implements Session {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #gone: Failure | undefined

  constructor(settings: ThreadSettings) {
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: settings })
    this.#worker.on('message', (reply: ThreadReply) => this.#settle(reply))
    this.#worker.on('error', (error) => this.#die(error))
    this.#worker.on('exit', () => this.#die())
  }

  get alive(): boolean {
    return this.#gone === undefined
  }

  async run(sql: string, values: readonly WireValue[]): Promise<Outcome> {
    const result = await this.#ask({ kind: 'run', sql, values })
    if (result === null || typeof result === 'number')
      throw new TypeError('the database thread answered out of turn')
    return result
  }

  async each(sql: string, rows: readonly (readonly WireValue[])[]): Promise<number> {
    return Number(await this.#ask({ kind: 'each', sql, rows }))
  }

  /** Whatever was sent before is done first. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.alive) return
    const exited = once(this.#worker, 'exit')
    await this.#ask({ kind: 'close' })
    await exited
  }

  /** Ends the thread at once; an open transaction is rolled back by the next one who opens the file. */
  async kill(): Promise<void> {
    await this.#worker.terminate()
  }

  #ask(request: Unnumbered<ThreadRequest>): Promise<Outcome | number | null> {
    if (this.#gone) return Promise.reject(this.#gone)
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ ...request, id })
    })
  }

  #settle(reply: ThreadReply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if ('error' in reply) waiting?.reject(fromPlainError(reply.error))
    else waiting?.resolve(reply.result)
  }

  #die(cause?: unknown): void {
    this.#gone ??= new Failure('store_unavailable', 'The database thread ended.', {
      retryAfterSeconds: 1,
      cause,
    })
    for (const waiting of this.#waiting.values()) waiting.reject(this.#gone)
    this.#waiting.clear()
  }
}
