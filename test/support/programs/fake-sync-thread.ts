/** A sync thread with a fake engine, for tests of its protocol. */

import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { eventsToPort, runSyncThread } from '../../../src/sync/thread/run-sync-thread.ts'

if (parentPort) {
  const events = eventsToPort(parentPort)
  await runSyncThread(
    {
      async recover() {
        if (workerData === 'cannot start') throw new Error('no store')
        return { interruptedRuns: 0, sweptFiles: 0 }
      },
      async schedule(signal) {
        events.artifactsSwept({ removed: 1 })
        if (workerData === 'dies') {
          throw new Error('a defect')
        }
        if (typeof workerData === 'number') return workerData
        if (!signal.aborted) await once(signal, 'abort')
        if (workerData === 'cannot stop') await new Promise(() => setInterval(() => {}, 1_000))
        return undefined
      },
    },
    parentPort,
  )
}
