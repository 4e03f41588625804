/**
 * Watches the thread that answers all requests, when there is only one: if its event loop has not turned for a while, the
 * process ends, and what started it starts it again. A thread cannot be replaced that has all others below it.
 */

import { Worker } from 'node:worker_threads'
import { heartbeatBytes, startHeartbeat } from '../../core/async/heartbeat.ts'
import type { Clock } from '../../core/clock.ts'
import type { WatchdogData } from './watchdog-thread.ts'

export function watchThisThread({
  clock,
  stallMs,
}: {
  readonly clock: Clock
  readonly stallMs: number
}): AsyncDisposable {
  const memory = new SharedArrayBuffer(heartbeatBytes)
  const heartbeat = startHeartbeat(memory, clock)
  const workerData: WatchdogData = { memory, stallMs }
  // It needs nothing but a timer.
  const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData, resourceLimits })
  thread.unref()
  return {
    async [Symbol.asyncDispose]() {
      heartbeat[Symbol.dispose]()
      await thread.terminate()
    },
  }
}
