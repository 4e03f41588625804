/** A sync thread with a fake engine, for tests of its protocol. */

import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../../src/core/clock.ts'
import { HeartbeatWriter } from '../../../src/sync/thread/heartbeat.ts'
import { eventsToPort, runSyncThread, type ThreadStart } from '../../../src/sync/thread/run-sync-thread.ts'

if (parentPort) {
  const { data, heartbeatMemory, lost } = workerData as ThreadStart<unknown>
  const events = eventsToPort(parentPort, systemClock)
  const heartbeat = new HeartbeatWriter(heartbeatMemory)
  await runSyncThread({
    engine: {
      async recover() {
        if (data === 'cannot start' || lost) throw new Error('no store')
        if (data === 'starts for ever') await new Promise(() => setInterval(() => {}, 1_000))
        return { interruptedRuns: 0, sweptFiles: 0 }
      },
      async schedule(signal) {
        events.artifactsSwept({ removed: 1 })
        if (data === 'dies') {
          throw new Error('a defect')
        }
        if (typeof data === 'number') return data
        if (!signal.aborted) await once(signal, 'abort')
        if (data === 'reports its stop') events.artifactsSwept({ removed: 2 })
        if (data === 'cannot stop') await new Promise(() => setInterval(() => {}, 1_000))
        return undefined
      },
      async artifactIds() {
        heartbeat.mark({ sourceId: 'towns', memberId: 'bow' })
        events.artifactsSwept({ removed: 3 })
        for (;;);
      },
    },
    port: parentPort,
    heartbeat,
    clock: systemClock,
    lost,
    isCommand: data === 'stalls at a request',
  })
}
