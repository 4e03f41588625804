/** Sends responses to requests that are not served from the cache. */

import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { Clock } from '../../core/clock.ts'
import type { Failure } from '../../core/errors.ts'
import { hasCredential } from '../access-control.ts'
import { EventStream } from '../live/event-stream.ts'
import { type ContentCoding, preferredCoding } from '../request/negotiate.ts'
import { deadlineExceeded } from '../request/request-deadline.ts'
import { errorEntry, logFailure, toFailure } from '../response/error-response.ts'
import { fixedBody } from '../response/render.ts'
import { createEntry, type ResponseEntry, withCompressed } from '../response/response-entry.ts'
import { type Delivery, sendHead, sendResponse, sendStream } from '../response/send-response.ts'
import type { Exchange } from './exchange.ts'
import type { LoadShedder } from './load-shedder.ts'

interface ResponseSenderOptions {
  readonly clock: Clock
  readonly logger: Logger
  readonly loadShedder: LoadShedder
  /** Also bounds how long a stream may take. */
  readonly requestTimeoutMs: number
  readonly isSandbox?: boolean
  /** Called for streams that broke off; whoever took the request counts all other responses. */
  countResponse(exchange: Exchange, status: number): void
}

export class ResponseSender {
  readonly #options: ResponseSenderOptions

  constructor(options: ResponseSenderOptions) {
    this.#options = options
  }

  /** Throws before anything is sent if the runtime rejects a header, which then becomes a 500. */
  send(exchange: Exchange, entry: ResponseEntry): undefined {
    sendResponse(exchange.response, entry, this.#delivery(exchange, entry))
  }

  sendError(failure: Failure, exchange: Exchange): void {
    // A response that breaks off cannot be replaced by another.
    if (exchange.response.headersSent) {
      logFailure(failure, exchange.requestId, this.#options.logger)
      exchange.response.destroy()
      return
    }
    try {
      this.#sendFailure(failure, exchange)
    } catch (thrown) {
      // The runtime rejects a header of the failure; this one has none of its own.
      this.#sendFailure(toFailure(thrown), exchange)
    }
  }

  #sendFailure(failure: Failure, exchange: Exchange): void {
    const { clock, logger, isSandbox } = this.#options
    const { request, requestId } = exchange
    logFailure(failure, requestId, logger)
    const { accept } = request.headers
    this.send(exchange, errorEntry(failure, requestId, clock, { accept, isSandbox }))
  }

  sendStream(exchange: Exchange, entry: ResponseEntry, chunks: AsyncIterable<string>): undefined {
    const { requestTimeoutMs, countResponse, logger } = this.#options
    const { response, requestId } = exchange
    sendStream(response, entry, this.#delivery(exchange, entry), chunks, requestTimeoutMs, (error) => {
      // A client may disconnect at any time.
      if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return countResponse(exchange, 499)
      const failure = error.code === 'ABORT_ERR' ? deadlineExceeded(error) : toFailure(error)
      logFailure(failure, requestId, logger)
      countResponse(exchange, failure.status)
    })
  }

  /** Writes the head; the events follow. The connection ends with them, which saves the framing of a body without length. */
  openEventStream(exchange: Exchange): EventStream {
    const rendered = fixedBody(200, 'text/event-stream', '')
    // Proxies that buffer would keep events back.
    const entry = createEntry(rendered, { cacheControl: 'no-store', headers: { 'x-accel-buffering': 'no' } })
    exchange.response.useChunkedEncodingByDefault = false
    sendHead(exchange.response, entry, this.#delivery(exchange, entry))
    return new EventStream(exchange.response)
  }

  #delivery(exchange: Exchange, entry: ResponseEntry): Delivery {
    const { request, requestId, admitted } = exchange
    const { headers, method } = request
    const { clock, loadShedder } = this.#options
    return {
      method,
      requestId,
      nowMs: clock.now(),
      isPrivate: admitted !== undefined && hasCredential(admitted.caller),
      // A failure may carry the state of another limit.
      rateLimit: entry.headers.includes('ratelimit') ? undefined : admitted?.admission.rateLimit,
      ifNoneMatch: headers['if-none-match'],
      coding: codingFor(request, entry),
      serverTiming: `total;dur=${Math.round(exchange.elapsedMs)}`,
      // The parser reads nothing that follows a request for another protocol.
      closeConnection: loadShedder.draining || headers.upgrade !== undefined,
    }
  }
}

/** The entry with its body compressed as the client prefers; a promise only if there is something to compress. */
export function compressFor(
  request: IncomingMessage,
  entry: ResponseEntry,
): Promise<ResponseEntry> | ResponseEntry {
  const coding = codingFor(request, entry)
  return coding === 'identity' || entry.compressed[coding] ? entry : withCompressed(entry, coding)
}

function codingFor({ headers }: IncomingMessage, { isCompressible }: ResponseEntry): ContentCoding {
  return isCompressible ? preferredCoding(headers['accept-encoding']) : 'identity'
}
