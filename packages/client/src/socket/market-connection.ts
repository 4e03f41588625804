/** The low-level connection: all calls of the protocol, all events, no reconnect. */

import { ConflatingQueue } from './conflating-queue.ts'
import { Connection } from './connection.ts'
import { MarketOverflowError } from './errors.ts'
import { type MarketSocketOptions, toProviderOptions } from './market-socket.ts'
import {
  encodeCall,
  type Hello,
  type MarketEvent,
  type MarketMethod,
  type MarketMethods,
} from './messages.ts'
import { ProviderProtocol } from './provider-protocol.ts'

export interface MarketConnection extends AsyncIterable<MarketEvent> {
  readonly hello: Hello
  call<Method extends MarketMethod>(method: Method, ...params: MarketMethods[Method]): void
  close(): void
}

export interface MarketConnectionOptions
  extends Pick<
    MarketSocketOptions,
    'url' | 'origin' | 'openSocket' | 'helloTimeoutMs' | 'idleTimeoutMs' | 'frameCharsMax' | 'clock'
  > {
  /** Closes the connection, also while it is opening; rejects with the signal’s reason. */
  readonly signal?: AbortSignal | undefined
}

const eventsMax = 10_000

/**
 * For calls that `MarketSocket` does not cover. At most 10,000 unread events are buffered; then the connection ends with
 * `MarketOverflowError`. Events can be iterated once; the loop ends with the connection.
 *
 * ```ts
 * const connection = await openMarketConnection({ origin: 'https://www.tradingview.com' })
 * connection.call('quote_create_session', 'qs_1')
 * ```
 */
export async function openMarketConnection(options: MarketConnectionOptions = {}): Promise<MarketConnection> {
  const { signal = new AbortController().signal } = options
  const events = new ConflatingQueue<number, MarketEvent>()
  let count = 0
  const fail = (error: unknown) => {
    events.fail(error)
    // Events may arrive with the hello message, before there is a connection to close.
    opening.then(
      (connection) => connection.close(),
      () => {},
    )
  }
  const onAbort = () => {
    events.clear()
    fail(signal.reason)
  }
  const forget = () => signal.removeEventListener('abort', onAbort)
  const provider = toProviderOptions(options)
  const opening = Connection.open(
    provider,
    new ProviderProtocol(provider.frameCharsMax),
    {
      onEvent(event) {
        events.put(count++, event)
        if (events.size > eventsMax)
          fail(new MarketOverflowError(`more than ${eventsMax} events wait to be read`))
      },
      onEnd(error) {
        forget()
        if (error) events.fail(error)
        else events.finish()
      },
    },
    signal,
  )
  signal.addEventListener('abort', onAbort, { once: true })
  const connection = await opening.catch((error: unknown) => {
    forget()
    throw error
  })
  return {
    hello: connection.hello,
    call: (method, ...params) => connection.send(encodeCall(method, params)),
    close: () => connection.close(),
    [Symbol.asyncIterator]: () => ({
      next: () => events.next(),
      async return() {
        connection.close()
        return { value: undefined, done: true }
      },
    }),
  }
}
