/** The one socket of all streams of a client: open while there are any. What several of them read is subscribed to once. */

import { type Backoff, retryDelayMs } from '../backoff.ts'
import type { Clock, RandomSource } from '../clock.ts'
import { Connection } from '../socket/connection.ts'
import { MarketCallError } from '../socket/errors.ts'
import { defaultOpenSocket, type OpenSocket } from '../socket/open-socket.ts'
import {
  type ConnectionChange,
  ReconnectingConnection,
  type SessionHandler,
} from '../socket/reconnecting-connection.ts'
import { type Selection, type ServerConnection, type ServerEvent, serverProtocol } from './server-protocol.ts'
import { type Refusal, ServerRequests, toRefusal } from './server-requests.ts'
import { keyOf, Topic } from './topic.ts'

export interface ServerSocketOptions {
  readonly openSocket: OpenSocket | undefined
  readonly clock: Clock
  readonly random: RandomSource
  readonly backoff: Backoff
  /** An API key or a management token. */
  readonly credential: string | undefined
  /** Throws if there is no address. */
  address(): string
  onChange(change: ConnectionChange): void
}

/** One stream. */
export interface Subscriber {
  readonly selection: Selection
  onEvent(event: ServerEvent): void
  end(error: unknown): void
}

/** What the server refuses for a while is tried again together, so that streams that are refused together count once. */
interface NextAttempt {
  at: number
  readonly works: (() => void)[]
}

/** As many as the server gives at first: what began after the history was loaded. */
const firstBars = 500
const helloTimeoutMs = 10_000
/** Those about a symbol or series. A later server may send others. */
const topicEvents: ReadonlySet<string> = new Set(['quote', 'bar', 'gap', 'error'])
/** A server refuses messages with more. */
const symbolsMax = 500
/** The server sends something every 15 seconds. */
const idleTimeoutMs = 45_000

export class ServerSocket implements SessionHandler<ServerConnection, ServerEvent> {
  readonly session = 'streams'
  readonly #options: ServerSocketOptions
  readonly #topics = new Map<string, Topic>()
  readonly #subscribers = new Map<Subscriber, Set<Topic>>()
  #connection: ReconnectingConnection<ServerConnection, ServerEvent> | undefined
  /** Of the present connection; undefined before the server knows who reads. */
  #requests: ServerRequests | undefined
  #disconnected = new AbortController()
  /** Attempts in a row that were refused. */
  #refusals = 0
  #nextAttempt: NextAttempt | undefined

  constructor(options: ServerSocketOptions) {
    this.#options = options
  }

  join(subscriber: Subscriber): void {
    this.#connection ??= this.#createConnection()
    this.#subscribers.set(subscriber, new Set())
    this.update(subscriber)
    if (this.#subscribers.size === 1) this.#connection.join(this)
  }

  /** Its selection has changed. Ignored if it has not joined. */
  update(subscriber: Subscriber): void {
    const topics = this.#subscribers.get(subscriber)
    if (topics === undefined) return
    const { series, symbols } = subscriber.selection
    const wanted = new Map(symbols.map((symbol) => [keyOf({ ...series, symbol }), symbol]))
    this.#release(
      subscriber,
      [...topics].filter(({ key }) => !wanted.has(key)),
    )
    for (const [key, symbol] of wanted) {
      const topic = this.#topics.get(key) ?? new Topic(key, symbol)
      this.#topics.set(key, topic)
      if (topics.has(topic)) continue
      topics.add(topic)
      topic.add(subscriber)
    }
    this.#subscribe(subscriber)
  }

