/** Watches the main thread of a command that syncs, as the server watches its sync thread. */

import { Worker } from 'node:worker_threads'
import { createHeartbeatMemory, HeartbeatWriter } from '../../sync/thread/heartbeat.ts'
import type { AppContext } from '../app-context.ts'
import type { SyncThreadData } from './start-sync.ts'

export interface WatchdogData extends Pick<SyncThreadData, 'sources'> {
  readonly heartbeatMemory: SharedArrayBuffer
  readonly stallMs: number
}

export interface Watchdog extends AsyncDisposable {
  /** For the engine, which notes in it whose work is being done. */
  readonly marker: HeartbeatWriter
}

/** When the thread stalls, its member is quarantined, its run closed, and the process killed: nothing else ends a loop. */
export function startWatchdog(
  { loaded, clock, logger }: Pick<AppContext, 'loaded' | 'clock' | 'logger'>,
  stallMs: number = loaded.config.sync.stallMs,
): Watchdog {
  const heartbeatMemory = createHeartbeatMemory()
  const marker = new HeartbeatWriter(heartbeatMemory)
  const data: WatchdogData = { sources: loaded.sources, heartbeatMemory, stallMs }
  const worker = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData: data })
  // It must not keep a command alive that is done, nor end one that it cannot watch.
  worker.unref()
  worker.on('error', (error) => logger.warn({ err: error }, 'nothing watches whether the sync stalls'))
  const beats = marker.start(clock)
  return {
    marker,
    async [Symbol.asyncDispose]() {
      beats[Symbol.dispose]()
      await worker.terminate()
    },
  }
}
