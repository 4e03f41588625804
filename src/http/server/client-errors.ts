/** What never became a whole request: answered on the bare socket, in the same envelope as everything else. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { type Clock, toInstant } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { RouteMeter } from '../metrics/metrics.ts'
import { headersTooLarge, uriTooLong, urlBytesMax } from '../request/head-limits.ts'
import { createRequestId } from '../request/request-id.ts'
import { toErrorResponse } from '../response/error-response.ts'
import { fixedHeaders } from '../response/headers.ts'

/** How long a refused caller may go on sending before the connection is cut; it needs time to read the answer. */
const lingerMs = 2000

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

export class ClientErrors {
  readonly #clock: Clock
  readonly #meter: RouteMeter
  /** The newest request of each connection. */
  readonly #latest = new WeakMap<Socket, Exchange>()
  readonly #rejected = new WeakSet<Socket>()

  constructor(clock: Clock, meter: RouteMeter) {
    this.#clock = clock
    this.#meter = meter
  }

  /** Remembers which request a later error on its connection belongs to. */
  trackRequest(request: IncomingMessage, response: ServerResponse): void {
    this.#latest.set(request.socket, { request, response })
  }

  handle(error: ConnectionError, socket: Socket): void {
    // Once refused, whatever else arrives is expected to be nonsense.
    if (this.#rejected.has(socket)) return
    // What follows a last request is not looked at; its answer ends the connection.
    if (error.code === 'HPE_CLOSED_CONNECTION') return
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const newest = this.#latest.get(socket)
    const failure = toClientFailure(error)
    if (newest?.request.complete && !newest.response.closed) {
      // Behind a whole request that is still being answered: the answers keep their order.
      newest.response.once('close', () => this.#reject(socket, failure))
    } else if (newest?.response.headersSent && !newest.request.complete) {
      // That request had its answer before it was read to its end.
      socket.destroy()
    } else {
      this.#reject(socket, failure)
    }
  }

  /** We are no proxy. */
  rejectConnect(socket: Socket): void {
    this.#reject(socket, new Failure('method_not_allowed', 'This server does not take CONNECT.'), {
      allow: 'GET, HEAD, OPTIONS',
    })
  }

  #reject(socket: Socket, failure: Failure, headers: Readonly<Record<string, string>> = {}): void {
    if (!socket.writable) return
    this.#rejected.add(socket)
    const id = createRequestId()
    const answer = toErrorResponse(failure, id, toInstant(this.#clock.now()))
    this.#meter.count(answer.status, 0)
    const lines = Object.entries({
      ...fixedHeaders,
      ...answer.headers,
      ...headers,
      'x-request-id': id,
      'content-type': answer.type,
      'content-length': String(Buffer.byteLength(answer.body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${answer.status} ${failure.code}\r\n${lines.join('')}\r\n${answer.body}`)
    const cut = setTimeout(() => socket.destroy(), lingerMs).unref()
    socket.once('close', () => clearTimeout(cut)).resume()
  }
}

function toClientFailure(error: ConnectionError): Failure {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Failure('request_timeout', 'The request did not arrive completely in time.')
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    // Typed as serialised, but at run time it is the bytes as they came, and only the last of them.
    const packet = error.rawPacket as unknown as Buffer | undefined
    return packet && isUnterminatedRequestLine(packet) ? uriTooLong() : headersTooLarge()
  }
  return new Failure('malformed_request', 'This is not a valid HTTP request.', { cause: error })
}

function isUnterminatedRequestLine(packet: Buffer): boolean {
  const start = packet.subarray(0, urlBytesMax + 32).toString('latin1')
  return /^[A-Z]+ [^ \r\n]+$/.test(start)
}
