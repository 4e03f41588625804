/** Sends responses to requests that went through the framework. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../core/clock.ts'
import type { Failure } from '../../core/errors.ts'
import { type Admission, type Caller, hasCredential } from '../access-control.ts'
import { EventStream } from '../live/event-stream.ts'
import { type ContentCoding, preferredCoding } from '../request/negotiate.ts'
import { deadlineExceeded } from '../request/request-deadline.ts'
import { errorEntry, logFailure, toFailure } from '../response/error-response.ts'
import { fixedBody } from '../response/render.ts'
import { createEntry, type ResponseEntry, withCompressed } from '../response/response-entry.ts'
import { type Delivery, sendHead, sendResponse, sendStream } from '../response/send-response.ts'
import type { LoadShedder } from './load-shedder.ts'

interface Admitted {
  readonly caller: Caller
  readonly admission: Admission
}

/** A property of requests, which is cheaper than a map of them. */
export const admittedKey = Symbol('admitted')

type MaybeAdmitted = FastifyRequest & { [admittedKey]?: Admitted }

interface ResponseSenderOptions {
  readonly clock: Clock
  readonly loadShedder: LoadShedder
  /** Also bounds how long a stream may take. */
  readonly requestTimeoutMs: number
  readonly isSandbox: boolean | undefined
  /** Called for streams that broke off; the framework reports all other responses. */
  countResponse(request: FastifyRequest, reply: FastifyReply, status: number): void
}

export class ResponseSender {
  readonly #options: ResponseSenderOptions

  constructor(options: ResponseSenderOptions) {
    this.#options = options
  }

  /** From here on, every response to this request carries its rate limit. */
  setAdmitted(request: MaybeAdmitted, admitted: Admitted): void {
    request[admittedKey] = admitted
  }

  getAdmitted(request: MaybeAdmitted): Admitted {
    return request[admittedKey] as Admitted
  }

  /** Hijacks the reply only after the head is written: a header that the runtime rejects still becomes a 500. */
  send(request: FastifyRequest, reply: FastifyReply, entry: ResponseEntry): FastifyReply {
    sendResponse(reply.raw, entry, this.#delivery(request, reply, entry))
    return reply.hijack()
  }

  sendError(failure: Failure, request: FastifyRequest, reply: FastifyReply): void {
    logFailure(failure, request)
    const { clock, isSandbox } = this.#options
    const { accept } = request.headers
    this.send(request, reply, errorEntry(failure, request.id, clock, { accept, isSandbox }))
  }

  sendStream(
    request: FastifyRequest,
    reply: FastifyReply,
    entry: ResponseEntry,
    chunks: AsyncIterable<string>,
  ): FastifyReply {
    const { requestTimeoutMs, countResponse } = this.#options
    const delivery = this.#delivery(request, reply, entry)
    sendStream(reply.raw, entry, delivery, chunks, requestTimeoutMs, (error) => {
      // A client may disconnect at any time.
      if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return countResponse(request, reply, 499)
      const failure = error.code === 'ABORT_ERR' ? deadlineExceeded(error) : toFailure(error)
      logFailure(failure, request)
      countResponse(request, reply, failure.status)
    })
    return reply.hijack()
  }

  /** Writes the head; the events follow. The connection ends with them, which saves the framing of a body without length. */
  openEventStream(request: FastifyRequest, reply: FastifyReply): EventStream {
    const rendered = fixedBody(200, 'text/event-stream', '')
    // Proxies that buffer would keep events back.
    const entry = createEntry(rendered, { cacheControl: 'no-store', headers: { 'x-accel-buffering': 'no' } })
    reply.raw.useChunkedEncodingByDefault = false
    sendHead(reply.raw, entry, this.#delivery(request, reply, entry))
    return new EventStream(reply.raw)
  }

  #delivery(request: MaybeAdmitted, reply: FastifyReply, entry: ResponseEntry): Delivery {
    const { headers, method, id } = request
    const { clock, loadShedder } = this.#options
    const admitted = request[admittedKey]
    return {
      method,
      requestId: id,
      nowMs: clock.now(),
      isPrivate: admitted !== undefined && hasCredential(admitted.caller),
      // A failure may carry the state of another limit.
      rateLimit: entry.headers.includes('ratelimit') ? undefined : admitted?.admission.rateLimit,
      ifNoneMatch: headers['if-none-match'],
      coding: codingFor(request, entry),
      serverTiming: `total;dur=${Math.round(reply.elapsedTime)}`,
      // The parser reads nothing that follows a request for another protocol.
      closeConnection: loadShedder.draining || headers.upgrade !== undefined,
    }
  }
}

/** The entry with its body compressed as the client prefers; a promise only if there is something to compress. */
export function compressFor(
  request: FastifyRequest,
  entry: ResponseEntry,
): Promise<ResponseEntry> | ResponseEntry {
  const coding = codingFor(request, entry)
  return coding === 'identity' || entry.compressed[coding] ? entry : withCompressed(entry, coding)
}

function codingFor({ headers }: FastifyRequest, { isCompressible }: ResponseEntry): ContentCoding {
  return isCompressible ? preferredCoding(headers['accept-encoding']) : 'identity'
}
