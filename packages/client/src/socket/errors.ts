/** What can go wrong on the way to the market provider, and what it says no to. */

import { BroadsheetError } from '../errors.ts'

/**
 * The provider could not be reached, or was lost, as often as one may try. `cause` is what happened last. Where
 * `openSocket` itself throws, it would throw again: `shouldRetry` is false.
 */
export class MarketConnectionError extends BroadsheetError {
  override readonly name = 'MarketConnectionError'
  readonly shouldRetry: boolean

  constructor(message: string, options: { cause?: unknown; shouldRetry?: boolean } = {}) {
    super(message, options)
    this.shouldRetry = options.shouldRetry ?? true
  }
}

/** What came was not the provider’s protocol, or the provider says so of us. */
export class MarketProtocolError extends BroadsheetError {
  override readonly name = 'MarketProtocolError'
  readonly shouldRetry = false
}

/** The provider does not know the symbol: `invalid symbol`. */
export class MarketSymbolError extends BroadsheetError {
  override readonly name = 'MarketSymbolError'
  readonly shouldRetry = false
  readonly symbol: string
  /** In the provider’s words. */
  readonly reason: string

  constructor(symbol: string, reason: string) {
    super(`${symbol}: ${reason}`)
    this.symbol = symbol
    this.reason = reason
  }
}

/** The provider gives no such bars: `custom_resolution`, `study_not_auth:…`. */
export class MarketSeriesError extends BroadsheetError {
  override readonly name = 'MarketSeriesError'
  readonly shouldRetry = false
  readonly reason: string

  constructor(what: string, reason: string) {
    super(`${what}: ${reason}`)
    this.reason = reason
  }
}

/** The provider could not make sense of a call: `invalid parameters`, `invalid timezone`, `too many symbols`. */
export class MarketCallError extends BroadsheetError {
  override readonly name = 'MarketCallError'
  readonly shouldRetry = false
  readonly reason: string

  constructor(reason: string, description: string) {
    super(description === '' ? reason : `${reason}: ${description}`)
    this.reason = reason
  }
}

/** The provider did not answer in time. Where it was not even there, `cause` is what happened last. */
export class MarketTimeoutError extends BroadsheetError {
  override readonly name = 'MarketTimeoutError'
  readonly shouldRetry = true
}

/** More bars came than are read; a gap would be a lie, so the stream ends. */
export class MarketOverflowError extends BroadsheetError {
  override readonly name = 'MarketOverflowError'
  readonly shouldRetry = true
}
