/** Handles one WebSocket connection to the sandbox. */

import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { WebSocket, WebSocketServer } from 'ws'
import { replacementReply } from './faults/faulty-reply.ts'
import { type Incoming, type Reply, type SandboxHost, text } from './host.ts'
import { acceptRequest, type SandboxContext } from './incoming.ts'

/** Only the faults that make sense for a socket apply, not those that change lists or bodies. */
export async function handleUpgrade(
  context: SandboxContext,
  server: WebSocketServer,
  message: IncomingMessage,
  tcp: Socket,
  head: Buffer,
): Promise<void> {
  const disconnected = new AbortController()
  tcp.once('close', () => disconnected.abort())
  tcp.on('error', () => tcp.destroy())

  const accepted = acceptRequest(context, message, disconnected.signal)
  if (accepted.refusal !== undefined) return refuse(tcp, accepted.refusal)
  const { match, incoming, effect } = accepted
  const { host } = match
  if (host.socket === undefined) {
    return refuse(tcp, text('This host has no WebSocket endpoint.\n', { status: 404 }))
  }
  const { latencyMs, fault } = effect
  if (latencyMs > 0) await context.clock.sleep(latencyMs, disconnected.signal)
  if (fault?.kind === 'hang') return
  if (fault?.kind === 'reset' && fault.when === 'before') {
    tcp.resetAndDestroy()
    return
  }
  const replacement = (fault && replacementReply(fault)) ?? host.refuseSocket?.(incoming)
  if (replacement !== undefined) return refuse(tcp, replacement)

  server.handleUpgrade(message, tcp, head, (socket) => {
    if (fault?.kind === 'reset') socket.once('message', () => tcp.resetAndDestroy())
    void runSocket(context, host, incoming, socket)
  })
}

async function runSocket(
  context: SandboxContext,
  host: SandboxHost,
  incoming: Incoming,
  socket: WebSocket,
): Promise<void> {
  const { signal } = incoming
  // A malformed frame closes the socket. Without a listener the error would end the process.
  socket.on('error', () => {})
  try {
    await host.socket?.({ ...incoming, socket, sleep: (ms) => context.clock.sleep(ms, signal) })
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
