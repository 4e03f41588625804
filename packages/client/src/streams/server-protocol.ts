/** What is said over the socket of a server: messages with a reference to it, and arrays of events from it. */

import type { Connection, Protocol, ProtocolSide } from '../socket/connection.ts'
import { isObject } from '../socket/messages.ts'

export interface ServerEvent {
  readonly id: string | undefined
  readonly name: string
  readonly data: Readonly<Record<string, unknown>>
}

/** What a stream reads: quotes of symbols, or bars of one series. */
export interface Selection {
  readonly channel: 'quotes' | 'bars'
  readonly symbols: readonly string[]
  /** Of bars: `resolution`, `adjustment` and `session`. */
  readonly series: Readonly<Record<string, string>>
}

export type ServerMessage =
  | { readonly op: 'authenticate'; readonly key: string }
  | {
      readonly op: 'subscribe' | 'unsubscribe'
      readonly channel: Selection['channel']
      readonly symbols: readonly string[]
    }

export type ServerConnection = Connection<true, ServerEvent>

/** Longer than all that a server sends at once. */
const messageCharsMax = 16_000_000

export const serverProtocol: Protocol<true, ServerEvent> = {
  hello: true,
  read(text: string, side: ProtocolSide<true, ServerEvent>): void {
    if (text.length > messageCharsMax) throw new RangeError('a message is too long')
    const events: unknown = JSON.parse(text)
    if (!Array.isArray(events)) throw new TypeError('not an array of events')
    for (const { event: name, id, data } of events.filter(isObject)) {
      if (typeof name !== 'string' || !isObject(data)) continue
      side.onEvent({ name, id: typeof id === 'string' ? id : undefined, data })
    }
  },
}
