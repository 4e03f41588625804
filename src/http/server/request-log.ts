/** One line per answer, for those who want it. */

import type { Logger } from 'pino'

interface Answered {
  readonly id: string
  readonly method: string
  /** As in the metrics. */
  readonly route: string
  readonly status: number
  readonly elapsedMs: number
}

export interface RequestLog {
  answered(answer: Answered): void
}

export function requestLog(logger: Logger, which: 'all' | 'errors' | 'none'): RequestLog {
  return {
    answered({ id, method, route, status, elapsedMs }) {
      const failed = status >= 500
      if (which === 'none' || (which === 'errors' && !failed)) return
      const line = { request_id: id, method, route, status, ms: Math.round(elapsedMs) }
      logger[failed ? 'warn' : 'info'](line, 'answered')
    },
  }
}
