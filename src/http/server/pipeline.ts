/** What happens to every request, from its head to its response. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { type Admission, toCaller } from '../access-control.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { RouteMeter } from '../metrics/metrics.ts'
import { findMalformed } from '../request/head-limits.ts'
import { hasBody, readBody } from '../request/read-body.ts'
import { ClientDisconnected } from '../request/request-deadline.ts'
import { toFailure } from '../response/error-response.ts'
import { Exchange } from './exchange.ts'
import type { Connections } from './load/connections.ts'
import { limitUnreadBody } from './load/limit-unread-body.ts'
import type { Turns } from './load/turns.ts'
import type { ResponseSender } from './response-sender.ts'
import type { MountedRoute, Routes } from './routes.ts'
import type { ServerOptions } from './server-options.ts'

interface PipelineOptions extends ServerOptions {
  readonly cache: ResponseCache
  readonly routes: Routes
  readonly sender: ResponseSender
  readonly connections: Connections
  readonly turns: Turns
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
    const { cache, routes, loadShedder, turns, sender, connections, unmatched, requestTimeoutMs } =
      this.#options
    const earlierResponses = connections.receive(request, response)
    if (earlierResponses) await earlierResponses
    if (request.socket.destroyed) return unmatched.count(499, 0)
    // The only fast path.
    const cachedFor = connections.isOver ? undefined : cache.serve(request, response)
    if (cachedFor !== undefined) {
      connections.setCaller(request, cachedFor)
      return
    }
    const exchange = new Exchange(request, response, unmatched, requestTimeoutMs)
    const { deadline } = exchange
    try {
      const malformed = findMalformed(request)
      const { route, params, query } = malformed ? routes.refuse(() => malformed) : routes.find(request)
      exchange.meter = route.meter
      exchange.routeHeaders = route.headers
      loadShedder.check(route.info.route)
      if (hasBody(request)) {
        limitUnreadBody(request, response)
        // What the head says of a body can be an error that the parser reports a moment later, before any response.
        await setImmediate()
      }
      const { principal } = await this.#admit(exchange, route)
      if (route.checkCaller) await deadline.wait(route.checkCaller(principal))
      const isExempt = loadShedder.isExempt(route.info.route)
      if (!isExempt) connections.checkUnread(principal)
      // While its body is received, a request counts for its caller alone: slow bodies must not stop everybody.
      using turn = isExempt ? undefined : turns.enter(principal)
      // Receiving the body has a time limit of its own.
      deadline.stop()
      const body = await readBody(request, response, route.body)
      using _inFlight = loadShedder.enter(route.info.route)
      const started = turn?.wait()
      if (started) await deadline.wait(started)
      exchange.turn = turn
      const outgoing = await route.handle(exchange, { params, query, body })
      deadline.stop()
      connections.setCaller(request, isExempt || 'live' in outgoing ? undefined : principal)
      await sender.send(exchange, outgoing)
    } catch (thrown) {
      deadline.stop()
      if (thrown instanceof ClientDisconnected) exchange.meter.count(499, exchange.elapsedMs)
      else {
        const failure = toFailure(thrown)
        if (failure.code === 'overloaded' || failure.code === 'rate_limited')
          connections.refuse(request, this.#options.resolveAddress(request))
        sender.sendError(exchange, failure)
      }
    }
  }

  /** Throws if the caller is rejected. */
  async #admit(exchange: Exchange, { access, info }: MountedRoute): Promise<Admission> {
    const { accessControl, clock, resolveAddress } = this.#options
    const { request, deadline } = exchange
    accessControl.checkUrl?.(request.url ?? '')
    const caller = toCaller(request, resolveAddress(request))
    const admission =
      accessControl.admitSync(caller, access, info, clock.now()) ??
      (await deadline.wait(accessControl.admit(caller, access, info)))
    exchange.admitted = { caller, admission }
    return admission
  }
}
