/** The same streams of prices over server-sent events and over the WebSocket, so that one table of tests is about both. */

import { type EventLog, openEventStream, openStreamSocket } from '../server/event-reader.ts'
import { toTestResponse } from '../server/test-server.ts'

export interface StreamRequest {
  readonly channel: 'quotes' | 'bars'
  readonly symbols: readonly string[]
  readonly resolution?: string
  readonly session?: string
  readonly adjustment?: string
  readonly count?: number
  readonly last_event_id?: string
}

export interface PriceStream extends Disposable {
  readonly log: EventLog
  /** Takes nothing more from the connection. */
  pause(): void
  resume(): void
}

interface StreamTransport {
  readonly name: string
  /** The error for 10,000 symbols: an address has less room than a message. */
  readonly tooManyError: RegExp
  open(
    origin: string,
    request: StreamRequest,
    headers?: Readonly<Record<string, string>>,
  ): Promise<PriceStream>
  /** The error with which a request is refused. */
  refusal(origin: string, request: StreamRequest): Promise<StreamError>
}

export interface StreamError {
  readonly code: string
  readonly message: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields
  readonly details?: any
}

function toUrl(origin: string, { channel, symbols, ...rest }: StreamRequest): string {
  const query = Object.entries(rest).map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
  return `${origin}/v1/stream/${channel}?symbols=${symbols.map(encodeURIComponent)}${query.join('')}`
}

const serverSentEvents: StreamTransport = {
  name: 'server-sent events',
  tooManyError: /uri_too_long.*longer than 8192 bytes/,
  open: (origin, request, headers) => openEventStream(toUrl(origin, request), headers),
  async refusal(origin, request) {
    const { json } = await toTestResponse(await fetch(toUrl(origin, request)))
    return json.error
  },
}

const webSocket: StreamTransport = {
  name: 'a WebSocket',
  tooManyError: /invalid_request.*at most (50|500) symbols.*10000/,
  async open(origin, request, headers) {
    const reader = await openStreamSocket(`${origin}/v1/stream`, headers)
    reader.send({ op: 'subscribe', ...request })
    return reader
  },
  async refusal(origin, request) {
    using reader = await webSocket.open(origin, request)
    const { event, data } = await reader.log.find(() => true)
    if (event !== 'error') throw new Error(`the first event is ${event}`)
    return data.error
  },
}

export const streamTransports: readonly StreamTransport[] = [serverSentEvents, webSocket]
