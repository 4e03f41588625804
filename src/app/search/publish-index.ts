/**
 * Publishes changes of postings to the search index, on one of the nodes that share the store. Beside the syncs, because it reads
 * many descriptions.
 */

import { repeat } from '../../core/async/repeat.ts'
import type { Store } from '../../store/store.ts'
import { holdNamedLease } from '../../sync/run/held-lease.ts'
import type { AppContext } from '../app-context.ts'
import type { SearchServer } from './search-server.ts'

const everyMs = 1_000
/** Held while something is published. */
export const indexLease = { name: 'search index', ms: 30_000 } as const
/** While it fails, it is tried less often. */
const pauseMsMax = 60_000

type IndexContext = Pick<AppContext, 'clock' | 'logger'>

/** In the sync thread, until it is disposed. */
export async function keepIndexPublished(
  context: IndexContext,
  store: Store,
  { clickHouse }: SearchServer,
): Promise<AsyncDisposable> {
  const { clock, logger } = context
  const { maintainIndexes, needsMaintenance } = await import(
    '../../services/jobs/publish/search-index/maintain-indexes.ts'
  )
  let failures = 0
  let nextAt = 0

  async function publish(stop: AbortSignal): Promise<void> {
    if (!(await needsMaintenance({ db: store.readModel, clock }))) return
    await using lease = await holdNamedLease(store, clock, indexLease.name, indexLease.ms)
    if (lease === undefined) return
    const signal = AbortSignal.any([stop, lease.lost])
    const onWarning = (message: string) => logger.warn(message)
    while (await maintainIndexes({ db: store.readModel, clickHouse, clock, signal, onWarning }));
  }

  return repeat(clock, everyMs, async (stop) => {
    if (clock.monotonic() < nextAt) return
    try {
      await publish(stop)
      failures = 0
    } catch (err) {
      if (stop.aborted) return
      failures += 1
      nextAt = clock.monotonic() + Math.min(pauseMsMax, 2 ** failures * everyMs)
      logger.warn({ err, failures }, 'the search index cannot be published at present')
    }
  })
}
