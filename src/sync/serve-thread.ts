/** The thread's side: runs the schedule and what the server asks for, until it is told to stop. */

import type { MessagePort } from 'node:worker_threads'
import { type Events, eventsTo } from '../core/events.ts'
import type { SyncEngine } from './engine.ts'
import { type FromThread, type RunRequest, type ToThread, toSent } from './thread-messages.ts'

/** Runs one source for the server. */
type Run = (sourceId: string, request: RunRequest, signal: AbortSignal) => ReturnType<SyncEngine['run']>

/** Events as they are told inside the thread: they travel to the server, whose log and metrics hear them. */
export function eventsOver(port: MessagePort): Events {
  return eventsTo((name, event) => tell(port, { kind: 'event', name, event }))
}

/** Recovers, runs the schedule and what the server asks for; resolves when told to stop and no run is left. */
export async function serveThread(
  engine: Pick<SyncEngine, 'recover' | 'run' | 'schedule'>,
  port: MessagePort,
): Promise<void> {
  await engine.recover()
  const running = new Set<Promise<unknown>>()
  const stop = greetServer(port, async (sourceId, request, signal) => {
    const work = engine.run(sourceId, { mode: 'manual', signal, ...request })
    running.add(work)
    try {
      return await work
    } finally {
      running.delete(work)
    }
  })
  await engine.schedule(stop)
  await Promise.allSettled(running)
}

/** Tells the server that the schedule runs, answers its requests, and returns a signal that aborts when it asks to stop. */
function greetServer(port: MessagePort, run: Run): AbortSignal {
  const stop = new AbortController()
  const asked = new Map<number, AbortController>()

  async function answer({ id, sourceId, request }: Extract<ToThread, { kind: 'run' }>): Promise<void> {
    const abort = new AbortController()
    asked.set(id, abort)
    try {
      const report = await run(sourceId, request, AbortSignal.any([abort.signal, stop.signal]))
      tell(port, { kind: 'ran', id, report })
    } catch (thrown) {
      tell(port, { kind: 'threw', id, error: toSent(thrown) })
    } finally {
      asked.delete(id)
    }
  }

  port.on('message', (message: ToThread) => {
    if (message.kind === 'run') void answer(message)
    else if (message.kind === 'abort') asked.get(message.id)?.abort(new Error('the caller has gone'))
    else {
      stop.abort(new Error('the server stops'))
      // Not closed: the last events are still to be told. The thread ends when nothing is left to do.
      port.unref()
    }
  })
  tell(port, { kind: 'ready' })
  return stop.signal
}

function tell(port: MessagePort, message: FromThread): void {
  port.postMessage(message)
}
