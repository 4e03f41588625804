/** All business events, from which log and metrics are fed. Events are plain data, so that they can cross threads. */

import type { ErrorCode } from './errors.ts'
import type { HostState } from './outbound/hosts/host-closed.ts'

/** In the message of a run that ended because the process was asked to stop; the next start continues it. */
export const stoppedRun = 'the run was stopped'

export interface EventMap {
  /** One attempt at one host; each redirect counts separately. */
  upstreamCall: {
    host: string
    method: string
    /** Absent without a response. */
    status?: number
    /** Absent on success. */
    code?: ErrorCode
    attempt: number
    durationMs: number
    bytes: number
    /** For the log only. */
    cause?: string
  }
  /** `group`: the endpoints of the host that it concerns, if not all. `closedMs`: so long it is not asked. */
  hostStateChanged: { host: string; group?: string; state: HostState; closedMs?: number }
  runStarted: { runId: string; service: string; sourceId: string; mode: string; planned: number }
  memberPublished: MemberEvent & {
    artifactId: number
    records: number
    written: number
    unchanged: number
    removed: number
    dropped: number
    held?: number
    gated?: number
    gone?: number
    /** The host says that nothing has changed. */
    isNotModified?: boolean
  }
  /** Nothing of the member was published; with `isPartial`, not everything. */
  memberHeld: MemberEvent & { reason: string; isPartial: boolean }
  memberFailed: MemberEvent & { code: MemberFailureCode; message: string; cause?: string }
  runFinished: {
    runId: string
    service: string
    sourceId: string
    mode: string
    status: 'succeeded' | 'partial' | 'failed'
    planned: number
    completed: number
    failed: number
    /** What was held back, is gone or is gated. */
    notFresh?: Readonly<Record<string, number>>
    durationMs: number
    message?: string
    cause?: string
  }
  /** Several members of a source changed in the same way: the platform has, or the adapter is wrong. */
  sourceChanged: { sourceId: string; members: number; reason: string }
  runInterrupted: { runId: string; sourceId: string; holder: string }
  leaseLost: { sourceId: string; holder: string }
  artifactsSwept: { removed: number }
  /** What a service had published before an upgrade is published again, from saved responses. */
  readModelRebuilt: { service: string }
  /** A run that claims to start later than now, because a clock was wrong; the schedule ignores it. */
  runFromFuture: { runId: string; sourceId: string; startedAt: number }
  /** The sync thread was ended: it made no progress, or ran out of memory. Without a member if the cause is unknown. */
  syncThreadKilled: { reason: string; restartInMs: number; sourceId?: string; memberId?: string }
  /** The member of a killed thread is not synced before then. */
  memberQuarantined: { sourceId: string; memberId: string; reason: string; times: number; until: string }
  /** The scheduler continued after an unexpected error. */
  scheduleFailed: { message: string; cause?: string }
}

/** `stalled`: it ended the sync thread. `quarantined`: it was not tried, because it had. */
export type MemberFailureCode = ErrorCode | 'stalled' | 'quarantined'

export interface MemberEvent {
  runId: string
  service: string
  sourceId: string
  memberId: string
  /** Members processed so far, including this one. */
  done: number
  planned: number
}

export type EventName = keyof EventMap

export type Events = { readonly [Name in EventName]: (event: EventMap[Name]) => void }

/** Sends every event to one function. */
export function createEvents(
  sink: <Name extends EventName>(name: Name, event: EventMap[Name]) => void,
): Events {
  return {
    upstreamCall: (event) => sink('upstreamCall', event),
    hostStateChanged: (event) => sink('hostStateChanged', event),
    runStarted: (event) => sink('runStarted', event),
    memberPublished: (event) => sink('memberPublished', event),
    memberHeld: (event) => sink('memberHeld', event),
    memberFailed: (event) => sink('memberFailed', event),
    runFinished: (event) => sink('runFinished', event),
    sourceChanged: (event) => sink('sourceChanged', event),
    runInterrupted: (event) => sink('runInterrupted', event),
    leaseLost: (event) => sink('leaseLost', event),
    artifactsSwept: (event) => sink('artifactsSwept', event),
    readModelRebuilt: (event) => sink('readModelRebuilt', event),
    runFromFuture: (event) => sink('runFromFuture', event),
    syncThreadKilled: (event) => sink('syncThreadKilled', event),
    memberQuarantined: (event) => sink('memberQuarantined', event),
    scheduleFailed: (event) => sink('scheduleFailed', event),
  }
}

/** The same events, which these listeners hear first. */
export function withListeners(events: Events, listeners: Partial<Events>): Events {
  return createEvents(<Name extends EventName>(name: Name, event: EventMap[Name]) => {
    listeners[name]?.(event)
    events[name](event)
  })
}

/** The same events, whose listeners cannot throw: a fault in a log or a counter must not end what it reports on. */
export function guardEvents(events: Events, onError: (name: EventName, error: unknown) => void): Events {
  function reportError(name: EventName, error: unknown): void {
    try {
      onError(name, error)
    } catch {
      // Nothing is left to report to.
    }
  }
  return createEvents((name, event) => {
    try {
      events[name](event)
    } catch (error) {
      reportError(name, error)
    }
  })
}

export const silentEvents: Events = createEvents(() => {})