  leave(subscriber: Subscriber): void {
    const topics = this.#subscribers.get(subscriber)
    if (topics === undefined) return
    if (this.#subscribers.size === 1) this.#disconnect()
    this.#release(subscriber, [...topics])
    this.#subscribers.delete(subscriber)
    if (this.#subscribers.size === 0) this.#connection?.leave(this)
  }

  onConnected(connection: ServerConnection): void {
    this.#disconnected = new AbortController()
    for (const topic of this.#topics.values()) topic.onConnected()
    this.#requests = new ServerRequests(connection, this.#options.clock)
    this.#authenticate(this.#requests)
  }

  onDisconnected(): void {
    this.#disconnect()
  }

  onEvent(event: ServerEvent): void {
    const { name, data } = event
    if (this.#requests?.settle(event)) return
    if (name === 'status') this.#onStatus(data)
    else if (name === 'error' && data.symbol === undefined) this.#onEnd(toRefusal(data))
    else if (topicEvents.has(name)) this.#topics.get(keyOf(data))?.publish(event)
  }

  end(error: unknown): void {
    for (const subscriber of [...this.#subscribers.keys()]) subscriber.end(error)
  }

  #createConnection(): ReconnectingConnection<ServerConnection, ServerEvent> {
    const { clock, random, backoff, openSocket = defaultOpenSocket(), onChange } = this.#options
    const options = { url: this.#options.address(), openSocket, clock, helloTimeoutMs, idleTimeoutMs }
    const connection = new ReconnectingConnection<ServerConnection, ServerEvent>(
      {
        clock,
        random,
        backoff,
        attemptsMax: Number.POSITIVE_INFINITY,
        sessionOf: () => this.session,
        async open(listener, signal) {
          const opened = await Connection.open(options, serverProtocol, listener, signal)
          return { call: opened, close: () => opened.close() }
        },
      },
      () => {},
    )
    connection.onStateChange(onChange)
    return connection
  }

  #disconnect(): void {
    this.#requests?.end()
    this.#requests = undefined
    this.#disconnected.abort()
    this.#nextAttempt = undefined
  }

  /** The first message, because browsers cannot send a credential with the handshake. */
  #authenticate(requests: ServerRequests): void {
    const { credential } = this.#options
    if (credential === undefined) {
      this.#subscribeAll()
      return
    }
    requests.add({ op: 'authenticate', key: credential }, (refusal) => {
      if (refusal === undefined) this.#subscribeAll()
      else if (refusal.isTemporary) this.#retry(refusal, () => this.#authenticate(requests))
      else this.#onEnd(refusal)
    })
  }

  #subscribeAll(): void {
    for (const subscriber of this.#subscribers.keys()) this.#subscribe(subscriber)
  }

  /** Requests what nobody has requested on this connection. */
  #subscribe(subscriber: Subscriber): void {
    const topics = [...(this.#subscribers.get(subscriber) ?? [])].filter((topic) => !topic.isRequested)
    for (const chunk of chunksOf(topics)) this.#subscribeTo(chunk, subscriber)
  }

  #subscribeTo(topics: readonly Topic[], subscriber: Subscriber): void {
    if (this.#requests === undefined) return
    const { channel, series } = subscriber.selection
    for (const topic of topics) topic.isRequested = true
    const symbols = topics.map(({ symbol }) => symbol)
    const start = channel === 'bars' ? { count: firstBars, last_event_id: topics[0]?.lastId } : {}
    this.#requests.add({ op: 'subscribe', channel, symbols, ...series, ...start }, (refusal) => {
      if (refusal === undefined) return this.#onSubscribed()
      for (const topic of topics) topic.isRequested = false
      if (refusal.isTemporary) return this.#retry(refusal, () => this.#subscribeAll())
      subscriber.end(toError(refusal))
      // Others may read some of it.
      this.#subscribeAll()
    })
  }

  #unsubscribe({ channel, series }: Selection, topics: readonly Topic[]): void {
    const unread = topics.filter(({ key }) => !this.#topics.has(key))
    for (const chunk of chunksOf(unread)) {
      const symbols = chunk.map(({ symbol }) => symbol)
      this.#requests?.add({ op: 'unsubscribe', channel, symbols, ...series }, (refusal) => {
        if (refusal?.isTemporary)
          this.#retry(refusal, () => this.#unsubscribe({ channel, series, symbols }, chunk))
      })
    }
  }

  #release(subscriber: Subscriber, topics: readonly Topic[]): void {
    for (const topic of topics) {
      this.#subscribers.get(subscriber)?.delete(topic)
      if (topic.remove(subscriber)) this.#topics.delete(topic.key)
    }
    const requested = topics.filter(({ isRequested }) => isRequested)
    this.#unsubscribe(subscriber.selection, requested)
  }

  #onSubscribed(): void {
    // Others are refused.
    if (this.#nextAttempt !== undefined) return
    if (this.#refusals > 0) this.#options.onChange({ state: 'connected' })
    this.#refusals = 0
  }

  #retry(refusal: Refusal, work: () => void): void {
    const { clock, random, backoff, onChange } = this.#options
    const next = this.#nextAttempt
    if (next !== undefined) {
      next.works.push(work)
      next.at = Math.max(next.at, clock.now() + refusal.retryAfterMs)
      return
    }
    this.#refusals += 1
    const retryInMs = Math.max(refusal.retryAfterMs, retryDelayMs(backoff, this.#refusals, random))
    this.#nextAttempt = { at: clock.now() + retryInMs, works: [work] }
    onChange({ state: 'waiting', error: toError(refusal), retryInMs })
    this.#tryAgain(this.#nextAttempt).catch(() => {})
  }

  /** Rejects when the connection is lost first. */
  async #tryAgain(next: NextAttempt): Promise<void> {
    const { clock } = this.#options
    while (next.at > clock.now()) await clock.sleep(next.at - clock.now(), this.#disconnected.signal)
    this.#nextAttempt = undefined
    for (const work of next.works) work()
  }

  /** The server says why it is about to close the connection. */
  #onEnd(refusal: Refusal): void {
    if (!refusal.isTemporary) this.end(toError(refusal))
  }

  /** The server has lost the provider, or found it again. */
  #onStatus({ provider, error }: ServerEvent['data']): void {
    this.#options.onChange(provider === 'connected' ? { state: 'connected' } : { state: 'waiting', error })
  }
}

function chunksOf(topics: readonly Topic[]): Topic[][] {
  const count = Math.ceil(topics.length / symbolsMax)
  return Array.from({ length: count }, (_, at) => topics.slice(at * symbolsMax, (at + 1) * symbolsMax))
}

function toError({ code, message }: Refusal): MarketCallError {
  return new MarketCallError(code, message)
}
