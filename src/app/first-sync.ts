/** How far the first sync is, for the front page. */

import type { FirstSync } from '../http/pages/front-page.ts'
import type { Store } from '../store/store.ts'
import type { AppContext } from './app-context.ts'
import { createSourceFilter } from './services/index.ts'

/** Undefined once every source has been run. */
export type FirstSyncReader = () => Promise<FirstSync | undefined>

/** `onlyService`: the service that is served alone. */
export function createFirstSyncReader(
  context: AppContext,
  store: Store,
  onlyService: string | undefined,
): FirstSyncReader {
  let sourceIds: Promise<readonly string[]> | undefined
  let isComplete = false
  return async () => {
    if (isComplete) return undefined
    // The server itself does not need the sources, so they are loaded only for this.
    sourceIds ??= loadSourceIds(context, onlyService)
    const ids = await sourceIds
    const runs = await store.ledger.read
      .selectFrom('sync_run')
      .select('source_id')
      .distinct()
      .where('status', '!=', 'running')
      .execute()
    const finished = new Set(runs.map(({ source_id }) => source_id))
    const collected = ids.filter((id) => finished.has(id)).length
    isComplete = collected === ids.length
    return isComplete ? undefined : { collected, sources: ids.length }
  }
}

async function loadSourceIds(context: AppContext, onlyService: string | undefined): Promise<string[]> {
  const { loadSources } = await import('./sources.ts')
  const isSelected = createSourceFilter(onlyService)
  const { sources } = await loadSources(context)
  return sources
    .filter(({ service, members }) => isSelected(service) && members.length > 0)
    .map(({ id }) => id)
}
