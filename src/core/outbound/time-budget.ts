/** How long an exchange may take: for its attempts and the pauses between them, and separately for waiting in the queue. */

import { type Deadline, startDeadline } from '../async/deadline.ts'
import type { Clock } from '../clock.ts'
import { Failure } from '../errors.ts'

interface BudgetOptions {
  readonly clock: Clock
  /** For attempts and the pauses between them. */
  readonly deadlineMs: number
  /** For waiting in the queue, all attempts together. */
  readonly waitMsMax: number
  readonly callerSignal: AbortSignal
}

/** Waiting does not shorten the time that the source has to respond: otherwise a long queue would look like its failure. */
export class TimeBudget {
  readonly #clock: Clock
  readonly #callerSignal: AbortSignal
  #leftMs: number
  #waitLeftMs: number

  constructor({ clock, deadlineMs, waitMsMax, callerSignal }: BudgetOptions) {
    this.#clock = clock
    this.#callerSignal = callerSignal
    this.#leftMs = deadlineMs
    this.#waitLeftMs = waitMsMax
  }

  get leftMs(): number {
    return this.#leftMs
  }

  get waitLeftMs(): number {
    return this.#waitLeftMs
  }

  /** Uses up the time until it is disposed. The signal aborts when none is left, or with the caller's. */
  start(): Deadline {
    const startedAt = this.#clock.monotonic()
    const deadline = startDeadline(this.#clock, this.#leftMs, () => new ResponseTimeout(), this.#callerSignal)
    return {
      signal: deadline.signal,
      at: deadline.at,
      [Symbol.dispose]: () => {
        deadline[Symbol.dispose]()
        this.#leftMs = Math.max(0, this.#leftMs - (this.#clock.monotonic() - startedAt))
      },
    }
  }

  async wait<Result>(turn: Promise<Result>): Promise<Result> {
    const startedAt = this.#clock.monotonic()
    try {
      return await turn
    } finally {
      this.#waitLeftMs = Math.max(0, this.#waitLeftMs - (this.#clock.monotonic() - startedAt))
    }
  }
}

/** A separate class, so that callers can tell a slow source from one that fails. */
export class ResponseTimeout extends Failure {
  constructor() {
    super('upstream_unavailable', 'The source did not respond in time.')
  }
}
