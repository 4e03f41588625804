/** How long answering one request may take, and what ends it early. */

import type { ServerResponse } from 'node:http'
import { Failure } from '../../core/errors.ts'

/** Thrown when nobody waits for the answer any more. */
export class ClientDisconnected extends Error {}

export class RequestDeadline {
  readonly #timer: NodeJS.Timeout
  readonly #ended = Promise.withResolvers<never>()
  /** Made for those who ask: most work is done before it could be called off. */
  #controller: AbortController | undefined
  #reason: Error | undefined

  /** Ends when the time is up or the caller has gone away. */
  constructor(response: ServerResponse, ms: number) {
    this.#ended.promise.catch(() => {})
    this.#timer = setTimeout(() => this.#end(deadlineExceeded()), ms)
    response.once('close', () => {
      if (!response.writableFinished) this.#end(new ClientDisconnected('the caller went away'))
    })
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#reason) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  /** The result of the work, or what ended the wait for it. */
  async wait<Result>(work: Promise<Result> | Result): Promise<Result> {
    if (!(work instanceof Promise)) return work
    try {
      return await Promise.race([work, this.#ended.promise])
    } catch (error) {
      // Work that was called off says so in many ways.
      throw this.#reason ?? error
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #end(reason: Error): void {
    if (this.#reason) return
    this.#reason = reason
    this.#controller?.abort(reason)
    this.#ended.reject(reason)
  }
}

function deadlineExceeded(): Failure {
  return new Failure('deadline_exceeded', 'The answer could not be made in time.', { retryAfterSeconds: 2 })
}
