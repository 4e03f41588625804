/** A sync thread whose engine only pretends, for the tests of its protocol. */

import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { Failure } from '../src/core/errors.ts'
import { eventsOver, serveThread } from '../src/sync/serve-thread.ts'

if (parentPort) {
  const events = eventsOver(parentPort)
  const facts = { service: 'notices', sourceId: 'towns', mode: 'manual' }
  await serveThread(
    {
      async recover() {
        if (workerData === 'cannot start') throw new Error('no store')
        return { interruptedRuns: 0, sweptFiles: 0 }
      },
      async run(sourceId, { signal, members }) {
        if (sourceId === 'nothing')
          throw new Failure('not_found', 'There is no source nothing.', { details: { known: ['towns'] } })
        if (sourceId === 'crash') setImmediate(() => Promise.reject(new Error('a defect')))
        events.runStarted({ ...facts, runId: 'r1', planned: members?.length ?? 0 })
        if (sourceId === 'endless' || sourceId === 'crash') {
          if (!signal.aborted) await once(signal, 'abort')
          throw signal.reason
        }
        return { status: 'skipped', sourceId, why: 'busy' }
      },
      async schedule(signal) {
        if (!signal.aborted) await once(signal, 'abort')
        if (workerData === 'cannot stop') await new Promise(() => setInterval(() => {}, 1_000))
      },
    },
    parentPort,
  )
}
