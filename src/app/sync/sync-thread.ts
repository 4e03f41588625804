/** The sync thread: fetches and publishes without taking time from requests. */

import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../core/clock.ts'
import { loadConfig } from '../../core/config/load-config.ts'
import { startTimeNow } from '../../sync/run/run-holder.ts'
import { HeartbeatWriter } from '../../sync/thread/heartbeat.ts'
import { eventsToPort, runSyncThread, type ThreadStart } from '../../sync/thread/run-sync-thread.ts'
import { createAppContext } from '../app-context.ts'
import type { SyncThreadData } from './start-sync.ts'
import { createSyncApp } from './sync-app.ts'

if (parentPort) {
  const { data, heartbeatMemory, lost } = workerData as ThreadStart<SyncThreadData>
  const { sources, sandboxOrigin, onlyService, isCommand = false } = data
  const clock = systemClock
  const started = startTimeNow(clock)
  const context = await createAppContext(loadConfig(sources), {
    clock,
    events: eventsToPort(parentPort, clock),
    sandboxOrigin,
  })
  // Before anything is read: what changes meanwhile is noticed.
  const version = context.profile.registryVersion()
  const heartbeat = new HeartbeatWriter(heartbeatMemory)
  // A thread before this one has ended, and so have its runs.
  const thread = { marker: heartbeat, started }
  await using sync = await createSyncApp(context, { onlyService, thread })
  for (const problem of context.profile.registryProblems())
    context.logger.warn({ problem }, 'a table of the registry is invalid and not in effect')
  const isOutdated = () => context.profile.registryVersion() !== version
  const { engine } = sync
  await runSyncThread({ engine, port: parentPort, heartbeat, clock, lost, isCommand, isOutdated })
}
