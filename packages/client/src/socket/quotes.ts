/** Quotes of symbols as they change: one session, the newest state per symbol. */

import type { Clock } from '../clock.ts'
import { randomId } from '../random-id.ts'
import { isObject, type MarketEvent } from './messages.ts'
import { QueuedStream } from './queued-stream.ts'
import { toCallError, toReason } from './reason.ts'
import type { ReconnectingConnection, SendCall, SessionHandler } from './reconnecting-connection.ts'

/** Values of a symbol; fields that were not requested or are unknown are missing. */
export interface QuoteValues {
  /** The last price. */
  readonly lp?: number | null
  readonly lp_time?: number | null
  /** Change since the previous close, absolute and in percent. */
  readonly ch?: number | null
  readonly chp?: number | null
  readonly volume?: number | null
  readonly bid?: number | null
  readonly ask?: number | null
  readonly open_price?: number | null
  readonly high_price?: number | null
  readonly low_price?: number | null
  readonly prev_close_price?: number | null
  readonly currency_code?: string | null
  readonly description?: string | null
  readonly exchange?: string | null
  /** `streaming`, or `delayed_streaming_900` for a delay of 15 minutes. */
  readonly update_mode?: string | null
  readonly current_session?: string | null
  readonly [field: string]: unknown
}

export interface Quote {
  readonly ok: true
  /** The symbol as requested. */
  readonly symbol: string
  /** All values so far, not only the changed ones. */
  readonly values: QuoteValues
}

/** The symbol is unknown or got no response; the other symbols continue. */
export interface QuoteFailure {
  readonly ok: false
  readonly symbol: string
  /** `no_such_symbol` or another message of the provider, or `no_answer`. */
  readonly error: string
}

export type QuoteUpdate = Quote | QuoteFailure

export interface QuoteOptions {
  /** Fields to request. Default: all. */
  readonly fields?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

/** Ends when the loop is left, by `return()`, or when the signal aborts. */
export interface QuoteStream extends AsyncIterableIterator<QuoteUpdate, undefined, undefined> {
  add(...symbols: string[]): void
  remove(...symbols: string[]): void
  /** These symbols at full speed, the others less often; replaces the previous list. */
  setFast(...symbols: string[]): void
  return(): Promise<IteratorReturnResult<undefined>>
}

/** The state of a symbol on one connection. */
interface SymbolState {
  values: QuoteValues
  /** The first state is complete, or its timeout has passed. */
  isComplete: boolean
  /** Something was emitted for it. */
  isReported: boolean
}

export class QuoteSubscription
  extends QueuedStream<string, QuoteUpdate>
  implements QuoteStream, SessionHandler
{
  readonly session = `qs_${randomId(12)}`
  readonly #connection: ReconnectingConnection
  readonly #fields: readonly string[]
  readonly #responseTimeoutMs: number
  readonly #symbols = new Map<string, SymbolState>()
  #fast: readonly string[] = []

  constructor(
    line: ReconnectingConnection,
    symbols: readonly string[],
    options: QuoteOptions,
    clock: Clock,
    responseTimeoutMs: number,
  ) {
    super({ clock, signal: options.signal })
    this.#connection = line
    this.#fields = options.fields ?? []
    this.#responseTimeoutMs = responseTimeoutMs
    for (const symbol of symbols) this.#symbols.set(symbol, emptyState())
  }

  add(...symbols: string[]): void {
    const fresh = symbols.filter((symbol) => !this.#symbols.has(symbol))
    if (fresh.length === 0) return
    for (const symbol of fresh) this.#symbols.set(symbol, emptyState())
    this.#send((call) => this.#subscribe(call, fresh))
  }

  remove(...symbols: string[]): void {
    const known = symbols.filter((symbol) => this.#symbols.delete(symbol))
    if (known.length === 0) return
    for (const symbol of known) this.queue.drop(symbol)
    this.#send((call) => call('quote_remove_symbols', this.session, ...known))
  }

  setFast(...symbols: string[]): void {
    this.#fast = symbols
    this.#send((call) => call('quote_fast_symbols', this.session, ...symbols))
  }

  onConnected(call: SendCall): void {
    call('quote_create_session', this.session)
    if (this.#fields.length > 0) call('quote_set_fields', this.session, ...this.#fields)
    const symbols = [...this.#symbols.keys()]
    for (const symbol of symbols) this.#symbols.set(symbol, emptyState())
    if (symbols.length > 0) this.#subscribe(call, symbols)
    if (this.#fast.length > 0) call('quote_fast_symbols', this.session, ...this.#fast)
  }

  onEvent({ method, params }: MarketEvent): void {
    if (method === 'qsd') this.#update(params[1])
    if (method === 'quote_completed' && typeof params[1] === 'string') this.#complete(params[1])
    if (method === 'critical_error') this.end(toCallError(params))
  }

  onDisconnected(): void {
    this.clearDeadline()
  }

  protected start(): void {
    this.#connection.join(this)
  }

  protected leave(wasRunning: boolean): void {
    if (wasRunning) this.#connection.call?.('quote_delete_session', this.session)
    this.#connection.leave(this)
  }

  #update(data: unknown): void {
    if (!isObject(data) || typeof data.n !== 'string') return
    const known = this.#symbols.get(data.n)
    if (known === undefined) return
    if (data.s === 'error') {
      known.values = {}
      this.#emit({ ok: false, symbol: data.n, error: toReason(data.errmsg ?? 'error') })
      return
    }
    if (!isObject(data.v)) return
    known.values = { ...known.values, ...data.v }
    if (known.isComplete) this.#emit({ ok: true, symbol: data.n, values: known.values })
  }

  #complete(symbol: string): void {
    const known = this.#symbols.get(symbol)
    if (known === undefined || known.isComplete) return
    known.isComplete = true
    // Out of order: the values follow, and are emitted then.
    if (hasValues(known)) this.#emit({ ok: true, symbol, values: known.values })
  }

  #subscribe(call: SendCall, symbols: readonly string[]): void {
    call('quote_add_symbols', this.session, ...symbols)
    const asked = symbols.map((symbol) => [symbol, this.#symbols.get(symbol)] as const)
    this.awaitResponse(this.#responseTimeoutMs, () => {
      for (const [symbol, known] of asked) {
        // Otherwise it was removed meanwhile, and perhaps added again.
        if (known && this.#symbols.get(symbol) === known) this.#completeOnTimeout(symbol, known)
      }
    })
  }

  /** The state was not completed in time: emit what there is, and from now on every change. */
  #completeOnTimeout(symbol: string, known: SymbolState): void {
    if (hasValues(known)) this.#complete(symbol)
    else if (!known.isReported) this.#emit({ ok: false, symbol, error: 'no_answer' })
    known.isComplete = true
  }

  #emit(update: QuoteUpdate): void {
    const known = this.#symbols.get(update.symbol)
    if (known) known.isReported = true
    this.queue.put(update.symbol, update)
  }

  #send(speak: (call: SendCall) => void): void {
    if (this.isRunning && this.#connection.call) speak(this.#connection.call)
  }
}

function emptyState(): SymbolState {
  return { values: {}, isComplete: false, isReported: false }
}

function hasValues({ values }: SymbolState): boolean {
  return Object.keys(values).length > 0
}
