/** The sync thread: fetches and publishes without taking time from requests. */

import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../core/clock.ts'
import { loadConfig } from '../core/config/load-config.ts'
import { eventsToPort, runSyncThread } from '../sync/thread/run-sync-thread.ts'
import { createAppContext } from './app-context.ts'
import type { SyncThreadData } from './start-sync.ts'
import { createSyncApp } from './sync-app.ts'

if (parentPort) {
  const { sources, sandboxOrigin, onlyService } = workerData as SyncThreadData
  const context = await createAppContext(loadConfig(sources), {
    clock: systemClock,
    events: eventsToPort(parentPort),
    sandboxOrigin,
  })
  await using sync = await createSyncApp(context, onlyService)
  await runSyncThread(sync.engine, parentPort)
}
