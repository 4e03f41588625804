/** Sends what the route of a request responds with, and counts it. */

import type { Logger } from 'pino'
import type { Clock } from '../../core/clock.ts'
import type { Failure } from '../../core/errors.ts'
import { type Access, hasCredential, type RouteInfo } from '../access-control.ts'
import { EventStream } from '../live/event-stream.ts'
import type { StartLive } from '../live/live-connection.ts'
import type { LiveConnections } from '../live/live-connections.ts'
import { acceptUpgrade } from '../live/socket-stream.ts'
import type { Site } from '../pages/site.ts'
import { deadlineExceeded } from '../request/request-deadline.ts'
import { createFailureLog, errorEntry, type LogFailure, toFailure } from '../response/error-response.ts'
import type { FilePart } from '../response/file-part.ts'
import { fixedBody } from '../response/render.ts'
import { codingFor, createEntry, type ResponseEntry } from '../response/response-entry.ts'
import { type Delivery, sendFilePart, sendHead, sendResponse, sendStream } from '../response/send-response.ts'
import type { Admitted, Exchange } from './exchange.ts'
import type { LoadShedder } from './load/load-shedder.ts'
import type { RecordResponse } from './record-response.ts'

/** A body in memory, one that is produced while it is sent, a file, no body at all, or a stream of events. */
export type Outgoing =
  | {
      readonly entry: ResponseEntry
      readonly chunks?: AsyncIterable<string>
      readonly file?: FilePart
      readonly isHeadOnly?: boolean
    }
  | { readonly live: StartLive; readonly by: OpenedBy }

/** The route that opens a stream. */
interface OpenedBy {
  readonly carrier: 'events' | 'socket'
  readonly access: Access
  readonly routeInfo: RouteInfo
}

interface ResponseSenderOptions {
  readonly clock: Clock
  readonly logger: Logger
  readonly loadShedder: LoadShedder
  /** Also bounds how long a body may be produced. */
  readonly requestTimeoutMs: number
  readonly site?: Site
  readonly streams: LiveConnections
  readonly recordResponse: RecordResponse
}

export class ResponseSender {
  readonly #options: ResponseSenderOptions
  readonly #logFailure: LogFailure

  constructor(options: ResponseSenderOptions) {
    this.#options = options
    this.#logFailure = createFailureLog(options.logger, options.clock)
  }

  /** Throws before anything is sent if the runtime rejects a header, which then becomes a 500. */
  async send(exchange: Exchange, outgoing: Outgoing): Promise<void> {
    if ('live' in outgoing) await this.#openStream(exchange, outgoing.live, outgoing.by)
    else if (outgoing.file) await this.#sendFile(exchange, outgoing.entry, outgoing.file)
    else if (outgoing.chunks) await this.#sendChunks(exchange, outgoing.entry, outgoing.chunks)
    else if (outgoing.isHeadOnly) this.#sendHeadOnly(exchange, outgoing.entry)
    else this.#sendEntry(exchange, outgoing.entry)
  }

  sendError(exchange: Exchange, failure: Failure): void {
    const { response, requestId } = exchange
    this.#logFailure(failure, requestId)
    try {
      // A response that breaks off cannot be replaced by another.
      if (response.headersSent) response.destroy()
      else this.#sendFailure(exchange, failure)
    } catch (thrown) {
      // The runtime rejects a header of the failure; the next one has none of its own.
      this.#sendLastFailure(exchange, toFailure(thrown))
    }
  }

