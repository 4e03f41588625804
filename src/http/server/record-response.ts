/** Counts every response in the metrics, and logs one line for each as configured. */

import type { Logger } from 'pino'
import type { RouteMeter } from '../metrics/metrics.ts'

export type RecordResponse = (
  meter: RouteMeter,
  requestId: string,
  method: string,
  status: number,
  elapsedMs: number,
) => void

export function createResponseRecorder(logger: Logger, level: 'all' | 'errors' | 'none'): RecordResponse {
  return (meter, requestId, method, status, elapsedMs) => {
    meter.count(status, elapsedMs)
    const isError = status >= 500
    if (level === 'none' || (level === 'errors' && !isError)) return
    const line = { request_id: requestId, method, route: meter.route, status, ms: Math.round(elapsedMs) }
    logger[isError ? 'warn' : 'info'](line, 'request completed')
  }
}
