/** Deletes old runs. The newest ones of each source stay: the schedule and the health of the source depend on them. */

import type { Database } from '../../store/store.ts'
import type { LedgerTables } from '../../store/tables.ts'

/** Per source, whatever their age. */
const runsMin = 50
/** Per source, however young they are: a source may run every minute. */
const runsMax = 2000

/** Returns the number of deleted runs. */
export async function pruneRuns(ledger: Database<LedgerTables>, beforeMs: number): Promise<number> {
  const sources = await ledger.read
    .selectFrom('sync_run')
    .select('source_id')
    .groupBy('source_id')
    .having(({ fn }) => fn.countAll(), '>', runsMin)
    .execute()
  let deleted = 0
  for (const { source_id: sourceId } of sources) {
    const youngest = await startOfNth(ledger, sourceId, runsMin)
    const oldest = await startOfNth(ledger, sourceId, runsMax)
    const before = Math.min(youngest ?? 0, Math.max(beforeMs, oldest ?? 0))
    const result = await ledger.transaction((tx) =>
      tx
        .deleteFrom('sync_run')
        .where('source_id', '=', sourceId)
        .where('started_at', '<', before)
        .where('status', '!=', 'running')
        .executeTakeFirst(),
    )
    deleted += Number(result.numDeletedRows)
  }
  return deleted
}

/** The start of the nth newest run; only whole runs count, as for the schedule. */
async function startOfNth(
  ledger: Database<LedgerTables>,
  sourceId: string,
  n: number,
): Promise<number | undefined> {
  const row = await ledger.read
    .selectFrom('sync_run')
    .select('started_at')
    .where('source_id', '=', sourceId)
    .where('mode', 'in', ['scheduled', 'manual'])
    .orderBy('started_at', 'desc')
    .offset(n - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.started_at
}
