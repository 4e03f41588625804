/** The errors of the market socket. */

import { BroadsheetError } from '../errors.ts'

/**
 * The provider could not be reached, or was lost, too many times in a row. `cause` is the last error. If
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

/** A violation of the protocol, by the provider or, according to it, by us. */
export class MarketProtocolError extends BroadsheetError {
  override readonly name = 'MarketProtocolError'
  readonly shouldRetry = false
}

/** The provider does not know the symbol: `invalid symbol`. */
export class MarketSymbolError extends BroadsheetError {
  override readonly name = 'MarketSymbolError'
  readonly shouldRetry = false
  readonly symbol: string
  /** The provider’s message. */
  readonly reason: string

  constructor(symbol: string, reason: string) {
    super(`${symbol}: ${reason}`)
    this.symbol = symbol
    this.reason = reason
  }
}

/** The provider does not offer these bars: `custom_resolution`, `study_not_auth:…`. */
export class MarketSeriesError extends BroadsheetError {
  override readonly name = 'MarketSeriesError'
  readonly shouldRetry = false
  readonly reason: string

  constructor(what: string, reason: string) {
    super(`${what}: ${reason}`)
    this.reason = reason
  }
}

/** The provider does not compute this study: `check study unexpected error`, `The maximum number of studies …`. */
export class MarketStudyError extends BroadsheetError {
  override readonly name = 'MarketStudyError'
  readonly shouldRetry = false
  /** The id of the study. */
  readonly study: string
  readonly reason: string

  constructor(study: string, reason: string) {
    super(`${study}: ${reason}`)
    this.study = study
    this.reason = reason
  }
}

/** The provider rejected a call: `invalid parameters`, `invalid timezone`, `too many symbols`. */
export class MarketCallError extends BroadsheetError {
  override readonly name = 'MarketCallError'
  readonly shouldRetry = false
  readonly reason: string

  constructor(reason: string, description: string) {
    super(description === '' ? reason : `${reason}: ${description}`)
    this.reason = reason
  }
}

/** The provider did not respond in time. If it was not connected, `cause` is the last error. */
export class MarketTimeoutError extends BroadsheetError {
  override readonly name = 'MarketTimeoutError'
  readonly shouldRetry = true
}

/** The reader is too slow, or the history is too long; the stream ends rather than skip some. */
export class MarketOverflowError extends BroadsheetError {
  override readonly name = 'MarketOverflowError'
  readonly shouldRetry = true
}
