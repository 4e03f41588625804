/** How long answering one request may take, and what ends it early. */

import type { ServerResponse } from 'node:http'
import { Failure } from '../core/errors.ts'

/** Thrown when nobody waits for the answer any more. */
export class CallerGone extends Error {}

export class Deadline {
  readonly signal: AbortSignal
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout

  /** Aborts when the time is up or the caller has gone away. */
  constructor(response: ServerResponse, ms: number) {
    this.signal = this.#controller.signal
    this.#timer = setTimeout(() => this.#controller.abort(outOfTime()), ms)
    response.once('close', () => {
      if (!response.writableFinished) this.#controller.abort(new CallerGone('the caller went away'))
    })
  }

  /** The result of the work, or what ended the wait for it. */
  async wait<Result>(work: Promise<Result> | Result): Promise<Result> {
    if (!(work instanceof Promise)) return work
    const { signal } = this
    const ended = Promise.withResolvers<never>()
    const end = () => ended.reject(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
    try {
      return await Promise.race([work, ended.promise])
    } catch (error) {
      // Work that was called off says so in many ways.
      throw signal.aborted ? signal.reason : error
    } finally {
      signal.removeEventListener('abort', end)
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

function outOfTime(): Failure {
  return new Failure('deadline_exceeded', 'The answer could not be made in time.', { retryAfterSeconds: 2 })
}