  #sendLastFailure(exchange: Exchange, failure: Failure): void {
    this.#logFailure(failure, exchange.requestId)
    try {
      this.#sendFailure(exchange, failure)
    } catch {
      // The runtime rejects headers of every response: the process must not end for it.
      exchange.response.destroy()
    }
  }

  #sendFailure(exchange: Exchange, failure: Failure): void {
    const { clock, site } = this.#options
    const { accept } = exchange.request.headers
    this.#sendEntry(exchange, errorEntry(failure, exchange.requestId, clock, { accept, site }))
  }

  #sendEntry(exchange: Exchange, entry: ResponseEntry): void {
    const status = sendResponse(exchange.response, entry, this.#delivery(exchange, entry))
    this.#record(exchange, status)
  }

  #sendHeadOnly(exchange: Exchange, entry: ResponseEntry): void {
    sendHead(exchange.response, entry, this.#delivery(exchange, entry))
    exchange.response.end()
    this.#record(exchange, entry.status)
  }

  /** Resolves when all is sent, or the body breaks off. */
  async #sendChunks(exchange: Exchange, entry: ResponseEntry, chunks: AsyncIterable<string>): Promise<void> {
    const { requestTimeoutMs } = this.#options
    const { response } = exchange
    const delivery = this.#delivery(exchange, entry)
    const error = await sendStream(response, entry, delivery, chunks, requestTimeoutMs)
    this.#recordEnd(exchange, entry.status, error)
  }

  async #sendFile(exchange: Exchange, entry: ResponseEntry, part: FilePart): Promise<void> {
    try {
      const error = await sendFilePart(exchange.response, entry, this.#delivery(exchange, entry), part)
      this.#recordEnd(exchange, entry.status, error)
    } finally {
      await part.file.dispose?.()
    }
  }

  #recordEnd(exchange: Exchange, status: number, error: NodeJS.ErrnoException | undefined): void {
    if (error === undefined) this.#record(exchange, status)
    // A client may disconnect at any time.
    else if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') this.#record(exchange, 499)
    else {
      const failure = error.code === 'ABORT_ERR' ? deadlineExceeded(error) : toFailure(error)
      this.#logFailure(failure, exchange.requestId)
      this.#record(exchange, failure.status)
    }
  }

  async #openStream(exchange: Exchange, live: StartLive, opened: OpenedBy): Promise<void> {
    const { request, response } = exchange
    const { streams } = this.#options
    if (request.method === 'HEAD') return this.#openEvents(exchange).close(undefined)
    const by = { ...(exchange.admitted as Admitted), access: opened.access, routeInfo: opened.routeInfo }
    streams.reserve(by)
    try {
      const carrier =
        opened.carrier === 'socket' ? await acceptUpgrade(request, response) : this.#openEvents(exchange)
      if (carrier === undefined) streams.release(by)
      else streams.start(by, carrier, live)
    } catch (thrown) {
      streams.release(by)
      throw thrown
    }
    if (opened.carrier === 'socket') this.#record(exchange, 101)
  }

  /** Writes the head; the events follow. The connection ends with them, which saves the framing of a body without length. */
  #openEvents(exchange: Exchange): EventStream {
    const { response } = exchange
    const rendered = fixedBody(200, 'text/event-stream', '')
    // Proxies that buffer would keep events back.
    const entry = createEntry(rendered, { cacheControl: 'no-store', headers: { 'x-accel-buffering': 'no' } })
    response.useChunkedEncodingByDefault = false
    sendHead(response, entry, this.#delivery(exchange, entry))
    response.once('finish', () => this.#record(exchange, entry.status))
    return new EventStream(response)
  }

  #record({ request, requestId, meter, elapsedMs, admitted }: Exchange, status: number): void {
    const principal = admitted?.admission.principal
    const address = admitted?.caller.address ?? ''
    this.#options.recordResponse({ meter, requestId, request, principal, address, status, elapsedMs })
  }

  #delivery(exchange: Exchange, entry: ResponseEntry): Delivery {
    const { request, requestId, admitted } = exchange
    const { headers, method, httpVersion } = request
    const { clock, loadShedder } = this.#options
    return {
      method,
      requestId,
      nowMs: clock.now(),
      isPrivate: admitted !== undefined && hasCredential(admitted.caller),
      routeHeaders: exchange.routeHeaders,
      // A failure may carry the state of another limit.
      rateLimit: entry.headers.includes('ratelimit') ? undefined : admitted?.admission.rateLimit,
      ifNoneMatch: headers['if-none-match'],
      coding: codingFor(headers['accept-encoding'], entry),
      serverTiming: `total;dur=${Math.round(exchange.elapsedMs)}`,
      closeConnection:
        loadShedder.draining ||
        // The parser reads nothing that follows a request for another protocol.
        headers.upgrade !== undefined ||
        // A proxy that does not know the coding may see another end of the body (RFC 9112, 6.1).
        (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined),
    }
  }
}
