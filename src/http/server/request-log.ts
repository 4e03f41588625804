/** The access log: one line per response. */

import type { Logger } from 'pino'

interface LoggedResponse {
  readonly id: string
  readonly method: string
  /** As in the metrics. */
  readonly route: string
  readonly status: number
  readonly elapsedMs: number
}

export interface RequestLog {
  logResponse(response: LoggedResponse): void
}

export function createRequestLog(logger: Logger, level: 'all' | 'errors' | 'none'): RequestLog {
  return {
    logResponse({ id, method, route, status, elapsedMs }) {
      const failed = status >= 500
      if (level === 'none' || (level === 'errors' && !failed)) return
      const line = { request_id: id, method, route, status, ms: Math.round(elapsedMs) }
      logger[failed ? 'warn' : 'info'](line, 'request completed')
    },
  }
}
