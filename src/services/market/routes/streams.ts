/** Streams of quotes and bars as server-sent events. */

import { Type } from 'typebox'
import { withDefault } from '../../../http/openapi/fields.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { upstreamErrors } from '../gateway/classify-provider-response.ts'
import { pricePaths } from '../gateway/routes-by-host.ts'
import { StreamedBar, StreamedQuote } from '../schema/prices.ts'
import { keptBarsMax } from '../streams/bar-hub.ts'
import { eventIdCharsMax } from '../streams/event-ids.ts'
import type { LivePrices } from '../streams/live-prices.ts'
import { seriesParameters, toSeries } from './bars.ts'
import { parseSymbolList, symbolList } from './quotes.ts'

const quoteSymbolsMax = 200
const barSymbolsMax = 20

const lastEventIdParameter = Type.Optional(
  Type.String({
    maxLength: eventIdCharsMax,
    description: 'Resumes after this event; for clients that cannot send the header `Last-Event-ID`.',
  }),
)

/** How many bars a new reader gets at first. */
export const firstBars = withDefault(
  Type.Integer({
    minimum: 0,
    maximum: keptBarsMax / 2,
    description: 'Number of past bars to start with.',
  }),
  1,
)

const shared = {
  method: 'GET',
  tag: 'Streams',
  access: 'optional',
  cache: 'no-store',
  live: 'events',
  errors: upstreamErrors,
} as const satisfies Partial<AnyRoute>

const exampleQuote: StreamedQuote = {
  symbol: 'NASDAQ:AAPL',
  last: 266.94,
  last_at: '2026-11-16T15:04:31.000Z',
  change: 1.27,
  change_percent: 0.48,
  volume: 18_402_117,
  open: 265.9,
  high: 267.32,
  low: 264.81,
  previous_close: 265.67,
  bid: 266.93,
  ask: 266.95,
  bid_size: 120,
  ask_size: 85,
  extended_last: null,
  extended_change_percent: null,
  market_state: 'market',
}

const exampleBar: Type.Static<typeof StreamedBar> = {
  symbol: 'NASDAQ:AAPL',
  resolution: '1',
  adjustment: 'splits',
  session: 'regular',
  time: '2026-11-16T15:04:00.000Z',
  open: 266.71,
  high: 267.02,
  low: 266.68,
  close: 266.94,
  volume: 48_210,
}

const eventText =
  '`error`: a symbol is unknown, or why the stream ends; `status`: the provider was lost or is connected again. A reader whose connection is full gets the newest state, without what was in between; one that takes nothing for 30 seconds is disconnected.'

export function createStreamRoutes(prices: LivePrices): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      path: pricePaths.quoteStream,
      id: 'streamQuotes',
      summary: 'Stream quotes of symbols',
      description: `Server-sent events. \`quote\`: the prices of a symbol, at first and after each change, as \`StreamedQuote\`; ${eventText}`,
      query: Type.Object({ symbols: symbolList(quoteSymbolsMax), last_event_id: lastEventIdParameter }),
      response: { body: StreamedQuote, type: 'text/event-stream' },
      example: exampleQuote,
      handle(context) {
        const { query, admission } = context
        const symbols = parseSymbolList(query.symbols, quoteSymbolsMax)
        const resume = parseResume(prices, query.last_event_id ?? context.header('last-event-id'))
        prices.checkQuotes(admission.principal, symbols)
        const topics = prices.quotes.topics(symbols)
        return { live: (connection) => prices.openReader(connection, { topics, start: { resume } }) }
      },
    }),
    defineRoute({
      ...shared,
      path: pricePaths.barStream,
      id: 'streamBars',
      summary: 'Stream bars of symbols',
      description: `Server-sent events. \`bar\`: a bar that has begun or changed, as \`StreamedBar\`; it replaces one of the same series with the same time. \`gap\`: bars may be missing before the next one, because the stream was resumed too late; get them from \`/v1/bars/{symbol}\`. ${eventText}`,
      query: Type.Object({
        symbols: symbolList(barSymbolsMax),
        ...seriesParameters,
        count: firstBars,
        last_event_id: lastEventIdParameter,
      }),
      response: { body: StreamedBar, type: 'text/event-stream' },
      example: exampleBar,
      handle(context) {
        const { query, admission } = context
        const symbols = parseSymbolList(query.symbols, barSymbolsMax)
        const resume = parseResume(prices, query.last_event_id ?? context.header('last-event-id'))
        const series = symbols.map((symbol) => toSeries(symbol, query))
        prices.checkBars(admission.principal, series)
        const topics = series.map((each) => prices.bars.topic(each))
        const start = { resume, count: query.count }
        return { live: (connection) => prices.openReader(connection, { topics, start }) }
      },
    }),
  ]
}

function parseResume(prices: LivePrices, id: string | undefined) {
  // Browsers send an empty one before the first event.
  return id === undefined || id === '' ? undefined : prices.ids.parse(id)
}
