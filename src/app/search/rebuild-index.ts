/** Builds the search index anew, beside servers that use it and others that do the same. */

import { ConfigurationError } from '../../core/errors.ts'
import { beginIndex } from '../../services/jobs/publish/search-index/create-index.ts'
import { readIndexProgress } from '../../services/jobs/publish/search-index/index-progress.ts'
import { maintainIndexes } from '../../services/jobs/publish/search-index/maintain-indexes.ts'
import { holdNamedLease } from '../../sync/run/held-lease.ts'
import type { AppContext } from '../app-context.ts'
import { createStore } from '../store.ts'
import { indexLease } from './publish-index.ts'
import { openSearchServer } from './search-server.ts'

const pollMs = 500

export interface BuiltIndex {
  readonly index: string
  readonly postings: number
}

/** Goes on with an index that is being filled already. */
export async function rebuildIndex(
  context: AppContext,
  onProgress: (done: number, total: number) => void,
  stop: AbortSignal,
): Promise<BuiltIndex> {
  const { loaded, clock, logger } = context
  await using store = await createStore(context, 'worker', { mayMigrate: true })
  await using search = await openSearchServer(loaded)
  if (search === undefined) throw new ConfigurationError(['store.analyticsUrl: missing; set ANALYTICS_URL'])
  const { clickHouse } = search
  const db = store.readModel
  const index = await beginIndex(db, clickHouse)
  for (;;) {
    stop.throwIfAborted()
    const { done, total, isServing } = await readIndexProgress(db, index)
    onProgress(done, total)
    if (isServing) return { index, postings: done }
    // Another process may be publishing: then it is waited for.
    await using lease = await holdNamedLease(store, clock, indexLease.name, indexLease.ms)
    if (lease === undefined) await clock.sleep(pollMs, stop)
    else {
      const signal = AbortSignal.any([stop, lease.lost])
      await maintainIndexes({ db, clickHouse, clock, signal, onWarning: (message) => logger.warn(message) })
    }
  }
}
