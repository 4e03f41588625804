/** Symbols as callers write them: `EXCHANGE:TICKER`, or a bare ticker and its exchange. */

import { Type } from 'typebox'
import { Failure } from '../../core/errors.ts'

const exchangeForm = /^[A-Z0-9_]{1,24}$/
/** `AAPL`, `BRK.B`, `ES1!`, `BTCUSDT.P`, `700`, `EUR/USD`-like tickers and spreads without operators. */
const tickerForm = /^[A-Z0-9][A-Z0-9._!&@\-/*]{0,39}$/

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

/** In capitals. Throws `invalid_request` for what is neither form. */
export function parseSymbol(written: string, exchange?: string): string {
  const [first = '', second, ...more] = written.trim().toUpperCase().split(':')
  const [venue, ticker] = second === undefined ? [exchange?.trim().toUpperCase(), first] : [first, second]
  if (venue === undefined) {
    throw wrong(
      'exchange',
      'A bare ticker needs an exchange.',
      `exchange=NASDAQ, or NASDAQ:${first.slice(0, 40)}`,
    )
  }
  if (more.length > 0 || !exchangeForm.test(venue) || !tickerForm.test(ticker)) {
    throw wrong('symbol', `${JSON.stringify(written.slice(0, 60))} is not a symbol.`, 'EXCHANGE:TICKER')
  }
  if (second !== undefined && exchange !== undefined && exchange.trim().toUpperCase() !== venue) {
    throw wrong('exchange', 'The symbol names another exchange.', venue)
  }
  return `${venue}:${ticker}`
}

export function parseSymbols(written: readonly string[]): string[] {
  return written.map((symbol) => parseSymbol(symbol))
}

function wrong(parameter: string, message: string, expected: string): Failure {
  return new Failure('invalid_request', message, { details: { parameter, expected } })
}
