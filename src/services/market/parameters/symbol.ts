/** Symbols as callers write them: `EXCHANGE:TICKER`, or a bare ticker and its exchange. */

import { Type } from 'typebox'
import { toUpperAscii } from './ascii-case.ts'
import { invalidParameter } from './invalid-parameter.ts'

const exchangeFormat = /^[A-Z0-9_]{1,24}$/
/** `AAPL`, `BRK.B`, `ES1!`, `BTCUSDT.P`, `700`, `EUR/USD`-like tickers and spreads without operators. */
const tickerFormat = /^[A-Z0-9][A-Z0-9._!&@\-/*]{0,39}$/

export const exchangeParameter = Type.String({
  minLength: 1,
  maxLength: 24,
  description: 'The exchange of a bare ticker.',
})

export const symbolParameter = Type.String({
  minLength: 1,
  maxLength: 80,
  description: '`EXCHANGE:TICKER`, or a bare ticker together with `exchange`. Case does not matter.',
  examples: ['NASDAQ:AAPL'],
})

/** The symbol in a row. */
export const symbolField = Type.String({ description: '`EXCHANGE:TICKER`.', examples: ['NASDAQ:AAPL'] })

/**
 * In capitals. A route that takes `exchange` hands it over, given or not, and only there is it what a bare ticker lacks.
 * Throws `invalid_request` for what is neither form.
 */
export function parseSymbol(written: string, ...beside: [exchange?: string | undefined]): string {
  return toSymbol(written, 'symbol', beside)
}

/** A list that has no `exchange` beside it, as it was written but without repeats. */
export function parseSymbols(written: readonly string[], parameter: string): string[] {
  return [...new Set(written.map((symbol) => toSymbol(symbol, parameter, [])))]
}

function toSymbol(written: string, parameter: string, beside: [exchange?: string | undefined]): string {
  const exchange = beside[0] === undefined ? undefined : toUpperAscii(beside[0].trim())
  const [first = '', second, ...more] = toUpperAscii(written.trim()).split(':')
  const [venue, ticker] = second === undefined ? [exchange, first] : [first, second]
  if (venue === undefined) {
    const example = `NASDAQ:${first.slice(0, 40)}`
    throw beside.length > 0
      ? invalidParameter('exchange', 'A bare ticker needs an exchange.', `exchange=NASDAQ, or ${example}`)
      : invalidParameter(
          parameter,
          'A ticker needs its exchange in front of it.',
          `EXCHANGE:TICKER, e.g. ${example}`,
        )
  }
  if (more.length > 0 || !exchangeFormat.test(venue) || !tickerFormat.test(ticker)) {
    throw invalidParameter(
      parameter,
      `${JSON.stringify(written.slice(0, 60))} is not a symbol.`,
      'EXCHANGE:TICKER',
    )
  }
  if (second !== undefined && exchange !== undefined && exchange !== venue) {
    throw invalidParameter('exchange', 'The symbol names another exchange.', venue)
  }
  return `${venue}:${ticker}`
}
