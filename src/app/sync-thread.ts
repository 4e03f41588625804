/** The thread that syncs: fetches, saves, maps and publishes without taking time from requests. */

import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../core/clock.ts'
import { type ConfigSources, loadConfig } from '../core/config/load-config.ts'
import { createLogger } from '../core/log.ts'
import { eventsToPort, runSyncThread } from '../sync/thread/run-sync-thread.ts'
import { createSyncApp } from './sync-app.ts'

export interface SyncThreadData {
  readonly sources: ConfigSources
  readonly sandboxOrigin: string | undefined
  /** The service that is served alone, if any. */
  readonly only: string | undefined
}

if (parentPort) {
  const { sources, sandboxOrigin, only } = workerData as SyncThreadData
  const loaded = loadConfig(sources)
  const context = {
    loaded,
    clock: systemClock,
    logger: createLogger(loaded.config.log),
    events: eventsToPort(parentPort),
    sandboxOrigin: () => sandboxOrigin,
  }
  await using sync = await createSyncApp(context, only)
  await runSyncThread(sync.engine, parentPort)
}
