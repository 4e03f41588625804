/** The shared connection: open while it has sessions, reopened when it is lost, with every session set up again. */

import { type Backoff, retryDelayMs } from '../backoff.ts'
import type { Clock, RandomSource } from '../clock.ts'
import type { ConnectionListener } from './connection.ts'
import { MarketConnectionError } from './errors.ts'
import type { MarketEvent, MarketMethod, MarketMethods } from './messages.ts'

export type SendCall = <Method extends MarketMethod>(method: Method, ...params: MarketMethods[Method]) => void

/** One session on the connection. */
export interface SessionHandler<Call = SendCall, Event = MarketEvent> {
  /** Receives the events of the session. */
  readonly session: string
  /** A new connection without state: set up the session. */
  onConnected(call: Call): void
  onEvent(event: Event): void
  /** The connection was lost; another may follow. */
  onDisconnected(): void
  /** There will be no further connection. Without an error, this side closed it. */
  end(error: Error | undefined): void
}

/**
 * `closed`: no stream needs a connection; `connecting`; `connected`; `waiting`: lost, and
 * tried again after a delay.
 */
export type ConnectionState = 'closed' | 'connecting' | 'connected' | 'waiting'

export interface ConnectionChange {
  readonly state: ConnectionState
  /** Why the connection was lost, for `waiting`, or given up, for `closed`. */
  readonly error?: unknown
  /** Until the next attempt, for `waiting`. */
  readonly retryInMs?: number
}

export type ConnectionStateListener = (change: ConnectionChange) => void

export interface ReconnectOptions {
  readonly clock: Clock
  readonly random: RandomSource
  readonly backoff: Backoff
  /** How many short-lived connections in a row are allowed. */
  readonly attemptsMax: number
}

interface ReconnectingOptions<Call, Event> extends ReconnectOptions {
  open(listener: ConnectionListener<Event>, signal: AbortSignal): Promise<OpenConnection<Call>>
  /** Undefined for an event that nobody reads. */
  sessionOf(event: Event): string | undefined
}

interface OpenConnection<Call> {
  readonly call: Call
  close(): void
}

/** A connection that lasted this long resets the count of failures. */
const steadyMs = 5000

export class ReconnectingConnection<Call = SendCall, Event = MarketEvent> {
  readonly #options: ReconnectingOptions<Call, Event>
  readonly #onConnect: (call: Call) => void
  readonly #sessions = new Map<string, SessionHandler<Call, Event>>()
  #call: Call | undefined
  #running: AbortController | undefined
  #isClosed = false
  #lastError: unknown
  #state: ConnectionState = 'closed'
  readonly #listeners = new Set<ConnectionStateListener>()

  /** `greet` sends the first calls on every connection. */
  constructor(options: ReconnectingOptions<Call, Event>, greet: (call: Call) => void) {
    this.#options = options
    this.#onConnect = greet
  }

  get state(): ConnectionState {
    return this.#state
  }

  /** The returned function ends the calls. */
  onStateChange(listener: ConnectionStateListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Sends a call, while there is a connection. */
  get call(): Call | undefined {
    return this.#call
  }

  /** What ended the previous connection, while there is none. */
  get lastError(): unknown {
    return this.#call ? undefined : this.#lastError
  }

  join(participant: SessionHandler<Call, Event>): void {
    if (this.#isClosed) {
      participant.end(undefined)
      return
    }
    this.#sessions.set(participant.session, participant)
    if (this.#call) participant.onConnected(this.#call)
    else if (!this.#running) void this.#run()
  }

  /** The connection closes with the last session. */
  leave(participant: SessionHandler<Call, Event>): void {
    this.#sessions.delete(participant.session)
    if (this.#sessions.size === 0) this.#disconnect()
  }

  close(): void {
    this.#isClosed = true
    this.#endAll(undefined)
    this.#disconnect()
  }

  /** Sessions that join from now on start a new connection. */
  #disconnect(error?: unknown): void {
    const running = this.#running
    this.#running = undefined
    this.#call = undefined
    running?.abort()
    this.#setState(error === undefined ? { state: 'closed' } : { state: 'closed', error })
  }

  #setState(change: ConnectionChange): void {
    if (this.#state === change.state) return
    this.#state = change.state
    for (const listener of [...this.#listeners]) listener(change)
  }

  async #run(): Promise<void> {
    const { clock, random, backoff, attemptsMax } = this.#options
    const running = new AbortController()
    this.#running = running
    let failures = 0
    while (!running.signal.aborted) {
      this.#setState({ state: 'connecting' })
      let usefulAt: number | undefined
      const error = await this.#connectOnce(running.signal, () => {
        usefulAt ??= clock.now()
      })
      if (running.signal.aborted) return
      this.#lastError = error
      if (usefulAt !== undefined && clock.now() - usefulAt >= steadyMs) failures = 0
      if (error instanceof MarketConnectionError && !error.shouldRetry) {
        this.#disconnect(error)
        return this.#endAll(error)
      }
      failures++
      if (failures >= attemptsMax) {
        this.#disconnect(error)
        const message = `the connection was lost ${failures} times in a row`
        return this.#endAll(new MarketConnectionError(message, { cause: error }))
      }
      for (const participant of this.#sessions.values()) participant.onDisconnected()
      const retryInMs = retryDelayMs(backoff, failures, random)
      this.#setState({ state: 'waiting', error, retryInMs })
      await clock.sleep(retryInMs, running.signal).catch(() => {})
    }
  }

  /** Resolves with the reason why the connection ended. */
  async #connectOnce(signal: AbortSignal, onUse: () => void): Promise<unknown> {
    let onEnd: (error: Error | undefined) => void = () => {}
    const ended = new Promise<Error | undefined>((resolve) => {
      onEnd = resolve
    })
    const { open, sessionOf } = this.#options
    const onEvent = (event: Event) => {
      const session = sessionOf(event)
      const participant = session === undefined ? undefined : this.#sessions.get(session)
      if (participant === undefined) return
      onUse()
      participant.onEvent(event)
    }
    let connection: OpenConnection<Call>
    try {
      connection = await open({ onEvent, onEnd }, signal)
    } catch (error) {
      return error
    }
    const stop = () => connection.close()
    signal.addEventListener('abort', stop, { once: true })
    const { call } = connection
    if (signal.aborted) stop()
    else {
      this.#call = call
      this.#setState({ state: 'connected' })
      this.#onConnect(call)
      for (const participant of this.#sessions.values()) participant.onConnected(call)
    }
    const error = await ended
    signal.removeEventListener('abort', stop)
    if (this.#call === call) this.#call = undefined
    return error
  }

  #endAll(error: Error | undefined): void {
    const all = [...this.#sessions.values()]
    this.#sessions.clear()
    for (const participant of all) participant.end(error)
  }
}
