/** Symbols in requests: `EXCHANGE:TICKER`, or a bare ticker with `exchange`. */

import { Type } from 'typebox'
import { toUpperAscii } from './ascii-case.ts'
import { invalidParameter } from './invalid-parameter.ts'

const exchangeFormat = /^[A-Z0-9_]{1,24}$/
/** `AAPL`, `BRK.B`, `ES1!`, `BTCUSDT.P`, `700`, `EUR/USD`. */
const tickerFormat = /^[A-Z0-9][A-Z0-9._!&@\-/*]{0,39}$/

export const exchangeParameter = Type.String({
  minLength: 1,
  maxLength: 24,
  description: 'The exchange of a bare ticker.',
})

export const symbolParameter = Type.String({
  minLength: 1,
  maxLength: 80,
  description: '`EXCHANGE:TICKER`, or a bare ticker with `exchange`. Case-insensitive.',
  examples: ['NASDAQ:AAPL'],
})

/** The symbol in a row. */
export const symbolField = Type.String({ description: '`EXCHANGE:TICKER`.', examples: ['NASDAQ:AAPL'] })

/**
 * In capitals. Routes with an `exchange` parameter pass it even if it is undefined: only then may an error suggest it.
 * Throws `invalid_request`.
 */
export function parseSymbol(text: string, ...exchangeParameters: [exchange?: string | undefined]): string {
  return toSymbol(text, 'symbol', exchangeParameters)
}

/** In order, without duplicates, for parameters without `exchange`. */
export function parseSymbols(texts: readonly string[], parameter: string): string[] {
  return [...new Set(texts.map((text) => toSymbol(text, parameter, [])))]
}

function toSymbol(
  text: string,
  parameter: string,
  exchangeParameters: [exchange?: string | undefined],
): string {
  const exchange =
    exchangeParameters[0] === undefined ? undefined : toUpperAscii(exchangeParameters[0].trim())
  const [first = '', second, ...more] = toUpperAscii(text.trim()).split(':')
  const [venue, ticker] = second === undefined ? [exchange, first] : [first, second]
  if (venue === undefined) {
    // Not with what was sent as the ticker: it may be a name, or one of another exchange.
    throw exchangeParameters.length > 0
      ? invalidParameter('exchange', 'A bare ticker needs an exchange.', 'exchange=NASDAQ, or NASDAQ:AAPL')
      : invalidParameter(
          parameter,
          'A ticker needs an exchange prefix.',
          'EXCHANGE:TICKER such as NASDAQ:AAPL',
        )
  }
  if (more.length > 0 || !exchangeFormat.test(venue) || !tickerFormat.test(ticker)) {
    throw invalidParameter(
      parameter,
      `${JSON.stringify(text.slice(0, 60))} is not a valid symbol.`,
      'EXCHANGE:TICKER',
    )
  }
  if (second !== undefined && exchange !== undefined && exchange !== venue) {
    throw invalidParameter('exchange', 'The symbol has another exchange.', venue)
  }
  return `${venue}:${ticker}`
}
