/** The worker's side: listens, says so, and serves until the supervisor stops it. */

import type { MessagePort } from 'node:worker_threads'
import { startHeartbeat } from '../../core/async/heartbeat.ts'
import { systemClock } from '../../core/clock.ts'
import { toCommandExit } from '../exit.ts'
import { untilStopped } from '../stop-signal.ts'
import type { Ports } from './listen.ts'

/** From the supervisor, as `workerData`. */
export interface WorkerStart<Data> {
  readonly data: Data
  /** Where the first worker listens. Undefined for the first, which listens where the settings say. */
  readonly ports: Ports | undefined
  readonly heartbeatMemory: SharedArrayBuffer
}

/** To the supervisor, which sends a single message back: to stop. */
export type WorkerMessage =
  | { readonly kind: 'listening'; readonly ports: Ports }
  /** It could not listen. */
  | { readonly kind: 'failed'; readonly code: number; readonly message: string }
  | { readonly kind: 'runRequested' }

/** `start` listens. With `debug`, a message about its failure has the stack. */
export async function runWorker(
  supervisor: MessagePort,
  heartbeatMemory: SharedArrayBuffer,
  start: () => Promise<AsyncDisposable & Ports>,
  debug = false,
): Promise<void> {
  const stop = new AbortController()
  supervisor.once('message', () => stop.abort())
  try {
    const listening = await start().catch((thrown: unknown) => {
      post(supervisor, { kind: 'failed', ...toCommandExit(thrown, debug) })
    })
    if (listening === undefined) return
    // It also beats while the last requests are answered.
    using _heartbeat = startHeartbeat(heartbeatMemory, systemClock)
    await using _listening = listening
    const { port, metricsPort } = listening
    post(supervisor, { kind: 'listening', ports: { port, metricsPort } })
    await untilStopped(stop.signal)
  } finally {
    // An open port would keep the thread alive after its work is done.
    supervisor.unref()
  }
}

export function post(supervisor: MessagePort, message: WorkerMessage): void {
  supervisor.postMessage(message)
}
