/** A sync thread on a real store, with two sources; one member of the first spins for ever or takes all memory. */

import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../../src/core/clock.ts'
import { openStore } from '../../../src/store/open.ts'
import { diskArtifactStore } from '../../../src/sync/artifacts/disk-artifact-store.ts'
import { startTimeNow } from '../../../src/sync/run/run-holder.ts'
import type { AnySource, Writer } from '../../../src/sync/source.ts'
import { createSyncEngine } from '../../../src/sync/sync-engine.ts'
import { HeartbeatWriter } from '../../../src/sync/thread/heartbeat.ts'
import { eventsToPort, runSyncThread, type ThreadStart } from '../../../src/sync/thread/run-sync-thread.ts'
import type { TestDatabase } from '../store/test-engines.ts'
import { defineTownsSource, FakeUpstream, townsSource, townsWriter } from '../sync/sync-fixture.ts'

export interface HostileThreadData {
  readonly database: TestDatabase['storeOptions']
  readonly folder: string
  /** Where the work of the hostile member never ends. */
  readonly attackIn: 'fetch' | 'toRecords' | 'write'
  readonly attack: 'spin' | 'hoard'
  readonly isCommand?: boolean
}

if (parentPort) {
  const { data, heartbeatMemory, lost } = workerData as ThreadStart<HostileThreadData>
  const started = startTimeNow(systemClock)
  await using store = await openStore({
    ...data.database,
    role: 'worker',
    statementTimeoutMs: 600_000,
    poolMax: 4,
    clock: systemClock,
  })
  const heartbeat = new HeartbeatWriter(heartbeatMemory)
  const events = eventsToPort(parentPort, systemClock)
  // Any event will do; it arrives although the thread never returns.
  const attack = () => {
    events.artifactsSwept({ removed: 0 })
    const hoard: number[][] = []
    for (;;) if (data.attack === 'hoard') hoard.push(new Array(100_000).fill(hoard.length))
  }
  const engine = createSyncEngine({
    store,
    outbound: new FakeUpstream(),
    artifacts: diskArtifactStore({ folder: data.folder }),
    sources: [hostileSource(data.attackIn, attack), patientSource(lost === undefined)] as AnySource[],
    writers: [hostileWriter(data.attackIn, attack) as Writer<unknown>],
    clock: systemClock,
    events,
    holder: `test:${process.pid}`,
    membersAtOnce: 1,
    marker: heartbeat,
    started,
  })
  const { isCommand = false } = data
  await runSyncThread({ engine, port: parentPort, heartbeat, clock: systemClock, lost, isCommand })
}

function hostileSource(attackIn: HostileThreadData['attackIn'], attack: () => void) {
  return defineTownsSource({
    async *fetch(context) {
      for await (const response of townsSource.fetch(context)) {
        if (attackIn === 'fetch' && context.member.id === 'bow') attack()
        yield response
      }
    },
    *toRecords(responses, context) {
      if (attackIn === 'toRecords' && context.member.id === 'bow') attack()
      yield* townsSource.toRecords(responses, context)
    },
  })
}

function hostileWriter(attackIn: HostileThreadData['attackIn'], attack: () => void): typeof townsWriter {
  return {
    ...townsWriter,
    async write(batch) {
      if (attackIn === 'write' && batch.memberId === 'bow' && batch.sourceId === 'towns') attack()
      return await townsWriter.write(batch)
    },
  }
}

/** Beside the hostile one, at first, it waits: the last member that did something is the hostile one. */
function patientSource(waits: boolean) {
  return defineTownsSource({
    id: 'lakes',
    async *fetch(context) {
      if (waits) await new Promise(() => {})
      yield* townsSource.fetch(context)
    },
  })
}
