/** The watchdog of a command: waits until the main thread stalls, then records the cause and kills the process. */

import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { stallReason, waitForStall } from '../../core/async/heartbeat.ts'
import { withTimeout } from '../../core/async/with-timeout.ts'
import { systemClock } from '../../core/clock.ts'
import { HeartbeatReader } from '../../sync/thread/heartbeat.ts'
import type { WatchdogData } from './start-watchdog.ts'
import type { SyncEngine } from './sync-app.ts'

/** The store may be locked by the thread that stalled. */
const recordMsMax = 20_000

if (parentPort) {
  const { heartbeatMemory, stallMs, sources } = workerData as WatchdogData
  const heartbeat = new HeartbeatReader(heartbeatMemory)
  await waitForStall(heartbeatMemory, { clock: systemClock, stallMs, signal: new AbortController().signal })
  const member = heartbeat.readMember()
  const reason = stallReason(stallMs)
  const recorded = recordLost(member && { ...member, reason }, sources).then(
    () => true,
    () => false,
  )
  const isRecorded = await withTimeout(systemClock, recordMsMax, recorded, () => false)
  const name = member ? `${member.sourceId}/${member.memberId}` : 'an unknown member'
  const consequence = member && isRecorded ? '; it is quarantined, see "broadsheet quarantine list"' : ''
  // Not `process.stderr`, which the main thread would have to write.
  writeSync(2, `The sync was killed: ${reason} at ${name}${consequence}.\n`)
  process.kill(process.pid, 'SIGKILL')
}

/** What the server's next sync thread does. Loads the program only now: most commands never stall. */
async function recordLost(
  lost: Parameters<SyncEngine['recover']>[0],
  sources: WatchdogData['sources'],
): Promise<void> {
  const { loadConfig } = await import('../../core/config/load-config.ts')
  const { createAppContext } = await import('../app-context.ts')
  const { createSyncApp } = await import('./sync-app.ts')
  const { startTimeNow } = await import('../../sync/run/run-holder.ts')
  const context = await createAppContext(loadConfig(sources), { clock: systemClock })
  await using sync = await createSyncApp(context, { thread: { started: startTimeNow(systemClock) } })
  await sync.engine.recover(lost)
}
