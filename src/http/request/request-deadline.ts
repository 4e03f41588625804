/** Limits how long a request may take, and ends it early when the client disconnects. */

import type { ServerResponse } from 'node:http'
import { abortable } from '../../core/async/abortable.ts'
import { Failure } from '../../core/errors.ts'

/** Thrown when the client no longer waits for the response. */
export class ClientDisconnected extends Error {}

export class RequestDeadlines {
  readonly #ms: number

  /** `ms`: how long each request may take. */
  constructor(ms: number) {
    this.#ms = ms
  }

  create(response: ServerResponse): RequestDeadline {
    return new RequestDeadline(response, this.#ms)
  }

  /** Resolves with the result of the work, or rejects with what ended the wait for it. */
  async wait<Result>(response: ServerResponse, work: Promise<Result>): Promise<Result> {
    const deadline = this.create(response)
    try {
      return await deadline.wait(work)
    } finally {
      deadline.stop()
    }
  }
}

/** Starts with the first wait, or when the signal is first used. */
export class RequestDeadline {
  readonly #response: ServerResponse
  readonly #ms: number
  #controller: AbortController | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(response: ServerResponse, ms: number) {
    this.#response = response
    this.#ms = ms
  }

  get signal(): AbortSignal {
    this.#controller ??= this.#start()
    return this.#controller.signal
  }

  /** Resolves with the result of the work, or rejects with what ended the wait for it. */
  async wait<Result>(work: Promise<Result> | Result): Promise<Result> {
    const { signal } = this
    try {
      return await abortable(Promise.resolve(work), signal)
    } catch (error) {
      // Aborted work rejects in many ways.
      throw signal.aborted ? signal.reason : error
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #start(): AbortController {
    const controller = new AbortController()
    // Connections that are waited for keep the process running.
    this.#timer = setTimeout(() => controller.abort(deadlineExceeded()), this.#ms).unref()
    this.#response.once('close', () => {
      if (!this.#response.writableFinished) controller.abort(new ClientDisconnected('client disconnected'))
    })
    return controller
  }
}

export function deadlineExceeded(cause?: Error): Failure {
  return new Failure('deadline_exceeded', 'The response timed out.', { retryAfterSeconds: 2, cause })
}
