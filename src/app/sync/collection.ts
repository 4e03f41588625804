/** How the members of each source are read, for the status page. */

import type { Clock } from '../../core/clock.ts'
import type { Collection, TroubleCause } from '../../http/pages/home/status-page.ts'
import type { Store } from '../../store/store.ts'
import { latestDate } from '../../sync/future-rows.ts'
import { readMemberCounts } from '../../sync/health/member-counts.ts'

/** Readers share what was read so long ago: it takes a look at every member. */
const reuseMs = 10_000
/** A run may take so long. */
const overdueMs = 3_600_000
/** Whether a member is still read, only the registry says. One that was not tried for so long may be off. */
const triedWithinMs = 2 * 86_400_000

export function createCollectionReader(
  store: Pick<Store, 'ledger'>,
  clock: Clock,
): () => Promise<readonly Collection[]> {
  let cached: { readonly until: number; readonly collection: Promise<readonly Collection[]> } | undefined
  return () => {
    const now = clock.monotonic()
    if (cached !== undefined && cached.until > now) return cached.collection
    const collection = readCollection(store, clock.now())
    cached = { until: now + reuseMs, collection }
    collection.catch(() => {
      cached = undefined
    })
    return collection
  }
}

/** Sources with members to read. */
async function readCollection({ ledger }: Pick<Store, 'ledger'>, nowMs: number): Promise<Collection[]> {
  const counts = await readMemberCounts(ledger)
  const reads = await ledger.heavy
    .selectFrom('member_health')
    .select(({ fn, eb }) => {
      const isOverdue = eb.and([
        eb('due_at', '<', nowMs - overdueMs),
        eb('tried_at', '>', nowMs - triedWithinMs),
      ])
      return [
        'source_id',
        'error_code',
        fn.countAll().as('members'),
        fn.sum(eb.case().when(isOverdue).then(1).else(0).end()).as('overdue'),
        fn.max('succeeded_at').as('succeeded_at'),
      ]
    })
    .where('tried_at', '<=', latestDate(nowMs))
    .groupBy(['source_id', 'error_code'])
    .execute()
  const bySource = Map.groupBy(reads, ({ source_id }) => source_id)
  return counts.flatMap(({ sourceId, service, members: { on, new: unread, stale } }) => {
    const members = on + unread + stale
    if (members === 0) return []
    const rows = bySource.get(sourceId) ?? []
    const readAt = Math.max(0, ...rows.map(({ succeeded_at }) => Number(succeeded_at ?? 0)))
    const failed = rows.filter(({ error_code }) => error_code !== null)
    const [most] = failed.sort((one, other) => Number(other.members) - Number(one.members))
    return {
      platform: sourceId,
      service,
      members,
      failing: stale,
      overdue: Math.min(
        members,
        rows.reduce((sum, { overdue }) => sum + Number(overdue), 0),
      ),
      readAt: readAt === 0 ? undefined : readAt,
      cause: causeOf(most?.error_code),
    }
  })
}

/** Nothing else of an error is public: its text may be that of the upstream. */
function causeOf(code: string | null | undefined): TroubleCause {
  if (code === 'upstream_refused') return 'refused'
  if (code === 'upstream_unavailable' || code === 'upstream_timeout') return 'unavailable'
  if (code === 'upstream_changed' || code === 'gone') return 'changed'
  return 'other'
}
