/** Everything a sync needs, for the sync thread and for the command line. */

import { hostname } from 'node:os'
import type { Store } from '../store/store.ts'
import { hostsOf } from '../sync/source.ts'
import { createSyncEngine, type SyncEngine } from '../sync/sync-engine.ts'
import { openTheStore, type Surroundings } from './app-context.ts'
import { openTheArtifacts } from './artifact-store.ts'
import { openTheOutbound } from './outbound.ts'
import { isFedBy } from './services/index.ts'
import { sourcesOf, writersOf } from './sources.ts'

export interface SyncSide extends AsyncDisposable {
  readonly store: Store
  readonly engine: SyncEngine
}

/** For one room alone where that is served alone. */
export async function openSync(surroundings: Surroundings, only?: string): Promise<SyncSide> {
  const { loaded, clock, events } = surroundings
  const isFed = isFedBy(only)
  await using stack = new AsyncDisposableStack()
  const store = stack.use(await openTheStore(surroundings, 'worker'))
  const sources = sourcesOf(loaded).filter(({ service }) => isFed(service))
  const outbound = stack.use(openTheOutbound(surroundings, hostsOf(sources)))
  const engine = createSyncEngine({
    store,
    outbound,
    artifacts: openTheArtifacts(loaded),
    sources,
    writers: writersOf(loaded),
    clock,
    events,
    holder: `${hostname()}:${process.pid}`,
    membersAtOnce: loaded.config.sync.atOnce,
    memberTimeoutMs: loaded.config.sync.memberTimeoutMs,
  })
  const kept = stack.move()
  return { store, engine, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
