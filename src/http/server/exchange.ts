/** A request with its response and what is known about it so far, whether or not it goes through the framework. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Admission, Caller } from '../access-control.ts'
import type { RouteMeter } from '../metrics/metrics.ts'

export interface Admitted {
  readonly caller: Caller
  readonly admission: Admission
}

export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  /** Undefined outside the mounted routes. */
  readonly meter: RouteMeter | undefined
  readonly #startedAt: number
  /** Once this is set, every response to the request carries its rate limit. */
  admitted: Admitted | undefined

  /** `startedAt`: by the clock of this thread. */
  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    meter: RouteMeter | undefined,
    startedAt: number,
  ) {
    this.request = request
    this.response = response
    this.requestId = requestId
    this.meter = meter
    this.#startedAt = startedAt
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedAt
  }
}

/** A property of the framework's requests, which is cheaper than a map of them. */
export const exchangeKey = Symbol('exchange')

/** The same one for all hooks and the handler of a request. */
export function exchangeOf(
  request: FastifyRequest & { [exchangeKey]?: Exchange },
  reply: FastifyReply,
): Exchange {
  request[exchangeKey] ??= new Exchange(
    request.raw,
    reply.raw,
    request.id,
    (request.routeOptions.config as { meter?: RouteMeter }).meter,
    performance.now() - reply.elapsedTime,
  )
  return request[exchangeKey]
}
