/** Carries a stream over a WebSocket: each message to the reader is a JSON array of events. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { WebSocket, WebSocketServer } from 'ws'
import type { Carrier, CarrierListener } from './live-connection.ts'
import type { LiveEvent } from './live-event.ts'

/** Enough for any subscription that is allowed, and for one that is not to be refused with a reason. */
const messageBytesMax = 262_144

const closeCodes = { restart: 1012, policy: 1008 } as const

interface Upgrade {
  readonly tcp: Socket
  readonly head: Buffer
}

/** The sockets of requests for an upgrade. */
const upgrades = new WeakMap<IncomingMessage, Upgrade>()

/** A request for an upgrade goes through the same steps as any other; its response is written only if it fails. */
export function prepareUpgrade(
  request: IncomingMessage,
  response: ServerResponse,
  tcp: Socket,
  head: Buffer,
): void {
  upgrades.set(request, { tcp, head })
  tcp.on('error', () => tcp.destroy())
  response.shouldKeepAlive = false
  response.assignSocket(tcp)
  response.once('finish', () => tcp.end())
}

export function isUpgrade(request: IncomingMessage): boolean {
  return upgrades.has(request)
}

let server: WebSocketServer | undefined

/** Undefined if the handshake is malformed, of which the client has been told, or if the client has hung up. */
export async function acceptUpgrade(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<SocketStream | undefined> {
  const upgrade = upgrades.get(request)
  if (upgrade === undefined) return undefined
  const { tcp, head } = upgrade
  // Loaded with the first WebSocket: a start takes less time without it.
  const { WebSocketServer } = await import('ws')
  server ??= new WebSocketServer({ noServer: true, maxPayload: messageBytesMax, perMessageDeflate: false })
  response.detachSocket(tcp)
  let stream: SocketStream | undefined
  // At once or never: not if the handshake is malformed, nor if the client has hung up.
  server.handleUpgrade(request, tcp, head, (socket) => {
    stream = new SocketStream(socket, tcp)
  })
  return stream
}

export class SocketStream implements Carrier {
  readonly #socket: WebSocket
  readonly #tcp: Socket
  #isAlive = true
  /** Requests for an acknowledgement are numbered: a reader may respond to the last of several pings only. */
  #requested = 0
  #acknowledged = 0

  constructor(socket: WebSocket, tcp: Socket) {
    this.#socket = socket
    this.#tcp = tcp
    // A malformed frame, or one that is too long, closes the socket.
    socket.on('error', () => {})
    socket.on('pong', () => {
      this.#isAlive = true
    })
  }

  get unsentBytes(): number {
    return this.#tcp.writableLength
  }

  get unacknowledged(): number {
    return this.#requested - this.#acknowledged
  }

  listen({ onDrained, onClosed, onMessage }: CarrierListener): void {
    this.#socket.on('pong', (data) => {
      const number = Number(String(data))
      if (!(number > this.#acknowledged && number <= this.#requested)) return
      this.#acknowledged = number
      onDrained()
    })
    this.#socket.once('close', onClosed)
    this.#socket.on('message', (data, isBinary) => onMessage(isBinary ? '' : String(data)))
    if (this.#socket.readyState !== this.#socket.OPEN) onClosed()
  }

  send(events: readonly LiveEvent[]): void {
    let text = '['
    for (const event of events) text += text === '[' ? event.json : `,${event.json}`
    this.#socket.send(`${text}]`)
  }

  /** A reader responds to a ping when it has taken all messages before it. */
  requestAcknowledgement(): void {
    this.#requested += 1
    this.#socket.ping(String(this.#requested))
  }

  /** Browsers do not show pings to a page, but an empty array of events. */
  beat(): boolean {
    const wasAlive = this.#isAlive
    this.send([])
    this.#isAlive = false
    this.#socket.ping(String(this.#requested))
    return wasAlive
  }

  close(last: LiveEvent | undefined): void {
    if (last) this.send([last])
    this.#socket.close(last ? closeCodes.policy : closeCodes.restart)
  }

  destroy(): void {
    this.#socket.terminate()
  }
}
