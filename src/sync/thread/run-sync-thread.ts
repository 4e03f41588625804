/** The thread's side: runs the schedule until nothing is due for long, or until it is told to stop. */

import type { MessagePort } from 'node:worker_threads'
import { type Events, eventsTo } from '../../core/events.ts'
import type { SyncEngine } from '../sync-engine.ts'
import type { FromThread } from './messages.ts'

/** A shorter pause is not worth a new thread. */
const restMsMin = 2 * 60_000

/** Events as they are told inside the thread: they travel to the server, whose log and metrics hear them. */
export function eventsOver(port: MessagePort): Events {
  return eventsTo((name, event) => tell(port, { kind: 'event', name, event }))
}

/** Recovers, then runs the schedule; resolves when no run is left. */
export async function serveThread(
  engine: Pick<SyncEngine, 'recover' | 'schedule'>,
  port: MessagePort,
): Promise<void> {
  await engine.recover()
  const stop = new AbortController()
  port.once('message', () => stop.abort(new Error('the server stops')))
  tell(port, { kind: 'ready' })
  const until = await engine.schedule(stop.signal, { restMsMin })
  if (until !== undefined) tell(port, { kind: 'resting', until })
  // Not closed: the last events are still to be told. The thread ends when nothing is left to do.
  port.unref()
}

function tell(port: MessagePort, message: FromThread): void {
  port.postMessage(message)
}
