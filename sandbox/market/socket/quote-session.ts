/** A quote session: its symbols, its fields, and the values that were sent last. */

import type { Listing } from '../listings/listing.ts'
import type { Market } from '../market.ts'
import { type Call, CallError, type SendEvent, textParams } from './call.ts'
import { quoteTrade } from './quote-trade.ts'
import { quoteDescription } from './symbol-info.ts'
import { findListing, parseSpec } from './symbol-spec.ts'

interface Quote {
  readonly listing: Listing
  sent: Record<string, unknown>
}

const symbolsMax = 500

/** Symbols that are not fast are updated every third second. */
const slowTicks = 3

/** Changes of these alone are not sent: they change even when nothing is traded. */
const clockFields: ReadonlySet<string> = new Set(['lp_time', 'bid', 'ask', 'bid_size', 'ask_size'])

export class QuoteSession {
  readonly #id: string
  readonly #market: Market
  readonly #send: SendEvent
  readonly #quotes = new Map<string, Quote>()
  #fields: ReadonlySet<string> | undefined
  #fast: ReadonlySet<string> | undefined
  #ticks = 0

  constructor(id: string, market: Market, send: SendEvent) {
    this.#id = id
    this.#market = market
    this.#send = send
  }

  setFields(call: Call): void {
    const fields = textParams(call, 1)
    this.#fields = fields.length === 0 ? undefined : new Set(fields)
  }

  /** Answers use the symbol exactly as the client wrote it. */
  addSymbols(call: Call): void {
    for (const name of textParams(call, 1)) {
      if (this.#quotes.has(name)) continue
      if (this.#quotes.size >= symbolsMax) throw new CallError('too many symbols', call)
      const spec = parseSpec(name)
      const listing = spec && findListing(this.#market.listings, spec.symbol)
      if (listing === undefined) {
        this.#send('qsd', [this.#id, { n: name, s: 'error', v: {}, errmsg: 'no_such_symbol' }])
      } else {
        const trade = this.#select(quoteTrade(listing, this.#market.world.now()))
        this.#quotes.set(name, { listing, sent: trade })
        this.#sendValues(name, this.#select(quoteDescription(listing, this.#market)))
        this.#sendValues(name, trade)
      }
      this.#send('quote_completed', [this.#id, name])
    }
  }

  removeSymbols(call: Call): void {
    for (const name of textParams(call, 1)) this.#quotes.delete(name)
  }

  /** Replaces the list of fast symbols. */
  setFast(call: Call): void {
    const names = textParams(call, 1)
    this.#fast = names.length === 0 ? undefined : new Set(names)
  }

  /** Sends the values that have changed. */
  tick(): void {
    this.#ticks++
    const now = this.#market.world.now()
    for (const [name, quote] of this.#quotes) {
      const isFast = this.#fast === undefined || this.#fast.has(name)
      if (!isFast && this.#ticks % slowTicks !== 0) continue
      const trade = this.#select(quoteTrade(quote.listing, now))
      const changed = Object.entries(trade).filter(([field, value]) => quote.sent[field] !== value)
      if (changed.every(([field]) => clockFields.has(field))) continue
      quote.sent = trade
      this.#sendValues(name, Object.fromEntries(changed))
    }
  }

  #sendValues(name: string, values: Record<string, unknown>): void {
    this.#send('qsd', [this.#id, { n: name, s: 'ok', v: values }])
  }

  #select(values: Record<string, unknown>): Record<string, unknown> {
    const fields = this.#fields
    if (fields === undefined) return values
    return Object.fromEntries(Object.entries(values).filter(([field]) => fields.has(field)))
  }
}
