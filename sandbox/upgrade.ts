/** One WebSocket to the sandbox, from the request to upgrade until somebody hangs up. */

import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { WebSocket, WebSocketServer } from 'ws'
import { replacementReply } from './altered-reply.ts'
import { type Incoming, type Reply, type SandboxHost, text } from './host.ts'
import { arrive, type Internet } from './internet.ts'

/** Of the faults those strike that make sense before or on a socket; the ones about lists and bodies do not. */
export async function upgrade(
  internet: Internet,
  server: WebSocketServer,
  message: IncomingMessage,
  tcp: Socket,
  head: Buffer,
): Promise<void> {
  const left = new AbortController()
  tcp.once('close', () => left.abort())
  tcp.on('error', () => tcp.destroy())

  const arrival = arrive(internet, message, left.signal)
  if (arrival.refusal !== undefined) return refuse(tcp, arrival.refusal)
  const { found, incoming, strike } = arrival
  const { host } = found
  if (host.socket === undefined) return refuse(tcp, text('No sockets here.\n', { status: 404 }))

  if (strike.latencyMs > 0) await internet.clock.sleep(strike.latencyMs, left.signal)
  const { breakage } = strike
  if (breakage?.kind === 'hang') return
  if (breakage?.kind === 'reset' && breakage.when === 'before') {
    tcp.resetAndDestroy()
    return
  }
  const replacement = breakage && replacementReply(breakage)
  if (replacement !== undefined) return refuse(tcp, replacement)

  server.handleUpgrade(message, tcp, head, (socket) => {
    if (breakage?.kind === 'reset') socket.once('message', () => tcp.resetAndDestroy())
    void converse(internet, host, incoming, socket)
  })
}

async function converse(
  internet: Internet,
  host: SandboxHost,
  incoming: Incoming,
  socket: WebSocket,
): Promise<void> {
  const { signal } = incoming
  // What is wrong with a frame closes the socket by itself; without a listener it would end the process.
  socket.on('error', () => {})
  try {
    await host.socket?.({ ...incoming, socket, sleep: (ms) => internet.clock.sleep(ms, signal) })
  } catch {
    if (!signal.aborted) socket.close(1011)
  }
}

function refuse(tcp: Socket, { status = 200, headers = {}, body = '' }: Reply): void {
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  tcp.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
