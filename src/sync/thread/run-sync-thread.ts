/** The thread's side: runs the schedule until nothing is due for long, or until it is told to stop. */

import type { MessagePort } from 'node:worker_threads'
import { createEvents, type Events } from '../../core/events.ts'
import type { SyncEngine } from '../sync-engine.ts'
import type { FromThread } from './messages.ts'

/** A shorter pause is not worth a new thread. */
const idleMsMin = 2 * 60_000

/** Events as they are told inside the thread: they travel to the server, whose log and metrics hear them. */
export function eventsToPort(port: MessagePort): Events {
  return createEvents((name, event) => post(port, { kind: 'event', name, event }))
}

/** Recovers, then runs the schedule; resolves when no run is left. */
export async function runSyncThread(
  engine: Pick<SyncEngine, 'recover' | 'schedule'>,
  port: MessagePort,
): Promise<void> {
  await engine.recover()
  const stop = new AbortController()
  port.once('message', () => stop.abort(new Error('the server stops')))
  post(port, { kind: 'ready' })
  const idleUntil = await engine.schedule(stop.signal, { idleMsMin })
  if (idleUntil !== undefined) post(port, { kind: 'resting', idleUntil })
  // Not closed: the last events are still to be told. The thread ends when nothing is left to do.
  port.unref()
}

function post(port: MessagePort, message: FromThread): void {
  port.postMessage(message)
}
