/** The thread's side: runs the schedule and what the server asks for, until it is told to stop. */

import type { MessagePort } from 'node:worker_threads'
import { type Events, eventsTo } from '../core/events.ts'
import type { SyncEngine } from './engine.ts'
import { type FromThread, type ToThread, toSent } from './thread-messages.ts'

/** Events as they are told inside the thread: they travel to the server, whose log and metrics hear them. */
export function eventsOver(port: MessagePort): Events {
  return eventsTo((name, event) => tell(port, { kind: 'event', name, event }))
}

/** Resolves when the server has asked to stop and no run is left; then the thread has nothing more to do. */
export async function serveThread(
  engine: Pick<SyncEngine, 'recover' | 'run' | 'schedule'>,
  port: MessagePort,
): Promise<void> {
  const stop = new AbortController()
  const asked = new Map<number, AbortController>()
  const running = new Set<Promise<void>>()

  async function run({ id, sourceId, request }: Extract<ToThread, { kind: 'run' }>): Promise<void> {
    const abort = new AbortController()
    asked.set(id, abort)
    const signal = AbortSignal.any([abort.signal, stop.signal])
    try {
      tell(port, {
        kind: 'ran',
        id,
        report: await engine.run(sourceId, { mode: 'manual', signal, ...request }),
      })
    } catch (thrown) {
      tell(port, { kind: 'threw', id, error: toSent(thrown) })
    } finally {
      asked.delete(id)
    }
  }

  port.on('message', (message: ToThread) => {
    if (message.kind === 'stop') return stop.abort(new Error('the server stops'))
    if (message.kind === 'abort') return asked.get(message.id)?.abort(new Error('the caller has gone'))
    const work: Promise<void> = run(message).finally(() => running.delete(work))
    running.add(work)
  })
  await engine.recover()
  tell(port, { kind: 'ready' })
  await engine.schedule(stop.signal)
  await Promise.all(running)
  port.close()
}

function tell(port: MessagePort, message: FromThread): void {
  port.postMessage(message)
}
