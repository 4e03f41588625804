/** Counts every response in the metrics, notes it for the caller, and logs one line for each as configured. */

import type { Logger } from 'pino'
import type { Clock } from '../../core/clock.ts'
import type { AccessControl, CompletedRequest, Principal } from '../access-control.ts'
import type { RouteMeter } from '../metrics/metrics.ts'
import { RepeatedLines } from '../response/repeated-lines.ts'

interface SentResponse extends CompletedRequest {
  readonly meter: RouteMeter
  /** Undefined if the caller was not admitted. */
  readonly principal: Principal | undefined
}

export type RecordResponse = (sent: SentResponse) => void

export function createResponseRecorder(
  accessControl: AccessControl,
  logger: Logger,
  level: 'all' | 'errors' | 'none',
  clock: Clock,
): RecordResponse {
  const lines = new RepeatedLines(clock)
  return (sent) => {
    const { meter, requestId, request, principal, status, elapsedMs } = sent
    const { method } = request
    meter.count(status, elapsedMs)
    if (principal !== undefined) accessControl.recordRequest?.(principal, sent)
    const isError = status >= 500
    if (level === 'none' || (level === 'errors' && !isError)) return
    const { route } = meter
    const left = status === 503 && level === 'errors' ? lines.take(route) : 0
    if (left === undefined) return
    const repeated = left === 0 ? {} : { repeated: left }
    const line = { request_id: requestId, method, route, status, ms: Math.round(elapsedMs), ...repeated }
    logger[isError ? 'warn' : 'info'](line, 'request completed')
  }
}
