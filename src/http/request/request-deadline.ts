/** Limits how long a request may take, and ends it early when the client disconnects. */

import type { ServerResponse } from 'node:http'
import { Failure } from '../../core/errors.ts'

/** Thrown when the client no longer waits for the response. */
export class ClientDisconnected extends Error {}

export class RequestDeadline {
  readonly #timer: NodeJS.Timeout
  /** Ends the wait; undefined before it begins. */
  #rejectWait: ((reason: Error) => void) | undefined
  /** Created on first use: most handlers finish without it. */
  #controller: AbortController | undefined
  #reason: Error | undefined

  constructor(response: ServerResponse, ms: number) {
    this.#timer = setTimeout(() => this.#end(deadlineExceeded()), ms)
    response.once('close', () => {
      if (!response.writableFinished) this.#end(new ClientDisconnected('client disconnected'))
    })
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#reason) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  /** Resolves with the result of the work, or rejects with what ended the wait for it. */
  async wait<Result>(work: Promise<Result> | Result): Promise<Result> {
    if (!(work instanceof Promise)) return work
    // One promise per request, where `Promise.race` makes several.
    return await new Promise<Result>((resolve, reject) => {
      this.#rejectWait = reject
      // Aborted work rejects in many ways.
      work.then(resolve, (error) => reject(this.#reason ?? error))
      if (this.#reason) reject(this.#reason)
    })
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #end(reason: Error): void {
    if (this.#reason) return
    this.#reason = reason
    this.#controller?.abort(reason)
    this.#rejectWait?.(reason)
  }
}

export function deadlineExceeded(cause?: Error): Failure {
  return new Failure('deadline_exceeded', 'The response timed out.', { retryAfterSeconds: 2, cause })
}
