/**
 * Handles reads without the framework, whose part of a request takes as long as a statement. Whatever is unusual goes
 * through the framework, so that each refusal has one implementation; the rest of a request is the same code for both.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import findMyWay from 'find-my-way'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import { type Access, type AccessControl, type RouteInfo, toCaller } from '../access-control.ts'
import type { RouteMeter } from '../metrics/metrics.ts'
import { isPlainHead, isPlainUrl } from '../request/head-limits.ts'
import { resolveRequestId } from '../request/request-id.ts'
import type { RawInput } from '../request/route-input.ts'
import { toFailure } from '../response/error-response.ts'
import { Exchange } from './exchange.ts'
import type { RecordResponse } from './record-response.ts'
import type { ResponseSender } from './response-sender.ts'
import type { HandleRoute } from './route-handler.ts'
import { hasEmptyParameter, routerOptions } from './router-options.ts'

export interface DirectRoute {
  readonly access: Access
  readonly routeInfo: RouteInfo
  readonly meter: RouteMeter
  readonly handle: HandleRoute
}

interface DirectRoutesOptions {
  readonly clock: Clock
  readonly accessControl: AccessControl
  readonly sender: ResponseSender
  readonly recordResponse: RecordResponse
  resolveAddress(request: IncomingMessage): string
  /** False while the server sheds load, drains or closes. */
  hasCapacity(): boolean
}

export class DirectRoutes {
  readonly #options: DirectRoutesOptions
  readonly #router = findMyWay(routerOptions)

  constructor(options: DirectRoutesOptions) {
    this.#options = options
  }

  /** Every path of the framework that can be read, in its order; undefined if the framework handles it. */
  add(url: string, route: DirectRoute | undefined): void {
    this.#router.on('GET', url, () => {}, route)
  }

  /** Handles the request and returns true, or leaves it untouched. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '' } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const { accessControl, clock, hasCapacity, resolveAddress } = this.#options
    if (!isPlainUrl(url) || !isPlainHead(request) || !hasCapacity()) return false
    const startedAt = performance.now()
    const found = this.#router.find('GET', url)
    const route = found?.store as DirectRoute | null | undefined
    if (!found || !route) return false
    const { searchParams: query } = found
    const params = found.params as RawInput['params']
    if ((query as object) instanceof Failure || hasEmptyParameter(params) || !this.#isPublic(url))
      return false
    const caller = toCaller(request, resolveAddress(request))
    const admission = accessControl.admitSync(caller, route.access, route.routeInfo, clock.now())
    if (admission === undefined) return false
    const exchange = new Exchange(request, response, resolveRequestId(request), route.meter, startedAt)
    exchange.admitted = { caller, admission }
    this.#handle(exchange, route, { params, query, body: undefined })
    return true
  }

  /** False if the URL contains a secret. */
  #isPublic(url: string): boolean {
    try {
      this.#options.accessControl.checkUrl?.(url)
      return true
    } catch {
      return false
    }
  }

  #handle(exchange: Exchange, { handle }: DirectRoute, input: RawInput): void {
    try {
      const handling = handle(exchange, input)
      if (handling === undefined) this.#record(exchange)
      else {
        handling.then(
          () => this.#record(exchange),
          (thrown) => this.#sendError(exchange, thrown),
        )
      }
    } catch (thrown) {
      this.#sendError(exchange, thrown)
    }
  }

  #sendError(exchange: Exchange, thrown: unknown): void {
    try {
      this.#options.sender.sendError(toFailure(thrown), exchange)
    } catch {
      // The runtime rejects headers of every response: the process must not end for it.
      exchange.response.destroy()
    }
    this.#record(exchange)
  }

  #record(exchange: Exchange): void {
    const { response } = exchange
    if (response.writableEnded) this.#recordNow(exchange)
    // Otherwise the client has disconnected.
    else if (response.headersSent) response.once('finish', () => this.#recordNow(exchange))
  }

  #recordNow({ request, response, requestId, meter, elapsedMs }: Exchange): void {
    const { method = '' } = request
    if (meter) this.#options.recordResponse(meter, requestId, method, response.statusCode, elapsedMs)
  }
}
