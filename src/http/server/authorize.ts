/** Admits callers to a route, or not, before the body is read and parameters are checked. */

import type { IncomingMessage } from 'node:http'
import { type Access, type Caller, type RouteInfo, toCaller } from '../access-control.ts'
import { ClientDisconnected, type RequestDeadlines } from '../request/request-deadline.ts'
import type { Exchange } from './exchange.ts'
import type { ServerOptions } from './server-options.ts'

export interface AdmissionDeps extends ServerOptions {
  readonly routeInfo: RouteInfo
  readonly deadlines: RequestDeadlines
  resolveAddress(request: IncomingMessage): string
  /** Called when a client disconnects before it gets a response. */
  countDisconnected(exchange: Exchange): void
}

/** Whether the client still waits; a promise if the caller could not be admitted at once. Throws if it is rejected. */
export type Authorize = (exchange: Exchange) => Promise<boolean> | true

export function createAuthorize(access: Access, deps: AdmissionDeps): Authorize {
  const { accessControl, resolveAddress, routeInfo, clock, deadlines, countDisconnected } = deps

  async function admit(exchange: Exchange, caller: Caller): Promise<boolean> {
    const deadline = deadlines.create(exchange.response)
    try {
      const admission = await deadline.wait(accessControl.admit(caller, access, routeInfo))
      exchange.admitted = { caller, admission }
      return true
    } catch (error) {
      if (!(error instanceof ClientDisconnected)) throw error
      countDisconnected(exchange)
      return false
    } finally {
      deadline.stop()
    }
  }

  return (exchange) => {
    const { request } = exchange
    accessControl.checkUrl?.(request.url ?? '')
    const caller = toCaller(request, resolveAddress(request))
    const admission = accessControl.admitSync(caller, access, routeInfo, clock.now())
    if (admission === undefined) return admit(exchange, caller)
    exchange.admitted = { caller, admission }
    return true
  }
}
