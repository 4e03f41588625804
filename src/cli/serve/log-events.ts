/** What happens during syncs, as lines of the log. */

import type { Logger } from 'pino'
import { createEvents, type EventName, type Events } from '../../core/events.ts'

const logLines: Readonly<Record<EventName, { level: 'debug' | 'info' | 'warn' | 'error'; message: string }>> =
  {
    upstreamCall: { level: 'debug', message: 'upstream called' },
    breakerOpened: { level: 'warn', message: 'upstream is left alone for a while' },
    breakerClosed: { level: 'info', message: 'upstream answers again' },
    runStarted: { level: 'debug', message: 'sync started' },
    memberPublished: { level: 'debug', message: 'member published' },
    memberHeld: { level: 'warn', message: 'member held back' },
    memberFailed: { level: 'warn', message: 'member failed' },
    runFinished: { level: 'info', message: 'sync finished' },
    runInterrupted: { level: 'warn', message: 'an interrupted sync was closed' },
    leaseLost: { level: 'warn', message: 'the lease of a sync was lost' },
    artifactsSwept: { level: 'info', message: 'artifacts that no run finished were removed' },
    scheduleFailed: { level: 'error', message: 'the scheduler met an error and tries again' },
  }

export function logEvents(logger: Logger): Events {
  return createEvents((name, event) => {
    const { level, message } = logLines[name]
    logger[level](toLogFields(event), message)
  })
}

/** The log hides whatever is called `code`, because sign-in codes are; an error's is no secret. */
function toLogFields(event: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(event).map(([key, value]) => [key === 'code' ? 'error_code' : key, value]),
  )
}
