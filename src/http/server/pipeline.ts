/** What happens to every request, from its head to its response. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { toCaller } from '../access-control.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { RouteMeter } from '../metrics/metrics.ts'
import { findMalformed } from '../request/head-limits.ts'
import { hasBody, readBody } from '../request/read-body.ts'
import { ClientDisconnected, type RequestDeadlines } from '../request/request-deadline.ts'
import { toFailure } from '../response/error-response.ts'
import type { ClientErrors } from './client-errors.ts'
import { Exchange } from './exchange.ts'
import { limitUnreadBody } from './limit-unread-body.ts'
import type { ResponseSender } from './response-sender.ts'
import type { MountedRoute, Routes } from './routes.ts'
import type { ServerOptions } from './server-options.ts'

interface PipelineOptions extends ServerOptions {
  readonly cache: ResponseCache
  readonly routes: Routes
  readonly sender: ResponseSender
  readonly deadlines: RequestDeadlines
  readonly clientErrors: ClientErrors
  /** Counts requests whose route is not known. */
  readonly unmatched: RouteMeter
  resolveAddress(request: IncomingMessage): string
}

export class Pipeline {
  readonly #options: PipelineOptions

  constructor(options: PipelineOptions) {
    this.#options = options
  }

  /** Never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { cache, routes, loadShedder, sender, clientErrors, unmatched } = this.#options
    // The only fast path.
    if (cache.serve(request, response)) {
      // Pipelined behind another response, so not sent yet.
      if (response.socket === null) clientErrors.trackRequest(request, response)
      return
    }
    clientErrors.trackRequest(request, response)
    const exchange = new Exchange(request, response, unmatched)
    try {
      const malformed = findMalformed(request)
      const { route, params, query } = malformed ? routes.refuse(() => malformed) : routes.find(request)
      exchange.meter = route.meter
      loadShedder.check(route.info.route)
      if (hasBody(request)) {
        limitUnreadBody(request, response)
        // What the head says of a body can be an error that the parser reports a moment later, before any response.
        await setImmediate()
      }
      await this.#admit(exchange, route)
      const body = await readBody(request, response, route.body)
      loadShedder.enter(route.info.route)
      try {
        const outgoing = await route.handle(exchange, { params, query, body })
        await sender.send(exchange, outgoing)
      } finally {
        loadShedder.leave()
      }
    } catch (thrown) {
      if (thrown instanceof ClientDisconnected) exchange.meter.count(499, exchange.elapsedMs)
      else sender.sendError(exchange, toFailure(thrown))
    }
  }

  /** Throws if the caller is rejected. */
  async #admit(exchange: Exchange, { access, info }: MountedRoute): Promise<void> {
    const { accessControl, clock, deadlines, resolveAddress } = this.#options
    const { request, response } = exchange
    accessControl.checkUrl?.(request.url ?? '')
    const caller = toCaller(request, resolveAddress(request))
    const admission =
      accessControl.admitSync(caller, access, info, clock.now()) ??
      (await deadlines.wait(response, accessControl.admit(caller, access, info)))
    exchange.admitted = { caller, admission }
  }
}
