/** The thread's side: runs the schedule until it is idle, or until the server stops it. */

import type { MessagePort } from 'node:worker_threads'
import type { Clock } from '../../core/clock.ts'
import { createEvents, type EventMap, type EventName, type Events } from '../../core/events.ts'
import type { LostMember } from '../run/run-rows.ts'
import type { SyncEngine } from '../sync-engine.ts'
import type { HeartbeatWriter } from './heartbeat.ts'

/** From the server, as the thread's `workerData`. */
export interface ThreadStart<Data> {
  readonly data: Data
  readonly heartbeatMemory: SharedArrayBuffer
  /** What killed the thread before this one. */
  readonly lost: LostMember | undefined
}

/** To the server, which sends a single message back: to stop. */
export type ThreadMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'events'; readonly events: readonly NamedEvent[] }
  /** Nothing is due before then. Only events may follow. */
  | { readonly kind: 'idle'; readonly idleUntil: number }

export interface NamedEvent {
  readonly name: EventName
  readonly event: EventMap[EventName]
}

/** A shorter pause is not worth starting a new thread. */
const idleMsMin = 2 * 60_000

/** Messages wake the server, and a sync calls upstreams thousands of times: calls wait for others, or for so long. */
const callsWaitMs = 50
const waitingMax = 64

/** Sends every event to the server, in order, for its log and metrics. */
export function eventsToPort(port: MessagePort, clock: Pick<Clock, 'after'>): Events {
  let waiting: NamedEvent[] = []
  let cancelTimer: (() => void) | undefined
  function send(): void {
    cancelTimer?.()
    cancelTimer = undefined
    post(port, { kind: 'events', events: waiting })
    waiting = []
  }
  return createEvents((name, event) => {
    waiting.push({ name, event })
    if (name !== 'upstreamCall' || waiting.length >= waitingMax) send()
    else cancelTimer ??= clock.after(callsWaitMs, send)
  })
}

export interface SyncThreadDeps {
  readonly engine: Pick<SyncEngine, 'recover' | 'schedule'>
  readonly port: MessagePort
  readonly heartbeat: HeartbeatWriter
  readonly clock: Clock
  readonly lost: LostMember | undefined
  /** Whether the sources have changed since the thread was started. */
  readonly isOutdated?: () => boolean
}

/** Recovers, then runs the schedule; resolves when no run is left. */
export async function runSyncThread(deps: SyncThreadDeps): Promise<void> {
  const { engine, port, heartbeat, clock, lost, isOutdated } = deps
  using _beats = heartbeat.start(clock)
  await engine.recover(lost)
  const stop = new AbortController()
  port.once('message', () => stop.abort(new Error('the server is stopping')))
  post(port, { kind: 'ready' })
  const idleUntil = await engine.schedule(stop.signal, {
    idleMsMin,
    ...(isOutdated ? { isOutdated } : {}),
  })
  if (idleUntil !== undefined) post(port, { kind: 'idle', idleUntil })
  // Not closed: the last events are still to be sent. The thread ends when nothing is left to do.
  port.unref()
}

function post(port: MessagePort, message: ThreadMessage): void {
  port.postMessage(message)
}
