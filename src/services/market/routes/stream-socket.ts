/** The WebSocket: many subscriptions of one reader over one connection. */

import { type Static, Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { parseForeignJson } from '../../../core/parse/parse-json.ts'
import type { LiveConnection } from '../../../http/live/live-connection.ts'
import { LiveEvent } from '../../../http/live/live-event.ts'
import { oneOf } from '../../../http/openapi/fields.ts'
import { createBodyParser } from '../../../http/request/validation/validate.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { upstreamErrors } from '../gateway/classify-provider-response.ts'
import { pricePaths } from '../gateway/routes-by-host.ts'
import { invalidParameter } from '../parameters/invalid-parameter.ts'
import { parseSymbols } from '../parameters/symbol.ts'
import { adjustments, resolutions, sessions } from '../schema/prices.ts'
import { keptBarsMax } from '../streams/bar-hub.ts'
import { seriesKey } from '../streams/bar-series.ts'
import { eventIdCharsMax } from '../streams/event-ids.ts'
import type { LivePrices } from '../streams/live-prices.ts'
import type { StreamReader } from '../streams/stream-reader.ts'
import type { StreamCaller } from '../streams/subscription-counts.ts'
import type { Topic } from '../streams/topic.ts'
import { toSeries } from './bars.ts'

const symbolsPerMessageMax = 500
const seriesPerMessageMax = 50
const subscriptionsMax = 1000
const refCharsMax = 64

const Message = Type.Object({
  op: oneOf(['subscribe', 'unsubscribe']),
  channel: oneOf(['quotes', 'bars']),
  symbols: Type.Array(Type.String({ maxLength: 80 }), { minItems: 1 }),
  /** Repeated in the response. */
  ref: Type.Optional(Type.String({ maxLength: refCharsMax })),
  resolution: Type.Optional(oneOf(resolutions)),
  adjustment: Type.Optional(oneOf(adjustments)),
  session: Type.Optional(oneOf(sessions)),
  count: Type.Optional(Type.Integer({ minimum: 0, maximum: keptBarsMax / 2 })),
  last_event_id: Type.Optional(Type.String({ maxLength: eventIdCharsMax })),
})
type Message = Static<typeof Message>

const keyCharsMax = 200

/** The first message of a browser, whose handshake cannot have a key. */
const Authentication = Type.Object({
  op: Type.Literal('authenticate'),
  key: Type.String({ minLength: 1, maxLength: keyCharsMax }),
  ref: Type.Optional(Type.String({ maxLength: refCharsMax })),
})
type Authentication = Static<typeof Authentication>

export function createStreamSocketRoute(prices: LivePrices): AnyRoute {
  const parse = createBodyParser(Message)
  const parseAuthentication = createBodyParser(Authentication)
  return defineRoute({
    method: 'GET',
    path: pricePaths.stream,
    id: 'openStream',
    tag: 'Streams',
    summary: 'Open a WebSocket for quotes and bars',
    response: { body: Type.String(), type: 'text/plain' },
    acceptsAny: true,
    // An API document cannot describe a WebSocket.
    hidden: true,
    live: 'socket',
    errors: upstreamErrors,
    access: 'optional',
    cache: 'no-store',
    handle: () => ({
      live: (connection) => {
        const reader = prices.openReader(connection)
        return {
          onReady: () => reader.onReady(),
          async onMessage(text) {
            const parsed = parseMessage(text)
            if ((parsed as { op?: unknown } | null)?.op === 'authenticate') {
              const { key, ref } = parseAuthentication(parsed) as Authentication
              await authenticate(connection, reader, key)
              connection.send([new LiveEvent('authenticated', JSON.stringify({ ref }))])
              return
            }
            const message = parse(parsed) as Message
            const count = handleMessage(message, prices, connection.principal, reader)
            const { op, channel, ref } = message
            const data = { ref, channel, symbols: count, open: reader.size }
            connection.send([new LiveEvent(`${op}d`, JSON.stringify(data))])
          },
          errorContext: readRef,
        }
      },
    }),
  })
}

/** Subscriptions are counted for the one who made them. */
async function authenticate(connection: LiveConnection, reader: StreamReader, key: string): Promise<void> {
  if (reader.size > 0)
    throw new Failure('invalid_request', 'Authenticate before you subscribe.', {
      details: { parameter: 'op', expected: 'authenticate as the first message' },
    })
  await connection.authenticate(key)
}

/** Of a message that may be anything. */
function readRef(text: string): { ref?: string } {
  try {
    const { ref } = (parseForeignJson(text) ?? {}) as { ref?: unknown }
    return typeof ref === 'string' && ref.length <= refCharsMax ? { ref } : {}
  } catch {
    return {}
  }
}

function parseMessage(text: string): unknown {
  try {
    return parseForeignJson(text)
  } catch (cause) {
    throw new Failure('malformed_request', 'The message is not valid JSON.', { cause })
  }
}

/** Returns how many symbols the message was about. */
function handleMessage(
  message: Message,
  prices: LivePrices,
  caller: StreamCaller,
  reader: StreamReader,
): number {
  const { op, channel, last_event_id, count = 1 } = message
  const max = channel === 'quotes' ? symbolsPerMessageMax : seriesPerMessageMax
  if (message.symbols.length > max)
    throw invalidParameter('symbols', `A subscription takes at most ${max} symbols.`, `at most ${max}`, {
      given: message.symbols.length,
    })
  const symbols = parseSymbols(message.symbols, 'symbols')
  if (op === 'unsubscribe') {
    const topics = findTopics(message, symbols, reader)
    prices.unsubscribe(caller, reader, topics)
    return topics.length
  }
  if (reader.size + symbols.length > subscriptionsMax) {
    throw new Failure('rate_limited', `A connection takes at most ${subscriptionsMax} subscriptions.`, {
      details: { limit: subscriptionsMax, open: reader.size, requested: symbols.length },
    })
  }
  const resume = last_event_id === undefined ? undefined : prices.ids.parse(last_event_id)
  prices.subscribe(caller, reader, openTopics(message, symbols, prices, caller), { resume, count })
  return symbols.length
}

function openTopics(
  message: Message,
  symbols: readonly string[],
  prices: LivePrices,
  caller: StreamCaller,
): readonly Topic[] {
  if (message.channel === 'quotes') {
    prices.checkQuotes(caller, symbols)
    return prices.quotes.topics(symbols)
  }
  const series = symbols.map((symbol) => seriesOf(message, symbol))
  prices.checkBars(caller, series)
  return series.map((each) => prices.bars.topic(each))
}

function findTopics(message: Message, symbols: readonly string[], reader: StreamReader): Topic[] {
  const { channel } = message
  const keys = new Set(
    symbols.map((symbol) => (channel === 'quotes' ? symbol : seriesKey(seriesOf(message, symbol)))),
  )
  return [...reader.topics].filter(({ key }) => keys.has(key))
}

function seriesOf(message: Message, symbol: string) {
  const { resolution = '1D', adjustment = 'splits', session = 'regular' } = message
  return toSeries(symbol, { resolution, adjustment, session })
}
