/** Limits how long a request may take, and ends it early when the client disconnects. */

import type { ServerResponse } from 'node:http'
import { Failure } from '../../core/errors.ts'

/** Thrown when the client no longer waits for the response. */
export class ClientDisconnected extends Error {}

/** Starts with the first wait, or when the signal is first used. */
export class RequestDeadline {
  readonly #response: ServerResponse
  #ms: number
  #timer: NodeJS.Timeout | undefined
  #isWatching = false
  /** Why the request ended early. */
  #reason: Error | undefined
  #ended: PromiseWithResolvers<never> | undefined
  #controller: AbortController | undefined

  constructor(response: ServerResponse, ms: number) {
    this.#response = response
    this.#ms = ms
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#reason) this.#controller.abort(this.#reason)
    }
    this.#start()
    return this.#controller.signal
  }

  /** Resolves with the result of the work, or rejects with what ended the wait for it. */
  wait<Result>(work: Promise<Result> | Result): Promise<Result> {
    this.#start()
    this.#ended ??= Promise.withResolvers<never>()
    if (this.#reason) this.#ended.reject(this.#reason)
    // The reason comes first: aborted work rejects in many ways.
    return Promise.race([this.#ended.promise, work])
  }

  /** From now on there is so much more time than at first. */
  extend(ms: number): void {
    this.#ms += ms
    if (this.#timer === undefined) return
    this.stop()
    this.#start()
  }

  /** The next wait starts it again. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #start(): void {
    if (this.#reason) return
    // Connections that are waited for keep the process running.
    this.#timer ??= setTimeout(() => this.#end(deadlineExceeded()), this.#ms).unref()
    if (this.#isWatching) return
    this.#isWatching = true
    this.#response.once('close', () => {
      if (!this.#response.writableFinished) this.#end(new ClientDisconnected('client disconnected'))
    })
  }

  #end(reason: Error): void {
    this.#reason ??= reason
    this.#ended?.reject(this.#reason)
    this.#controller?.abort(this.#reason)
  }
}

export function deadlineExceeded(cause?: Error): Failure {
  return new Failure('deadline_exceeded', 'The response timed out.', { retryAfterSeconds: 2, cause })
}
