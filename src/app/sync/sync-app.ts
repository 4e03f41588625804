/** The sync side, for the sync thread and for the command line. */

import type { Store } from '../../store/store.ts'
import { processHolder } from '../../sync/run/run-holder.ts'
import { createSyncEngine, type SyncEngine, type SyncEngineOptions } from '../../sync/sync-engine.ts'
import type { AppContext } from '../app-context.ts'
import { createArtifactStore } from '../artifact-store.ts'
import { createSourceClient } from '../outbound.ts'
import { keepIndexPublished } from '../search/publish-index.ts'
import { openSearchServer } from '../search/search-server.ts'
import { createSourceFilter } from '../services/index.ts'
import { loadSources } from '../sources.ts'
import { createStore } from '../store.ts'
import { createTasks } from '../tasks/background-tasks.ts'

export type { SyncEngine } from '../../sync/sync-engine.ts'
export type RunOutcome = Awaited<ReturnType<SyncEngine['run']>>

export interface SyncApp extends AsyncDisposable {
  readonly store: Store
  readonly engine: SyncEngine
}

interface SyncAppOptions {
  /** The service that is served alone. */
  readonly onlyService?: string | undefined
  /** Whether the store may be migrated. Default: true. */
  readonly mayMigrate?: boolean
  /** What a thread that is watched, or replaces another, adds. */
  readonly thread?: Pick<SyncEngineOptions, 'marker' | 'started'>
}

export async function createSyncApp(
  context: AppContext,
  { onlyService, mayMigrate = true, thread }: SyncAppOptions = {},
): Promise<SyncApp> {
  const { loaded, clock, events } = context
  const isSelected = createSourceFilter(onlyService)
  await using stack = new AsyncDisposableStack()
  const store = stack.use(await createStore(context, 'worker', { mayMigrate }))
  const { sources: allSources, writers } = await loadSources(context)
  const sources = allSources.filter(({ service }) => isSelected(service))
  const outbound = stack.use(createSourceClient(context, sources, store))
  const engine = createSyncEngine({
    store,
    outbound,
    tasks: createTasks(context, { store, outbound, sources, writers, marker: thread?.marker }),
    artifacts: createArtifactStore(loaded),
    sources,
    writers,
    clock,
    events,
    holder: processHolder(),
    membersAtOnce: loaded.config.sync.atOnce,
    memberTimeoutMs: loaded.config.sync.memberTimeoutMs,
    artifactsPerMember: loaded.config.retention.artifactsPerMember,
    runDays: loaded.config.retention.runDays,
    ...thread,
  })
  const search = await openSearchServer(loaded)
  if (search !== undefined) {
    stack.use(search)
    // Whoever syncs may also be the one who deletes.
    await search.archive(store.readModel, clock)
    if (thread && isSelected('jobs')) stack.use(await keepIndexPublished(context, store, search))
  }
  const resources = stack.move()
  return { store, engine, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}
