/** Opens WebSockets to upstream hosts, with the same rules as requests: configured hosts only, and no private addresses. */

import { createRequire } from 'node:module'
import type { WebSocket } from 'ws'
import { classifyError, classifyResponse } from './classify-response.ts'
import { locate } from './destination.ts'
import type { OutboundSettings, OutboundSocket, OutboundSocketRequest } from './outbound.ts'
import { publicOnlyLookup } from './public-address.ts'
import { joinHeaders } from './send-once.ts'

const load = createRequire(import.meta.url)

/** Throws if the host is not configured. What fails later, such as a refused upgrade, is an `error` event with a `Failure`. */
export function openSocket(
  address: string,
  { headers = {}, messageBytesMax }: OutboundSocketRequest,
  settings: OutboundSettings,
): OutboundSocket {
  const url = new URL(address.replace(/^ws/, 'http'))
  const { origin, mayBePrivate } = locate(url, settings)
  const lookup = mayBePrivate ? settings.lookup : publicOnlyLookup(settings.lookup)
  // On first use: most processes open no socket.
  const { WebSocket: Socket } = load('ws') as typeof import('ws')
  const target = `${origin.replace(/^http/, 'ws')}${url.pathname}${url.search}`
  const socket = new Socket(target, {
    headers: { ...headers, host: url.host, 'user-agent': settings.userAgent },
    handshakeTimeout: settings.connectTimeoutMs,
    maxPayload: messageBytesMax,
    perMessageDeflate: false,
    followRedirects: false,
    ...(lookup ? { lookup } : {}),
  })
  return reportRefusals(socket, settings)
}

/** By default the error of a refused upgrade has neither the status nor `Retry-After`. */
function reportRefusals(socket: WebSocket, { clock }: OutboundSettings): WebSocket {
  socket.on('unexpected-response', (request, response) => {
    const { statusCode = 0 } = response
    const refused = { status: statusCode, headers: joinHeaders(response.headers), body: '' }
    const { failure } = classifyResponse(refused, [], clock.now()) ?? classifyError(new Error('no upgrade'))
    request.destroy()
    socket.emit('error', failure)
    socket.terminate()
  })
  return socket
}
