/** A provider for tests: a real WebSocket server on this machine that says exactly what a test tells it to. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { FrameReader, frame } from '../../src/socket/frames.ts'

export interface ReceivedCall {
  readonly method: string
  readonly params: readonly unknown[]
}

export interface FakeProviderOptions {
  /** Called for every connection, the first is 1. */
  onConnection(visitor: ProviderConnection, number: number): void
  /** A status with which the upgrade is refused. */
  refuse?(number: number): number | undefined
}

/** The other end of one connection. */
export class ProviderConnection {
  readonly socket: WebSocket
  readonly receivedCalls: ReceivedCall[] = []
  readonly heartbeats: string[] = []
  readonly #handlers = new Map<string, (params: readonly unknown[]) => void>()

  constructor(socket: WebSocket, heard: () => void) {
    this.socket = socket
    const reader = new FrameReader(10_000_000)
    socket.on('error', () => {})
    socket.on('message', (data) => {
      for (const payload of reader.push(String(data))) {
        if (payload.startsWith('~h~')) {
          this.heartbeats.push(payload)
          heard()
          continue
        }
        const { m: method, p: params } = JSON.parse(payload) as { m: string; p: unknown[] }
        this.receivedCalls.push({ method, params })
        heard()
        this.#handlers.get(method)?.(params)
      }
    })
  }

  on(method: string, handler: (params: readonly unknown[]) => void): this {
    this.#handlers.set(method, handler)
    return this
  }

  hello(): this {
    return this.sendRaw(frame(JSON.stringify({ session_id: '<0.1.2>_test', protocol: 'json' })))
  }

  sendEvent(method: string, ...params: readonly unknown[]): this {
    return this.sendRaw(eventFrame(method, ...params))
  }

  sendRaw(text: string | Buffer): this {
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(text)
    return this
  }

  /** Says hello and answers questions about quotes: `prices` has the last price of each symbol. */
  quotes(prices: ReadonlyMap<string, number>): this {
    this.on('quote_add_symbols', ([session, ...symbols]) => {
      for (const symbol of symbols) {
        const price = prices.get(String(symbol))
        if (price === undefined) {
          this.sendEvent('qsd', session, { n: symbol, s: 'error', v: {}, errmsg: 'no_such_symbol' })
        } else {
          this.sendEvent('qsd', session, { n: symbol, s: 'ok', v: { description: `About ${symbol}` } })
          this.sendEvent('qsd', session, { n: symbol, s: 'ok', v: { lp: price } })
        }
        this.sendEvent('quote_completed', session, symbol)
      }
    })
    return this.hello()
  }

  /** Says hello and answers questions about bars: the last `count` of those whose times are given, and older ones on demand. */
  bars(times: () => readonly number[]): this {
    /** Of each series: the position of its oldest bar, and its turnaround. */
    const states = new Map<unknown, { oldest: number; turn: unknown }>()
    const deliver = (session: unknown, series: unknown, turn: unknown, from: number, to: number) => {
      const id = String(series)
      const rows = times()
        .slice(from, to)
        .map((time) => barRow(time))
      if (rows.length > 0) this.sendEvent('timescale_update', session, { [id]: { s: rows, t: turn } }, {})
      states.set(`${session} ${id}`, { oldest: from, turn })
      const end = from === 0 ? { data_completed: 'end' } : {}
      this.sendEvent('series_completed', session, id, 'streaming', turn, end)
    }
    const load = ([session, series, turn, , , count = 3]: readonly unknown[]) => {
      const { length } = times()
      this.sendEvent('series_loading', session, series, turn)
      deliver(session, series, turn, Math.max(0, length - (typeof count === 'number' ? count : 3)), length)
    }
    this.on('resolve_symbol', ([session, id, symbol]) => {
      if (symbol === 'NONE') this.sendEvent('symbol_error', session, id, 'invalid symbol')
      else this.sendEvent('symbol_resolved', session, id, { full_name: symbol })
    })
    this.on('create_series', load).on('modify_series', load)
    this.on('request_more_data', ([session, series, count]) => {
      const { oldest, turn } = states.get(`${session} ${series}`) ?? { oldest: 0, turn: '' }
      deliver(session, series, turn, Math.max(0, oldest - Number(count)), oldest)
    })
    return this.hello()
  }

  /**
   * Says hello and answers questions about studies of bars whose times are given: the value is the time, and there is a point
   * before the first bar.
   */
  studies(times: () => readonly number[]): this {
    this.bars(times)
    const counts = new Map<unknown, { turn: unknown; count: unknown }>()
    const load = this.#handlers.get('create_series')
    this.on('create_series', (params) => {
      const [session, series, turn, , , count] = params
      counts.set(`${session} ${series}`, { turn, count })
      load?.(params)
    })
    this.on('create_study', ([session, study, turn, series]) => {
      const parent = counts.get(`${session} ${series}`)
      const turnaround = `${parent?.turn}_${turn}`
      const rows = times()
        .slice(-Number(parent?.count) - 1)
        .map((time) => pointRow(time))
      this.sendEvent('study_loading', session, study, turnaround)
      this.sendEvent('du', session, { [String(study)]: { st: rows, t: turnaround } })
      this.sendEvent('study_completed', session, study, turnaround)
    })
    return this
  }
}

export function pointRow(time: number, value: unknown = time): { i: number; v: unknown[] } {
  return { i: 0, v: [time, value] }
}

export function barRow(time: number, close = time): { i: number; v: number[] } {
  return { i: 0, v: [time, 1, 2, 0.5, close, 100] }
}

export function eventFrame(method: string, ...params: readonly unknown[]): string {
  return frame(JSON.stringify({ m: method, p: params }))
}

export class FakeProvider implements AsyncDisposable {
  readonly url: string
  readonly connections: ProviderConnection[] = []
  /** Connections asked for, refused ones too. */
  readonly attempts = { count: 0 }
  readonly #close: () => Promise<void>
  readonly #waiting = new Set<() => void>()

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url
    this.#close = close
  }

  static async start(options: FakeProviderOptions): Promise<FakeProvider> {
    const server = createServer()
    const sockets = new WebSocketServer({ noServer: true })
    const close = async () => {
      for (const client of sockets.clients) client.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const provider = new FakeProvider(`ws://127.0.0.1:${port}/socket.io/websocket`, close)
    server.on('upgrade', (message, tcp, head) => {
      provider.attempts.count++
      const status = options.refuse?.(provider.attempts.count)
      provider.#wakeWaiters()
      tcp.on('error', () => tcp.destroy())
      if (status !== undefined) {
        tcp.end(`HTTP/1.1 ${status} No\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
        return
      }
      sockets.handleUpgrade(message, tcp, head, (socket) => {
        const visitor = new ProviderConnection(socket, () => provider.#wakeWaiters())
        socket.on('close', () => provider.#wakeWaiters())
        provider.connections.push(visitor)
        options.onConnection(visitor, provider.connections.length)
        provider.#wakeWaiters()
      })
    })
    return provider
  }

  get openCount(): number {
    return this.connections.filter(({ socket }) => socket.readyState === socket.OPEN).length
  }

  /** Resolves as soon as it is so; looks after everything that happens. */
  async waitUntil(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.#waiting.add(resolve))
  }

  /** Everything that was said by clients, in order. */
  callsOf(method: string): readonly (readonly unknown[])[] {
    return this.connections
      .flatMap(({ receivedCalls: callsOf }) => callsOf.filter((one) => one.method === method))
      .map(({ params }) => params)
  }

  #wakeWaiters(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const wake of waiting) wake()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close()
  }
}
