/** The line to the provider: open while anybody takes part, opened again when it is lost, and everybody says again what they want. */

import { type Backoff, pauseMs } from '../backoff.ts'
import type { Chance, Clock } from '../clock.ts'
import { Connection, type ConnectionOptions } from './connection.ts'
import { MarketConnectionError } from './errors.ts'
import type { MarketEvent, MarketMethod, MarketMethods } from './messages.ts'

export type CallProvider = <Method extends MarketMethod>(
  method: Method,
  ...params: MarketMethods[Method]
) => void

/** One session on the line. */
export interface Participant {
  /** Events that name it come here. */
  readonly session: string
  /** A new connection, which knows nothing yet. */
  begin(call: CallProvider): void
  take(event: MarketEvent): void
  /** The connection was lost; another one may come. */
  pause(): void
  /** There will be no other connection. Without an error the line was closed from here. */
  end(error: Error | undefined): void
}

export interface LineOptions extends ConnectionOptions {
  readonly clock: Clock
  readonly chance: Chance
  readonly backoff: Backoff
  /** How many connections in a row may be lost, none of them steady. */
  readonly attemptsMax: number
}

/** A connection that was of use for so long was a good one; losing it is not one more failure in a row. */
const steadyMs = 5000

export class Line {
  readonly #options: LineOptions
  readonly #greet: (call: CallProvider) => void
  readonly #participants = new Map<string, Participant>()
  #call: CallProvider | undefined
  #running: AbortController | undefined
  #isClosed = false
  #lastError: unknown

  /** `greet` is what every connection is told first. */
  constructor(options: LineOptions, greet: (call: CallProvider) => void) {
    this.#options = options
    this.#greet = greet
  }

  /** How to speak, while there is a connection. */
  get call(): CallProvider | undefined {
    return this.#call
  }

  /** What ended the connection before, while there is none. */
  get lastError(): unknown {
    return this.#call ? undefined : this.#lastError
  }

  join(participant: Participant): void {
    if (this.#isClosed) {
      participant.end(undefined)
      return
    }
    this.#participants.set(participant.session, participant)
    if (this.#call) participant.begin(this.#call)
    else if (!this.#running) void this.#run()
  }

  /** With the last one the connection ends. */
  leave(participant: Participant): void {
    this.#participants.delete(participant.session)
    if (this.#participants.size === 0) this.#hangUp()
  }

  close(): void {
    this.#isClosed = true
    this.#endAll(undefined)
    this.#hangUp()
  }

  /** Whoever joins from now on starts anew. */
  #hangUp(): void {
    const running = this.#running
    this.#running = undefined
    this.#call = undefined
    running?.abort()
  }

  async #run(): Promise<void> {
    const { clock, chance, backoff, attemptsMax } = this.#options
    const running = new AbortController()
    this.#running = running
    let failures = 0
    while (!running.signal.aborted) {
      let usefulAt: number | undefined
      const error = await this.#connectOnce(running.signal, () => {
        usefulAt ??= clock.now()
      })
      if (running.signal.aborted) return
      this.#lastError = error
      if (usefulAt !== undefined && clock.now() - usefulAt >= steadyMs) failures = 0
      if (error instanceof MarketConnectionError && !error.shouldRetry) {
        this.#hangUp()
        return this.#endAll(error)
      }
      failures++
      if (failures >= attemptsMax) {
        this.#hangUp()
        const message = `the market provider was lost ${failures} times in a row`
        return this.#endAll(new MarketConnectionError(message, { cause: error }))
      }
      for (const participant of this.#participants.values()) participant.pause()
      await clock.sleep(pauseMs(backoff, failures, chance), running.signal).catch(() => {})
    }
  }

  /** Resolves with what ended the connection. */
  async #connectOnce(signal: AbortSignal, onUse: () => void): Promise<unknown> {
    let onEnd: (error: Error | undefined) => void = () => {}
    const ended = new Promise<Error | undefined>((resolve) => {
      onEnd = resolve
    })
    const onEvent = (event: MarketEvent) => {
      const participant = this.#participants.get(String(event.params[0]))
      if (participant === undefined) return
      onUse()
      participant.take(event)
    }
    let connection: Connection
    try {
      connection = await Connection.open(this.#options, { onEvent, onEnd }, signal)
    } catch (error) {
      return error
    }
    const stop = () => connection.close()
    signal.addEventListener('abort', stop, { once: true })
    const call: CallProvider = (method, ...params) => connection.call(method, ...params)
    if (signal.aborted) stop()
    else {
      this.#call = call
      this.#greet(call)
      for (const participant of this.#participants.values()) participant.begin(call)
    }
    const error = await ended
    signal.removeEventListener('abort', stop)
    if (this.#call === call) this.#call = undefined
    return error
  }

  #endAll(error: Error | undefined): void {
    const all = [...this.#participants.values()]
    this.#participants.clear()
    for (const participant of all) participant.end(error)
  }
}
