/** A server of streams for tests: pages of bars over HTTP, and a WebSocket that says exactly what a test tells it to. */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { Broadsheet, type BroadsheetOptions } from '../../src/index.ts'

export interface ReceivedMessage {
  readonly op: string
  readonly ref: string
  readonly channel?: string
  readonly symbols?: readonly string[]
  readonly [name: string]: unknown
}

/** The other end of one connection. */
export class StreamConnection {
  readonly socket: WebSocket
  readonly messages: ReceivedMessage[] = []

  constructor(socket: WebSocket) {
    this.socket = socket
  }

  send(...events: readonly object[]): void {
    this.socket.send(JSON.stringify(events))
  }

  messagesOf(op: string): ReceivedMessage[] {
    return this.messages.filter((message) => message.op === op)
  }

  accept({ op, ref }: ReceivedMessage): void {
    this.send({ event: `${op}d`, data: { ref } })
  }

  refuse({ ref }: ReceivedMessage, code: string, retry: boolean, retryAfterSeconds?: number): void {
    const details = retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }
    this.send({ event: 'error', data: { ref, error: { code, message: 'no', details }, retry } })
  }
}

/** What a connection does with a message; `number` of the connection, the first is 1. */
type OnMessage = (message: ReceivedMessage, connection: StreamConnection, number: number) => void

export class FakeServer implements AsyncDisposable {
  readonly connections: StreamConnection[] = []
  readonly pageUrls: string[] = []
  readonly origin: string
  readonly #server: Server
  #pages: string[] = []

  private constructor(server: Server, onMessage: OnMessage) {
    this.#server = server
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', ({ url = '' }, response) => {
      this.pageUrls.push(url)
      const json = this.#pages.length > 1 ? this.#pages.shift() : this.#pages[0]
      if (json === '503') response.writeHead(503, { 'retry-after': '0' }).end()
      else response.writeHead(200, { 'content-type': 'application/json' }).end(json)
    })
    new WebSocketServer({ server }).on('connection', (socket) => {
      const connection = new StreamConnection(socket)
      const number = this.connections.push(connection)
      socket.on('message', (data) => {
        const message = JSON.parse(String(data)) as ReceivedMessage
        connection.messages.push(message)
        onMessage(message, connection, number)
      })
    })
  }

  static async start(
    onMessage: OnMessage = (message, connection) => connection.accept(message),
  ): Promise<FakeServer> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new FakeServer(server, onMessage)
  }

  get openCount(): number {
    return this.connections.filter(({ socket }) => socket.readyState === socket.OPEN).length
  }

  /** Each request for bars gets the next page; the last one stays. */
  setPages(...texts: string[]): void {
    this.#pages = texts
  }

  client(options: Partial<BroadsheetOptions> = {}): Broadsheet {
    return new Broadsheet({
      services: { market: this.origin },
      random: () => 0,
      ...options,
    } as BroadsheetOptions)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { socket } of this.connections) socket.terminate()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

export function quoteEvent(symbol: string, last: number): object {
  return { event: 'quote', id: `q-${last}`, data: { symbol, last } }
}

export function barRow(minute: number, close = 1): Record<string, unknown> {
  const time = `2026-11-16T10:${String(minute).padStart(2, '0')}:00Z`
  return { time, open: 1, high: 1, low: 1, close, volume: null }
}

/** Of the symbol `X:A`. */
export const series = { symbol: 'X:A', resolution: '1', adjustment: 'splits', session: 'regular' }

export function barEvent(minute: number, close = 1): object {
  return { event: 'bar', id: `b-${minute}`, data: { ...series, ...barRow(minute, close) } }
}

export function barPage(...minutes: number[]): string {
  const data = minutes.map((minute) => ({ ...series, ...barRow(minute) }))
  return JSON.stringify({ data, meta: { series: { history_end: null } } })
}
