/** The sync engine in a thread of its own: what the server and the thread say to each other. */

import { once } from 'node:events'
import { type MessagePort, Worker } from 'node:worker_threads'
import { type EventMap, type EventName, type Events, eventsTo } from '../core/events.ts'

type FromThread =
  | { readonly ready: true }
  | { readonly event: EventName; readonly facts: EventMap[EventName] }

/** Events as they are told inside the thread: they travel to the server, whose log and metrics hear them. */
export function eventsOver(port: MessagePort): Events {
  return eventsTo((event, facts) => port.postMessage({ event, facts } satisfies FromThread))
}

/** Tells the server that the schedule runs; resolves to a signal that aborts when the server asks to stop. */
export function greetServer(port: MessagePort): AbortSignal {
  const stop = new AbortController()
  port.once('message', () => {
    stop.abort()
    port.close()
  })
  port.postMessage({ ready: true } satisfies FromThread)
  return stop.signal
}

export interface SyncThread extends AsyncDisposable {
  /** Rejects when the thread dies without having been asked to stop. */
  readonly died: Promise<never>
}

interface SyncThreadOptions {
  readonly entry: URL
  readonly workerData: unknown
  readonly events: Events
  /** How long the thread may take to end its runs when asked to. */
  readonly stopWithinMs: number
}

/** Resolves when the thread has opened the store and begun its schedule. */
export async function startSyncThread({
  entry,
  workerData,
  events,
  stopWithinMs,
}: SyncThreadOptions): Promise<SyncThread> {
  const worker = new Worker(entry, { workerData })
  const exited = once(worker, 'exit')
  const ready = Promise.withResolvers<void>()
  let stopping = false
  worker.on('message', (message: FromThread) => {
    if ('ready' in message) ready.resolve()
    else (events[message.event] as (facts: EventMap[EventName]) => void)(message.facts)
  })
  const died = new Promise<never>((_resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', (code) => {
      if (!stopping) reject(new Error(`the sync thread ended with code ${code}`))
    })
  })
  // Whoever does not look at it must not crash the process.
  died.catch(() => {})
  await Promise.race([ready.promise, died])
  return {
    died,
    async [Symbol.asyncDispose]() {
      stopping = true
      worker.postMessage('stop')
      const impatience = setTimeout(() => void worker.terminate(), stopWithinMs)
      await exited
      clearTimeout(impatience)
    },
  }
}
