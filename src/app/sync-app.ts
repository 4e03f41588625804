/** Everything a sync needs, for the sync thread and for the command line. */

import { hostname } from 'node:os'
import type { Store } from '../store/store.ts'
import { allowedHosts } from '../sync/source.ts'
import { createSyncEngine, type SyncEngine } from '../sync/sync-engine.ts'
import { type AppContext, createStore } from './app-context.ts'
import { createArtifactStore } from './artifact-store.ts'
import { createOutboundClient } from './outbound.ts'
import { createSourceFilter } from './services/index.ts'
import { createWriters, loadSources } from './sources.ts'

export interface SyncApp extends AsyncDisposable {
  readonly store: Store
  readonly engine: SyncEngine
}

/** For one room alone where that is served alone. */
export async function createSyncApp(context: AppContext, onlyService?: string): Promise<SyncApp> {
  const { loaded, clock, events } = context
  const isSelected = createSourceFilter(onlyService)
  await using stack = new AsyncDisposableStack()
  const store = stack.use(await createStore(context, 'worker'))
  const sources = loadSources(loaded).filter(({ service }) => isSelected(service))
  const outbound = stack.use(createOutboundClient(context, allowedHosts(sources)))
  const engine = createSyncEngine({
    store,
    outbound,
    artifacts: createArtifactStore(loaded),
    sources,
    writers: createWriters(loaded),
    clock,
    events,
    holder: `${hostname()}:${process.pid}`,
    membersAtOnce: loaded.config.sync.atOnce,
    memberTimeoutMs: loaded.config.sync.memberTimeoutMs,
  })
  const resources = stack.move()
  return { store, engine, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}
