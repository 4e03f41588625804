/** What is said over the socket of the market provider: frames with hello, heartbeats, calls and events. */

import { Connection, type ConnectionOptions, type Protocol, type ProtocolSide } from './connection.ts'
import { MarketProtocolError } from './errors.ts'
import { FrameReader, frame } from './frames.ts'
import { encodeCall, type Hello, type MarketEvent, parseMessage } from './messages.ts'
import { toReason } from './reason.ts'
import { ReconnectingConnection, type ReconnectOptions, type SendCall } from './reconnecting-connection.ts'

export interface ProviderOptions extends ConnectionOptions {
  readonly frameCharsMax: number
}

export class ProviderProtocol implements Protocol<Hello, MarketEvent> {
  readonly #reader: FrameReader

  constructor(frameCharsMax: number) {
    this.#reader = new FrameReader(frameCharsMax)
  }

  read(text: string, side: ProtocolSide<Hello, MarketEvent>): void {
    for (const payload of this.#reader.push(text)) {
      const message = parseMessage(payload)
      if (message.kind === 'heartbeat') side.send(frame(message.payload))
      if (message.kind === 'hello') side.onHello(message.hello)
      if (message.kind !== 'event') continue
      const { method, params } = message.event
      if (method === 'protocol_error')
        throw new MarketProtocolError(`the provider says: ${toReason(params[0])}`)
      side.onEvent(message.event)
    }
  }
}

/** A connection that is opened again. `greet` sends the first calls on every one. */
export function connectToProvider(
  options: ProviderOptions & ReconnectOptions,
  greet: (call: SendCall) => void,
): ReconnectingConnection {
  return new ReconnectingConnection(
    {
      ...options,
      sessionOf: ({ params: [session] }) => (typeof session === 'string' ? session : undefined),
      async open(listener, signal) {
        const protocol = new ProviderProtocol(options.frameCharsMax)
        const connection = await Connection.open(options, protocol, listener, signal)
        return {
          call: (method, ...params) => connection.send(encodeCall(method, params)),
          close: () => connection.close(),
        }
      },
    },
    greet,
  )
}
