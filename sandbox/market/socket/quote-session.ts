/** One quote session of a socket: its symbols, the fields it wants, and what it has been told. */

import type { Listing } from '../listings/listing.ts'
import type { Market } from '../market.ts'
import { type Call, CallError, textsFrom } from './call.ts'
import { quoteTrade } from './quote-trade.ts'
import { quoteStatics } from './symbol-info.ts'
import { findListing, parseSpec } from './symbol-spec.ts'

export type SendEvent = (method: string, params: readonly unknown[]) => void

interface Quote {
  readonly listing: Listing
  sent: Record<string, unknown>
}

const symbolsMax = 500

/** Symbols that are not fast are told of every third second. */
const slowTicks = 3

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
    const fields = textsFrom(call, 1)
    this.#fields = fields.length === 0 ? undefined : new Set(fields)
  }

  /** Each symbol is answered under the very text it was asked by. */
  addSymbols(call: Call): void {
    for (const name of textsFrom(call, 1)) {
      if (this.#quotes.has(name)) continue
      if (this.#quotes.size >= symbolsMax) throw new CallError('too many symbols', call)
      const spec = parseSpec(name)
      const listing = spec === undefined ? undefined : findListing(this.#market.listings, spec.symbol)
      if (listing === undefined) this.#fail(name)
      else this.#begin(name, listing)
    }
  }

  #fail(name: string): void {
    this.#send('qsd', [this.#id, { n: name, s: 'error', v: {}, errmsg: 'no_such_symbol' }])
    this.#send('quote_completed', [this.#id, name])
  }

  /** First what stands, then what trades, then the end of the beginning. */
  #begin(name: string, listing: Listing): void {
    const statics = this.#wanted(quoteStatics(listing, this.#market))
    const trade = this.#wanted(quoteTrade(listing, this.#market.world.now()))
    this.#quotes.set(name, { listing, sent: trade })
    this.#send('qsd', [this.#id, { n: name, s: 'ok', v: statics }])
    this.#send('qsd', [this.#id, { n: name, s: 'ok', v: trade }])
    this.#send('quote_completed', [this.#id, name])
  }

  removeSymbols(call: Call): void {
    for (const name of textsFrom(call, 1)) this.#quotes.delete(name)
  }

  /** A new list takes the place of the one before. */
  setFast(call: Call): void {
    const names = textsFrom(call, 1)
    this.#fast = names.length === 0 ? undefined : new Set(names)
  }

  /** Once a second: only what has changed. */
  tick(): void {
    this.#ticks++
    const now = this.#market.world.now()
    for (const [name, quote] of this.#quotes) {
      const isFast = this.#fast === undefined || this.#fast.has(name)
      if (!isFast && this.#ticks % slowTicks !== 0) continue
      const trade = this.#wanted(quoteTrade(quote.listing, now))
      const changed = Object.entries(trade).filter(([field, value]) => quote.sent[field] !== value)
      if (!changed.some(([field]) => !restless.has(field))) continue
      quote.sent = trade
      this.#send('qsd', [this.#id, { n: name, s: 'ok', v: Object.fromEntries(changed) }])
    }
  }

  #wanted(values: Record<string, unknown>): Record<string, unknown> {
    const fields = this.#fields
    if (fields === undefined) return values
    return Object.fromEntries(Object.entries(values).filter(([field]) => fields.has(field)))
  }
}

/** Fields that alone are no news: they follow the clock when nothing is traded. */
const restless: ReadonlySet<string> = new Set(['lp_time', 'bid', 'ask', 'bid_size', 'ask_size'])
