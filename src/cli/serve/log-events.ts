/** Writes the events of syncs and upstreams to the log. */

import type { Logger } from 'pino'
import { createEvents, type EventName, type Events } from '../../core/events.ts'

const logLines: Readonly<Record<EventName, { level: 'debug' | 'info' | 'warn' | 'error'; message: string }>> =
  {
    upstreamCall: { level: 'debug', message: 'request to upstream' },
    breakerOpened: { level: 'warn', message: 'circuit breaker opened for upstream' },
    breakerClosed: { level: 'info', message: 'circuit breaker closed for upstream' },
    hostPaused: { level: 'warn', message: 'upstream asked for a pause' },
    runStarted: { level: 'debug', message: 'sync started' },
    memberPublished: { level: 'debug', message: 'member published' },
    memberHeld: { level: 'warn', message: 'member held back' },
    memberFailed: { level: 'warn', message: 'member failed' },
    runFinished: { level: 'info', message: 'sync finished' },
    runInterrupted: { level: 'warn', message: 'interrupted sync closed' },
    leaseLost: { level: 'warn', message: 'sync lost its lease' },
    artifactsSwept: { level: 'info', message: 'orphaned artifacts removed' },
    runFromFuture: { level: 'warn', message: 'sync dated in the future is ignored; check the clock' },
    syncThreadKilled: { level: 'error', message: 'sync thread killed; restarting' },
    memberQuarantined: { level: 'warn', message: 'member quarantined' },
    scheduleFailed: { level: 'error', message: 'scheduler error; retrying' },
  }

export function logEvents(logger: Logger): Events {
  return createEvents((name, event) => {
    const { level, message } = logLines[name]
    logger[level](toLogFields(event), message)
  })
}

/** The log masks every field called `code`, because sign-in codes are; an error code is no secret. */
function toLogFields(event: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(event).map(([key, value]) => [key === 'code' ? 'error_code' : key, value]),
  )
}
