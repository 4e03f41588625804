/** The server of the runtime, with everything it would do on its own switched off. */

import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { prepareUpgrade } from '../live/socket-stream.ts'
import { headBytesMax } from '../request/head-limits.ts'
import type { ClientErrors } from './client-errors.ts'

interface NodeServerOptions {
  readonly requestTimeoutMs: number
  readonly clientErrors: ClientErrors
  /** Where clients may ask for a WebSocket. */
  readonly socketPaths: ReadonlySet<string>
}

export function createNodeServer(
  { requestTimeoutMs, clientErrors, socketPaths }: NodeServerOptions,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const server = createServer(
    {
      maxHeaderSize: headBytesMax,
      requestTimeout: requestTimeoutMs,
      headersTimeout: Math.min(10_000, requestTimeoutMs),
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: Math.min(1000, requestTimeoutMs),
      // Checked in `findMalformed`, so that the error has a body.
      requireHostHeader: false,
      // Worth a tenth of the cost of a cached response.
      optimizeEmptyRequests: true,
      // All other requests for an upgrade are answered as if they did not ask for it.
      shouldUpgradeCallback: ({ method, headers, url = '' }) =>
        method === 'GET' &&
        headers.upgrade?.toLowerCase() === 'websocket' &&
        socketPaths.has(url.split('?', 1)[0] ?? ''),
    },
    listener,
  )
  server.maxHeadersCount = 0
  // Unknown expectations may be ignored (RFC 9110, 10.1.1); by default the server rejects them without a body.
  server.on('checkExpectation', listener)
  // By default the server asks for every body before the request is checked.
  server.on('checkContinue', listener)
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const response = new ServerResponse(request)
    prepareUpgrade(request, response, socket, head)
    listener(request, response)
  })
  server.on('connect', (_request: IncomingMessage, socket: Socket) => clientErrors.rejectConnect(socket))
  server.on('clientError', (error, socket) => clientErrors.handle(error, socket as Socket))
  return server
}
