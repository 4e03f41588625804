/** A session in a database thread: sends statements and waits for their results. */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Failure } from '../../../core/errors.ts'
import type { SqlValue } from '../../sql-value.ts'
import type { Session, StatementResult } from '../connection.ts'
import { fromPlainError } from '../errors.ts'
import type { ThreadReply, ThreadRequest, ThreadResult, ThreadSettings } from './thread.ts'

type WithoutId<Request> = Request extends { id: number } ? Omit<Request, 'id'> : never
type PendingCall = { resolve(result: ThreadResult): void; reject(error: unknown): void }

/** Rows live until they are sent. The default of the runtime is several times as much, for each thread. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 }

export class ThreadSession implements Session {
  readonly #worker: Worker
  readonly #pending = new Map<number, PendingCall>()
  #lastId = 0
  #endedBy: Failure | undefined
  #closed: Promise<void> | undefined

  constructor(settings: ThreadSettings) {
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: settings,
      resourceLimits,
    })
    this.#worker.on('message', (reply: ThreadReply) => this.#settle(reply))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail())
  }

  get alive(): boolean {
    return this.#endedBy === undefined
  }

  async run(sql: string, values: readonly SqlValue[]): Promise<StatementResult> {
    const result = await this.#send({ kind: 'run', sql, values })
    if (result === null || typeof result === 'number' || !('rows' in result)) throw unexpectedReply()
    return result
  }

  async runMany(sql: string, rows: readonly (readonly SqlValue[])[]): Promise<number> {
    return Number(await this.#send({ kind: 'each', sql, rows }))
  }

  /** Waits for everything sent before. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed ??= this.#close()
    await this.#closed
  }

  async #close(): Promise<void> {
    if (!this.alive) return
    const exited = once(this.#worker, 'exit')
    await this.#send({ kind: 'close' })
    await exited
  }

  /** Ends the thread immediately; the next process to open the file rolls back an open transaction. */
  async kill(): Promise<void> {
    await this.#worker.terminate()
  }

  #send(request: WithoutId<ThreadRequest>): Promise<ThreadResult> {
    if (this.#endedBy) return Promise.reject(this.#endedBy)
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#worker.postMessage({ ...request, id })
    })
  }

  #settle(reply: ThreadReply): void {
    const waiting = this.#pending.get(reply.id)
    this.#pending.delete(reply.id)
    if ('error' in reply) waiting?.reject(fromPlainError(reply.error))
    else waiting?.resolve(reply.result)
  }

  #fail(cause?: unknown): void {
    this.#endedBy ??= new Failure('store_unavailable', 'The database thread ended.', {
      retryAfterSeconds: 1,
      cause,
    })
    for (const waiting of this.#pending.values()) waiting.reject(this.#endedBy)
    this.#pending.clear()
  }
}

function unexpectedReply(): TypeError {
  return new TypeError('the database thread sent an unexpected reply')
}
