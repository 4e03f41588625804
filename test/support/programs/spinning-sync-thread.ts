/** A sync thread on a real store, with two sources; one member of the first spins for ever. */

import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../../src/core/clock.ts'
import { openStore } from '../../../src/store/open.ts'
import { diskArtifactStore } from '../../../src/sync/artifacts/disk-artifact-store.ts'
import type { AnySource, Writer } from '../../../src/sync/source.ts'
import { createSyncEngine } from '../../../src/sync/sync-engine.ts'
import { HeartbeatWriter } from '../../../src/sync/thread/heartbeat.ts'
import { eventsToPort, runSyncThread, type ThreadStart } from '../../../src/sync/thread/run-sync-thread.ts'
import type { TestDatabase } from '../store/test-engines.ts'
import { defineTownsSource, FakeUpstream, townsSource, townsWriter } from '../sync/sync-fixture.ts'

export interface SpinningThreadData {
  readonly database: TestDatabase['storeOptions']
  readonly folder: string
  /** Where the work of the hostile member never ends. */
  readonly spinsIn: 'fetch' | 'toRecords'
}

if (parentPort) {
  const { data, heartbeatMemory, lost } = workerData as ThreadStart<SpinningThreadData>
  const startedAt = systemClock.now()
  await using store = await openStore({
    ...data.database,
    role: 'worker',
    statementTimeoutMs: 10_000,
    poolMax: 4,
    clock: systemClock,
  })
  const heartbeat = new HeartbeatWriter(heartbeatMemory)
  const events = eventsToPort(parentPort)
  // Any event will do; it arrives although the thread never returns.
  const spin = () => {
    events.artifactsSwept({ removed: 0 })
    for (;;);
  }
  const engine = createSyncEngine({
    store,
    outbound: new FakeUpstream(),
    artifacts: diskArtifactStore({ folder: data.folder }),
    sources: [spinningSource(data.spinsIn, spin), defineTownsSource({ id: 'lakes' })] as AnySource[],
    writers: [townsWriter as Writer<unknown>],
    clock: systemClock,
    events,
    holder: `test:${process.pid}`,
    membersAtOnce: 1,
    marker: heartbeat,
    processStartedAt: startedAt,
  })
  await runSyncThread({ engine, port: parentPort, heartbeat, clock: systemClock, lost })
}

function spinningSource(spinsIn: SpinningThreadData['spinsIn'], spin: () => void) {
  return defineTownsSource({
    async *fetch(context) {
      for await (const response of townsSource.fetch(context)) {
        if (spinsIn === 'fetch' && context.member.id === 'bow') spin()
        yield response
      }
    },
    *toRecords(responses, context) {
      if (spinsIn === 'toRecords' && context.member.id === 'bow') spin()
      yield* townsSource.toRecords(responses, context)
    },
  })
}
