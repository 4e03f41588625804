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

  create(response: ServerResponse): RequestDeadline {
    return new RequestDeadline(response, this)
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

  /** When a deadline that starts now ends. */
  add(deadline: RequestDeadline): number {
    this.#running.add(deadline)
    this.#timer ??= this.#wait(this.#ms)
    return performance.now() + this.#ms
  }

  delete(deadline: RequestDeadline): void {
    this.#running.delete(deadline)
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

/** Starts with the first wait, or when the signal is first used: what is done at once needs none. */
export class RequestDeadline {
  readonly #response: ServerResponse
  readonly #running: RequestDeadlines
  /** By the clock of this thread; undefined before it starts. */
  #at: number | undefined
  /** Ends the wait; undefined before it begins. */
  #rejectWait: ((reason: Error) => void) | undefined
  /** Created on first use: most handlers finish without it. */
  #controller: AbortController | undefined
  #reason: Error | undefined

  constructor(response: ServerResponse, running: RequestDeadlines) {
    this.#response = response
    this.#running = running
  }

  get at(): number {
    return this.#at ?? Number.POSITIVE_INFINITY
  }

  get signal(): AbortSignal {
    this.#start()
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#reason) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  /** Resolves with the result of the work, or rejects with what ended the wait for it. */
  wait<Result>(work: Promise<Result> | Result): Promise<Result> {
    this.#start()
    // One promise per request, where `Promise.race` makes several.
    return new Promise<Result>((resolve, reject) => {
      this.#rejectWait = reject
      // Aborted work rejects in many ways.
      Promise.resolve(work).then(resolve, (error) => reject(this.#reason ?? error))
      if (this.#reason) reject(this.#reason)
    })
  }

  expire(): void {
    this.stop()
    this.#end(deadlineExceeded())
  }

  stop(): void {
    if (this.#at !== undefined) this.#running.delete(this)
  }

  #start(): void {
    if (this.#at !== undefined) return
    this.#at = this.#running.add(this)
    this.#response.on('close', () => {
      if (!this.#response.writableFinished) this.#end(new ClientDisconnected('client disconnected'))
    })
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
