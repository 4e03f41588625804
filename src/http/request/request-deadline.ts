/** Limits how long a request may take, and ends it early when the client disconnects. */

import type { ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { Failure } from '../../core/errors.ts'

/** Thrown when the client no longer waits for the response. */
export class ClientDisconnected extends Error {}

/**
 * The requests that are being handled, the oldest first. All may take the same time, so one timer for the oldest is
 * enough, where a timer for each costs more than the rest of a deadline.
 */
export class RequestDeadlines {
  readonly #ms: number
  readonly #running = new Set<RequestDeadline>()
  #timer: NodeJS.Timeout | undefined

  /** `ms`: how long each may take. */
  constructor(ms: number) {
    this.#ms = ms
  }

  start(response: ServerResponse): RequestDeadline {
    const deadline = new RequestDeadline(response, performance.now() + this.#ms, this.#running)
    this.#running.add(deadline)
    this.#timer ??= this.#wait(this.#ms)
    return deadline
  }

  /** Connections that are waited for keep the process running. */
  #wait(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#endExpired(), ms).unref()
  }

  #endExpired(): void {
    this.#timer = undefined
    const now = performance.now()
    for (const deadline of this.#running) {
      if (deadline.at > now) {
        this.#timer = this.#wait(deadline.at - now)
        return
      }
      deadline.expire()
    }
  }
}

export class RequestDeadline {
  /** By the clock of this thread. */
  readonly at: number
  readonly #running: Set<RequestDeadline>
  /** Ends the wait; undefined before it begins. */
  #rejectWait: ((reason: Error) => void) | undefined
  /** Created on first use: most handlers finish without it. */
  #controller: AbortController | undefined
  #reason: Error | undefined

  constructor(response: ServerResponse, at: number, running: Set<RequestDeadline>) {
    this.at = at
    this.#running = running
    response.on('close', () => {
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
  wait<Result>(work: Promise<Result> | Result): Promise<Result> | Result {
    if (!(work instanceof Promise)) return work
    // One promise per request, where `Promise.race` makes several.
    return new Promise<Result>((resolve, reject) => {
      this.#rejectWait = reject
      // Aborted work rejects in many ways.
      work.then(resolve, (error) => reject(this.#reason ?? error))
      if (this.#reason) reject(this.#reason)
    })
  }

  expire(): void {
    this.stop()
    this.#end(deadlineExceeded())
  }

  stop(): void {
    this.#running.delete(this)
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
