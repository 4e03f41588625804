/** The pages of symbols: search, and one symbol with its bars as CSV. */

import { Type } from 'typebox'
import { abortable } from '../../../core/async/abortable.ts'
import { Failure, isFailure } from '../../../core/errors.ts'
import { oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { stated } from '../../../http/pages/page-query.ts'
import type { Reply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { Asker, Gateway } from '../gateway/gateway.ts'
import { parseMoment } from '../parameters/query-fields.ts'
import { parseSymbol, symbolParameter } from '../parameters/symbol.ts'
import { getSymbolNews } from '../products/news/news.ts'
import { getOptionChain } from '../products/option-chain.ts'
import { searchSymbols, symbolTypes } from '../products/symbol-search.ts'
import { type BarRow, type Quote, type Resolution, resolutions, toQuote } from '../schema/prices.ts'
import type { LivePrices } from '../streams/live-prices.ts'
import { readLargest } from './market-pages/largest-stocks.ts'
import { contractsMax, optionColumns } from './market-pages/option-section.ts'
import { csvReply, csvRoute, formText, pageRoute, toReader } from './market-pages/page-route.ts'
import { type PageReader, readProduct } from './market-pages/read-product.ts'
import { searchPage, symbolsPerPage, symbolsStartPage } from './market-pages/search-page.ts'
import { type ChartBars, defaultCount, type Part, symbolPage } from './market-pages/symbol-page.ts'
import { similarSymbolsMax, unknownSymbolPage } from './market-pages/unknown-symbol-page.ts'

interface SymbolPageDeps {
  readonly gateway: Gateway
  readonly prices: LivePrices
}

/** How long a page waits for each of its parts. */
const partDeadlineMs = 4000
const dayMs = 86_400_000
const searchWordsMax = 64

const chartParameters = {
  resolution: withDefault(oneOf(resolutions, { description: 'Length of a bar.' }), '1D'),
  count: withDefault(
    Type.Integer({ minimum: 1, maximum: 1000, description: 'Number of bars.' }),
    defaultCount,
  ),
  to: formText('Latest start of a bar: a day, or a timestamp.', 40),
}

export function createSymbolPageRoutes({ gateway, prices }: SymbolPageDeps): AnyRoute[] {
  return [
    defineRoute({
      ...pageRoute,
      tag: 'Symbols',
      path: '/symbols',
      id: 'getSymbolsPage',
      summary: 'Find symbols on a page',
      query: Type.Object({
        q: formText('Ticker, name or ISIN.', searchWordsMax),
        type: Type.Optional(oneOf(['', ...symbolTypes], { description: 'Only this type.' })),
        offset: withDefault(Type.Integer({ minimum: 0, maximum: 10_000, description: 'Rows to skip.' }), 0),
      }),
      handle: async (context) => {
        const { offset } = context.query
        const [q, type] = [stated(context.query.q), stated(context.query.type)]
        const reader = toReader(context, gateway)
        if (q === undefined) {
          const part = await readPart(readLargest(reader), reader.asker.signal)
          return symbolsStartPage('value' in part ? part.value : undefined)
        }
        const query = { q, type, offset, limit: symbolsPerPage }
        return searchPage(
          { q, type, offset },
          await readProduct(searchSymbols, { query }, reader),
          symbolTypes,
        )
      },
    }),
    defineRoute({
      ...pageRoute,
      tag: 'Symbols',
      path: '/symbols/:symbol',
      id: 'getSymbolPage',
      summary: 'Get a symbol as a page',
      params: Type.Object({ symbol: symbolParameter }),
      query: Type.Object({
        ...chartParameters,
        compare: formText('Another symbol to draw beside it.', 80),
        expiration: formText('Expiration of the options.', 10),
      }),
      handle: async (context) => {
        const text = context.params.symbol
        const reader = toReader(context, gateway)
        try {
          return await readSymbolPage(parseSymbol(text), context.query, prices, reader)
        } catch (thrown) {
          if (!isFailure(thrown) || !isAboutSymbol(thrown)) throw thrown
          const { message, status } = thrown
          const problem = { message, status, requestId: context.requestId }
          return unknownSymbolPage({ text, problem, ...(await findSimilar(text, reader)) })
        }
      },
    }),
    defineRoute({
      ...csvRoute,
      tag: 'Symbols',
      path: '/symbols/:symbol/bars.csv',
      id: 'getBarsFile',
      summary: 'Get bars as a CSV file',
      params: Type.Object({ symbol: symbolParameter }),
      query: Type.Object(chartParameters),
      handle: async (context) => {
        const symbol = parseSymbol(context.params.symbol)
        const query = { ...context.query, to: stated(context.query.to) }
        const { bars } = await readBars(symbol, query, prices, toReader(context, gateway).asker)
        const columns = ['time', 'open', 'high', 'low', 'close', 'volume']
        return csvReply(bars, columns, `${symbol.replaceAll(/[^A-Z0-9]/g, '-')}-${query.resolution}`)
      },
    }),
  ]
}

interface SymbolPageQuery extends BarsQuery {
  readonly compare?: string | undefined
  readonly expiration?: string | undefined
}

async function readSymbolPage(
  symbol: string,
  written: SymbolPageQuery,
  prices: LivePrices,
  reader: PageReader,
): Promise<Reply> {
  const query = { ...written, to: stated(written.to), compare: stated(written.compare)?.toUpperCase() }
  const { asker, nowMs } = reader
  const [quote, chart, news, options] = await Promise.all([
    readPart(readQuote(symbol, prices, asker), asker.signal),
    readPart(readBars(symbol, query, prices, asker), asker.signal),
    readPart(rowsOf(getSymbolNews, symbol, {}, reader), asker.signal),
    readPart(
      rowsOf(
        getOptionChain,
        symbol,
        { columns: optionColumns, sort: 'expiration', limit: contractsMax },
        reader,
      ),
      asker.signal,
    ),
  ])
  // Nothing is left to show.
  if ('failure' in quote && 'failure' in chart && 'failure' in news) throw quote.failure
  return symbolPage({ symbol, quote, chart, news, options, query, nowMs })
}

function isAboutSymbol({ code, details }: Failure): boolean {
  return code === 'unknown_symbol' || (code === 'invalid_request' && details?.parameter === 'symbol')
}

/** By the ticker, and if nothing is called so, by its first half. */
async function findSimilar(text: string, reader: PageReader) {
  const ticker = text.slice(text.lastIndexOf(':') + 1).slice(0, searchWordsMax) || text
  for (const q of new Set([ticker, ticker.slice(0, Math.ceil(ticker.length / 2))])) {
    const part = await readPart(
      readProduct(searchSymbols, { query: { q, limit: similarSymbolsMax } }, reader),
      reader.asker.signal,
    )
    if ('value' in part && part.value.rows.length > 0) return { q, similar: part.value }
  }
  return { q: ticker, similar: undefined }
}

/** One part that fails or takes too long does not cost the reader the page, unless the request is wrong. */
async function readPart<Value>(work: Promise<Value>, requestSignal: AbortSignal): Promise<Part<Value>> {
  const deadline = AbortSignal.timeout(partDeadlineMs)
  try {
    return { value: await abortable(work, AbortSignal.any([requestSignal, deadline])) }
  } catch (thrown) {
    requestSignal.throwIfAborted()
    if (deadline.aborted)
      return { failure: new Failure('upstream_timeout', 'The provider did not answer in time.') }
    if (!isFailure(thrown) || thrown.code === 'unknown_symbol' || thrown.status === 400) throw thrown
    return { failure: thrown }
  }
}

async function readQuote(symbol: string, prices: LivePrices, asker: Asker): Promise<Quote> {
  const [topic] = await prices.quotesNow([symbol], asker)
  if (topic?.failure) throw topic.failure
  if (!topic?.values) throw new Failure('upstream_timeout', 'The provider’s socket did not respond in time.')
  return toQuote(symbol, topic.values)
}

interface BarsQuery {
  readonly resolution: Resolution
  readonly count: number
  readonly to?: string | undefined
}

async function readBars(
  symbol: string,
  { resolution, count, to }: BarsQuery,
  { history }: LivePrices,
  asker: Asker,
): Promise<ChartBars> {
  const toMs = to === undefined ? undefined : parseMoment(to, 'to', dayMs - 1)
  const series = { symbol, resolution, adjustment: 'splits', session: 'regular' } as const
  const seconds = toMs === undefined ? undefined : Math.max(0, Math.floor(toMs / 1000))
  const { rows, end, currency, timezone } = await history.load({ series, count, to: seconds }, asker)
  return {
    bars: rows.map((row) => JSON.parse(row) as BarRow),
    hasOlder: rows.length >= count && end === undefined,
    zone: timezone,
    currency,
  }
}

const emptyCodes: ReadonlySet<string> = new Set(['unknown_symbol', 'no_data', 'invalid_request'])

async function rowsOf(
  product: typeof getSymbolNews | typeof getOptionChain,
  symbol: string,
  query: Readonly<Record<string, unknown>>,
  reader: PageReader,
) {
  try {
    return (await readProduct(product, { params: { symbol }, query }, reader)).rows
  } catch (thrown) {
    // The quote decides whether the symbol exists: some have no news or no options.
    if (isFailure(thrown) && emptyCodes.has(thrown.code)) return []
    throw thrown
  }
}
