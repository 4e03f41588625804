/** A request with its response and what is known about it so far. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Admission, Caller } from '../access-control.ts'
import type { RouteMeter } from '../metrics/metrics.ts'
import { RequestDeadline } from '../request/request-deadline.ts'
import { resolveRequestId } from '../request/request-id.ts'
import type { Turn } from './load/turns.ts'

export interface Admitted {
  readonly caller: Caller
  readonly admission: Admission
}

export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly deadline: RequestDeadline
  readonly #startedAt = performance.now()
  /** That of the route, once it is known. */
  meter: RouteMeter
  /** Headers of every response of the route. */
  routeHeaders: readonly string[] | undefined
  /** While it is handled; undefined if it needs none. */
  turn: Turn | undefined
  /** Once this is set, every response to the request carries its rate limit. */
  admitted: Admitted | undefined

  constructor(request: IncomingMessage, response: ServerResponse, meter: RouteMeter, timeoutMs: number) {
    this.request = request
    this.response = response
    this.requestId = resolveRequestId(request)
    this.meter = meter
    this.deadline = new RequestDeadline(response, timeoutMs)
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedAt
  }
}
