/** Counts every response in the metrics, and logs one line for each as configured. */

import type { Logger } from 'pino'
import type { Clock } from '../../core/clock.ts'
import type { RouteMeter } from '../metrics/metrics.ts'
import { RepeatedLines } from '../response/repeated-lines.ts'

export type RecordResponse = (
  meter: RouteMeter,
  requestId: string,
  method: string,
  status: number,
  elapsedMs: number,
) => void

export function createResponseRecorder(
  logger: Logger,
  level: 'all' | 'errors' | 'none',
  clock: Clock,
): RecordResponse {
  const lines = new RepeatedLines(clock)
  return (meter, requestId, method, status, elapsedMs) => {
    meter.count(status, elapsedMs)
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
