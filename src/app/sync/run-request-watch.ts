/** Wakes the sync thread, which ends while nothing is due, when an operator requests a run on any node. */

import { repeat } from '../../core/async/repeat.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../store/store.ts'
import { readRunRequests } from '../../sync/run/run-requests.ts'

const watchEveryMs = 3_000

interface WatchOptions {
  readonly store: Pick<Store, 'ledger'>
  readonly clock: Clock
  /** Whether this node syncs the service. */
  readonly isSelected: (service: string) => boolean
  /** Called once for each request. */
  readonly onRequest: () => void
}

/** In a thread with a store, until it is disposed. */
export function watchRunRequests({ store, clock, isSelected, onRequest }: WatchOptions): AsyncDisposable {
  let seen: ReadonlySet<string> = new Set()
  async function look(): Promise<void> {
    const requests = await readRunRequests(store.ledger, clock.now())
    const ids = requests.filter(({ service }) => isSelected(service)).map(({ run_id }) => run_id)
    if (ids.some((id) => !seen.has(id))) onRequest()
    seen = new Set(ids)
  }
  // A store that is down is reported by everything else.
  return repeat(clock, watchEveryMs, () => look().catch(() => {}))
}
