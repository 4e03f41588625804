/** Quotes of symbols on request. */

import { Type } from 'typebox'
import { Failure, isFailure } from '../../../core/errors.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { upstreamErrors } from '../gateway/classify-provider-response.ts'
import { pricePaths } from '../gateway/routes-by-host.ts'
import { commaList, parseCommaList } from '../parameters/comma-list.ts'
import { invalidParameter } from '../parameters/invalid-parameter.ts'
import { parseSymbols } from '../parameters/symbol.ts'
import { Quote, toQuote } from '../schema/prices.ts'
import type { LivePrices } from '../streams/live-prices.ts'
import type { QuoteTopic } from '../streams/quote-hub.ts'

const symbolsMax = 100

export function createQuoteRoute(prices: LivePrices): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: pricePaths.quotes,
    id: 'getQuotes',
    tag: 'Prices',
    summary: 'Get quotes of symbols',
    description:
      'Current prices, description and fundamental figures, one row per symbol, in the order of the request. Unknown symbols are listed in `meta.unknown_symbols`; if all are unknown, the response is 404.',
    query: Type.Object({ symbols: symbolList(symbolsMax) }),
    response: { rows: Quote },
    errors: [...upstreamErrors, 'unknown_symbol'],
    access: 'optional',
    cache: 'no-store',
    compress: true,
    async handle({ query, admission, signal }) {
      const symbols = parseSymbolList(query.symbols, symbolsMax)
      const topics = await prices.quotesNow(symbols, { caller: admission.principal, signal })
      const known = topics.flatMap(({ symbol, values, failure }) =>
        values && !failure ? [{ symbol, values }] : [],
      )
      if (known.length === 0) throw nothingFound(topics)
      return {
        rows: known.map(({ symbol, values }) => JSON.stringify(toQuote(symbol, values))),
        meta: missingSymbols(topics),
      }
    },
  })
}

export function symbolList(max: number) {
  return commaList(`At most ${max} symbols, \`EXCHANGE:TICKER\`.`, {
    examples: ['NASDAQ:AAPL,BINANCE:BTCUSDT'],
  })
}

export function parseSymbolList(text: string, maxItems: number): string[] {
  const items = parseCommaList(text, { parameter: 'symbols', maxItems, keepOrder: true })
  if (items.length === 0)
    throw invalidParameter(
      'symbols',
      'There is no symbol in the list.',
      'EXCHANGE:TICKER, separated by commas',
    )
  return parseSymbols(items, 'symbols')
}

function missingSymbols(topics: readonly QuoteTopic[]): Record<string, readonly string[]> {
  const failed = topics.filter(({ failure }) => failure !== undefined)
  const unknown = failed
    .filter(({ failure }) => isFailure(failure, 'unknown_symbol'))
    .map(({ symbol }) => symbol)
  const others = failed.map(({ symbol }) => symbol).filter((symbol) => !unknown.includes(symbol))
  return {
    ...(unknown.length > 0 ? { unknown_symbols: unknown } : {}),
    ...(others.length > 0 ? { unavailable_symbols: others } : {}),
  }
}

function nothingFound(topics: readonly QuoteTopic[]): Failure {
  const failure = topics.find(({ failure }) => failure !== undefined)?.failure
  return failure ?? new Failure('upstream_timeout', 'The provider’s socket did not respond in time.')
}
