/** Writes the events of syncs and upstreams to the log. */

import type { Logger } from 'pino'
import { createEvents, type EventMap, type EventName, type Events, stoppedRun } from '../../core/events.ts'

type Level = 'debug' | 'info' | 'warn' | 'error'

/** Single members are detail: the line about the run counts them and names the first. */
const logLines: Readonly<Record<EventName, { level: Level; message: string }>> = {
  upstreamCall: { level: 'debug', message: 'request to upstream' },
  hostStateChanged: { level: 'warn', message: 'state of upstream host changed' },
  runStarted: { level: 'debug', message: 'sync started' },
  memberPublished: { level: 'debug', message: 'member published' },
  memberHeld: { level: 'debug', message: 'member held back' },
  memberFailed: { level: 'debug', message: 'member failed' },
  runFinished: { level: 'info', message: 'sync finished' },
  sourceChanged: { level: 'error', message: 'members of a platform changed in the same way' },
  runInterrupted: { level: 'warn', message: 'interrupted sync closed' },
  leaseLost: { level: 'warn', message: 'sync lost its lease' },
  artifactsSwept: { level: 'info', message: 'orphaned artifacts removed' },
  readModelRebuilt: { level: 'info', message: 'read model rebuilt from saved responses' },
  runFromFuture: { level: 'warn', message: 'sync dated in the future is ignored; check the clock' },
  syncThreadKilled: { level: 'error', message: 'sync thread killed; restarting' },
  memberQuarantined: { level: 'warn', message: 'member quarantined' },
  scheduleFailed: { level: 'error', message: 'scheduler error; retrying' },
}

export function logEvents(logger: Logger): Events {
  return {
    ...createEvents((name, event) => {
      const { level, message } = logLines[name]
      logger[level](toLogFields(event), message)
    }),
    hostStateChanged: (event) =>
      logger[event.state === 'answering' ? 'info' : 'warn'](event, logLines.hostStateChanged.message),
    memberHeld: ({ isPartial, ...event }) =>
      logger.debug(event, isPartial ? 'member published in part' : logLines.memberHeld.message),
    runFinished: (event) => logger[runLevel(event)]({ run: event }, toRunLine(event)),
  }
}

/** `sync finished: gazette, 12 of 12 members published in 7 s` */
function toRunLine(event: EventMap['runFinished']): string {
  const { sourceId, status, completed, planned, durationMs, message } = event
  const seconds = Math.max(1, Math.round(durationMs / 1000))
  const counts = `${completed} of ${planned} members published in ${seconds} s`
  if (wasStopped(event)) return `sync stopped: ${sourceId}, ${counts}; continues at the next start`
  const title = status === 'failed' ? 'sync failed' : logLines.runFinished.message
  return `${title}: ${sourceId}, ${counts}${message ? `; ${message}` : ''}`
}

function runLevel(event: EventMap['runFinished']): Level {
  if (event.status === 'failed') return wasStopped(event) ? 'info' : 'warn'
  // A source without members has nothing to report.
  return event.planned === 0 ? 'debug' : 'info'
}

function wasStopped({ status, message }: EventMap['runFinished']): boolean {
  return status === 'failed' && (message?.endsWith(stoppedRun) ?? false)
}

/** The log masks every field called `code`, because sign-in codes are; an error code is no secret. */
function toLogFields(event: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(event).map(([key, value]) => [key === 'code' ? 'error_code' : key, value]),
  )
}
