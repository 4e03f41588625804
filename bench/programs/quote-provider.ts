/** A provider whose quotes change at a fixed rate; the price is the time at which it was sent. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { FrameReader, frame } from '../../packages/client/src/socket/frames.ts'

const updatesPerSecond = 2000
const tickMs = 10

const server = createServer()
const sockets = new WebSocketServer({ server })
sockets.on('connection', serve)
server.listen(0, '127.0.0.1', () => {
  process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.on('disconnect', () => process.exit())

function serve(socket: WebSocket): void {
  const reader = new FrameReader(10_000_000)
  const symbols: (readonly [session: string, symbol: string])[] = []
  let next = 0
  let sent = 0
  const startedAt = now()
  socket.send(frame(JSON.stringify({ session_id: '<0.1.2>_bench', protocol: 'json' })))
  socket.on('message', (data) => {
    for (const payload of reader.push(String(data))) {
      if (payload.startsWith('~h~')) continue
      const { m: method, p: params } = JSON.parse(payload) as { m: string; p: string[] }
      if (method !== 'quote_add_symbols') continue
      const [session = '', ...added] = params
      for (const symbol of added) {
        symbols.push([session, symbol])
        socket.send(quote(session, symbol) + event('quote_completed', [session, symbol]))
      }
    }
  })
  const timer = setInterval(() => {
    let text = ''
    // As many as are due, also if a tick came late.
    for (const due = ((now() - startedAt) * updatesPerSecond) / 1000; sent < due; sent += 1) {
      const [session, symbol] = symbols[next++ % symbols.length] ?? ['', '']
      if (symbol !== '') text += quote(session, symbol)
    }
    if (text !== '') socket.send(text)
  }, tickMs)
  socket.on('close', () => clearInterval(timer))
}

function quote(session: string, symbol: string): string {
  return event('qsd', [session, { n: symbol, s: 'ok', v: { lp: now(), volume: 1, bid: 2, ask: 3 } }])
}

function event(method: string, params: readonly unknown[]): string {
  return frame(JSON.stringify({ m: method, p: params }))
}

/** Milliseconds since the machine started: the same in all processes. */
function now(): number {
  return Math.round(Number(process.hrtime.bigint()) / 1e4) / 100
}
