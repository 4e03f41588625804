/** Quotes of all symbols that anybody reads: each is requested once, and its last state is kept for the next reader. */

import { QuoteSubscription, type QuoteUpdate } from '../../../../packages/client/src/socket/quotes.ts'
import type { Clock } from '../../../core/clock.ts'
import { Failure } from '../../../core/errors.ts'
import { errorEvent, LiveEvent } from '../../../http/live/live-event.ts'
import type { Json } from '../gateway/json-guards.ts'
import { quoteFields, toStreamedQuote } from '../schema/prices.ts'
import { unknownSymbol } from './bar-series.ts'
import type { EventIds } from './event-ids.ts'
import type { ProviderFeed } from './provider-feed.ts'
import { type FirstEvents, type SequencedEvent, type StartPoint, Topic } from './topic.ts'
import { UnusedTopics } from './unused-topics.ts'

interface QuoteHubOptions {
  readonly feed: ProviderFeed
  readonly ids: EventIds
  readonly clock: Clock
}

/** Of one session with the provider. */
const sessionSymbolsMax = 400
const symbolsMax = 8000
const responseTimeoutMs = 6000
/** After a session that the provider ended. */
const restartMs = 5000

export class QuoteTopic extends Topic {
  readonly symbol: string
  readonly #ids: EventIds
  #values: Json | undefined
  #failure: Failure | undefined
  #current: SequencedEvent | undefined
  #text = ''
  #waiting = Promise.withResolvers<void>()

  constructor(symbol: string, ids: EventIds) {
    super(symbol)
    this.symbol = symbol
    this.#ids = ids
  }

  /** The provider's values; undefined before they arrive. */
  get values(): Json | undefined {
    return this.#values
  }

  get failure(): Failure | undefined {
    return this.#failure
  }

  /** Resolves with the first values or the first failure. */
  get settled(): Promise<void> {
    return this.#waiting.promise
  }

  update(values: Json): void {
    this.#values = values
    this.#failure = undefined
    this.#waiting.resolve()
    const text = JSON.stringify(toStreamedQuote(this.symbol, values))
    // After a reconnect everything is sent again, and fields may change that readers do not see.
    if (text === this.#text) return
    this.#publish('quote', text)
  }

  fail(failure: Failure): void {
    this.#failure = failure
    this.#waiting.resolve()
    const { data } = errorEvent(failure, { symbol: this.symbol })
    if (data !== this.#text) this.#publish('error', data)
  }

  eventsAfter(seq: number): SequencedEvent[] {
    return this.#current && this.#current.seq > seq ? [this.#current] : []
  }

  firstEvents({ seq = 0 }: StartPoint): FirstEvents {
    return { events: this.eventsAfter(seq), seq: this.#current?.seq }
  }

  #publish(name: string, text: string): void {
    const seq = this.#ids.next()
    this.#text = text
    this.#current = { seq, event: new LiveEvent(name, text, this.#ids.format(seq)) }
    this.changed()
  }
}

/** One session with the provider and its symbols. */
interface Session {
  readonly subscription: QuoteSubscription
  readonly symbols: Set<string>
}

export class QuoteHub implements Disposable {
  readonly #options: QuoteHubOptions
  readonly #topics = new Map<string, QuoteTopic>()
  readonly #sessions = new Set<Session>()
  readonly #closing = new AbortController()
  readonly #unused: UnusedTopics<QuoteTopic>

  constructor(options: QuoteHubOptions) {
    this.#options = options
    this.#unused = new UnusedTopics(
      options.clock,
      () => this.#topics.values(),
      (topic) => this.#forget(topic),
    )
  }

  get size(): number {
    return this.#topics.size
  }

  has(symbol: string): boolean {
    return this.#topics.has(symbol)
  }

  /** Existing ones, and new ones for symbols that nobody reads yet. Throws `overloaded` if there are too many. */
  topics(symbols: readonly string[]): QuoteTopic[] {
    const { ids, feed } = this.#options
    const fresh = symbols.filter((symbol) => !this.#topics.has(symbol))
    if (this.#topics.size + fresh.length > symbolsMax) {
      throw new Failure('overloaded', 'Too many symbols are being read.', { retryAfterSeconds: 30 })
    }
    for (const symbol of fresh) this.#topics.set(symbol, new QuoteTopic(symbol, ids))
    feed.hold()
    this.#subscribe(fresh)
    this.#unused.watch()
    const found = symbols.map((symbol) => this.#topics.get(symbol) as QuoteTopic)
    // In use from now on; the sweep finds out when no longer.
    for (const topic of found) topic.unusedSince = undefined
    return found
  }

  [Symbol.dispose](): void {
    this.#closing.abort()
    this.#unused[Symbol.dispose]()
    for (const { subscription } of this.#sessions) void subscription.return()
  }

  #subscribe(symbols: readonly string[]): void {
    let rest = symbols
    while (rest.length > 0) {
      const session = this.#roomySession()
      const part = rest.slice(0, sessionSymbolsMax - session.symbols.size)
      rest = rest.slice(part.length)
      for (const symbol of part) session.symbols.add(symbol)
      session.subscription.add(...part)
    }
  }

  #roomySession(): Session {
    for (const session of this.#sessions) if (session.symbols.size < sessionSymbolsMax) return session
    const { feed } = this.#options
    const subscription = new QuoteSubscription(
      feed.connection,
      [],
      { fields: quoteFields },
      feed.clock,
      responseTimeoutMs,
    )
    const session = { subscription, symbols: new Set<string>() }
    this.#sessions.add(session)
    void this.#run(session)
    return session
  }

  async #run(session: Session): Promise<void> {
    let error: unknown
    try {
      for await (const update of session.subscription) this.#apply(update)
    } catch (thrown) {
      error = thrown
    }
    this.#sessions.delete(session)
    if (this.#closing.signal.aborted || session.symbols.size === 0) return
    const failure = this.#options.feed.toFailure(error)
    for (const symbol of session.symbols) this.#topics.get(symbol)?.fail(failure)
    await this.#options.clock.sleep(restartMs, this.#closing.signal).catch(() => {})
    if (this.#closing.signal.aborted) return
    this.#subscribe([...session.symbols].filter((symbol) => this.#topics.has(symbol)))
  }

  #apply(update: QuoteUpdate): void {
    const topic = this.#topics.get(update.symbol)
    if (topic === undefined) return
    if (update.ok) topic.update(update.values)
    else topic.fail(toFailure(update.symbol, update.error))
  }

  #forget({ symbol }: QuoteTopic): void {
    this.#topics.delete(symbol)
    for (const session of this.#sessions) {
      if (!session.symbols.delete(symbol)) continue
      session.subscription.remove(symbol)
      if (session.symbols.size === 0) {
        this.#sessions.delete(session)
        void session.subscription.return()
      }
    }
  }
}

function toFailure(symbol: string, error: string): Failure {
  if (error === 'no_answer')
    return new Failure('upstream_timeout', `The provider did not respond about ${symbol} in time.`)
  return unknownSymbol(symbol, 'symbols')
}
