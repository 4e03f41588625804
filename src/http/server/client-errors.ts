/** Responds to what never became a complete request, on the bare socket, with the usual error envelope. */

import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { RouteMeter } from '../metrics/metrics.ts'
import type { Site } from '../pages/site.ts'
import { headersTooLarge, uriTooLong, urlBytesMax } from '../request/head-limits.ts'
import { createRequestId } from '../request/request-id.ts'
import { errorEntry } from '../response/error-response.ts'
import type { Connections, Received } from './load/connections.ts'

/** How long a rejected client may keep sending before the connection is cut; it needs time to read the response. */
const lingerMs = 2000

/** What the parser reports. */
interface ConnectionError extends NodeJS.ErrnoException {
  /** The last bytes received. */
  readonly rawPacket?: Buffer
}

interface ClientErrorOptions {
  readonly clock: Clock
  readonly meter: RouteMeter
  readonly site?: Site
  readonly connections: Connections
  readonly requestTimeoutMs: number
  /** The failure to respond with instead, if the caller sends too many; undefined if not. */
  limit(socket: Socket): Promise<Failure | undefined>
}

export class ClientErrors {
  readonly #options: ClientErrorOptions
  readonly #rejected = new WeakSet<Socket>()

  constructor(options: ClientErrorOptions) {
    this.#options = options
  }

  handle(error: ConnectionError, socket: Socket): void {
    // After a rejection, anything else that arrives is expected to be invalid.
    if (this.#rejected.has(socket)) return
    // Data after the last request is ignored; its response ends the connection.
    if (error.code === 'HPE_CLOSED_CONNECTION') return
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const latest = this.#options.connections.latest(socket)
    const failure = toClientFailure(error)
    if (latest?.request.complete && !latest.response.closed) {
      // A complete request is still being handled: responses keep their order.
      latest.response.once('close', () => {
        if (failure.code === 'request_timeout') this.#expectMore(socket, latest, failure)
        else void this.#reject(socket, failure)
      })
    } else if (latest?.response.headersSent && !latest.request.complete) {
      // That request was responded to before it was read completely.
      socket.destroy()
    } else {
      void this.#reject(socket, failure)
    }
  }

  /** This server is not a proxy. */
  rejectConnect(socket: Socket): void {
    const headers = { allow: 'GET, HEAD, OPTIONS' }
    void this.#reject(socket, new Failure('method_not_allowed', 'CONNECT is not supported.', { headers }))
  }

  /** What followed a request was not read while that was handled, so its time starts now. */
  #expectMore(socket: Socket, latest: Received, failure: Failure): void {
    const { connections, requestTimeoutMs } = this.#options
    const late = setTimeout(() => {
      if (connections.latest(socket) === latest) void this.#reject(socket, failure)
    }, requestTimeoutMs).unref()
    socket.once('close', () => clearTimeout(late))
  }

  async #reject(socket: Socket, failure: Failure): Promise<void> {
    this.#rejected.add(socket)
    const { limit } = this.#options
    this.#respond(socket, (await limit(socket)) ?? failure)
  }

  /** There is no `ServerResponse` here, so the bytes are written to the socket. */
  #respond(socket: Socket, failure: Failure): void {
    if (!socket.writable) return
    const { clock, meter, site } = this.#options
    const id = createRequestId()
    const entry = errorEntry(failure, id, clock, { site })
    meter.count(entry.status, 0)
    const headers = [
      ...entry.headers,
      ...[
        'cache-control',
        entry.cacheControl,
        'x-request-id',
        id,
        'content-length',
        String(entry.prefix.length),
        'connection',
        'close',
      ],
    ]
    const lines = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
    socket.end(
      `HTTP/1.1 ${entry.status} ${STATUS_CODES[entry.status] ?? ''}\r\n${lines}\r\n${entry.prefix}`,
      'latin1',
    )
    const cut = setTimeout(() => socket.destroy(), lingerMs).unref()
    socket.once('close', () => clearTimeout(cut)).resume()
  }
}

function toClientFailure(error: ConnectionError): Failure {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Failure('request_timeout', 'The request was not received completely in time.')
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return error.rawPacket && isUnterminatedRequestLine(error.rawPacket) ? uriTooLong() : headersTooLarge()
  }
  return new Failure('malformed_request', 'This is not a valid HTTP request.', { cause: error })
}

function isUnterminatedRequestLine(packet: Buffer): boolean {
  const start = packet.subarray(0, urlBytesMax + 32).toString('latin1')
  return /^[A-Z]+ [^ \r\n]+$/.test(start)
}
