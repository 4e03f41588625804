/** Runs that operators request: any process on the store may start them. */

import type { Selectable, Transaction } from 'kysely'
import { Failure } from '../../core/errors.ts'
import type { Database } from '../../store/store.ts'
import type { LedgerTables, RunRequestRow } from '../../store/tables.ts'
import { latestDate } from '../future-rows.ts'

type Ledger = Database<LedgerTables>

/** A request that no process has started by then is void, so that no run begins long after somebody asked for it. */
const requestMsMax = 60 * 60_000

/** Those that are still valid; at most one per source. */
export async function readRunRequests(ledger: Ledger, nowMs: number): Promise<Selectable<RunRequestRow>[]> {
  return await ledger.read
    .selectFrom('run_request')
    .selectAll()
    .where('requested_at', '>', nowMs - requestMsMax)
    .where('requested_at', '<=', latestDate(nowMs))
    .orderBy('requested_at')
    .execute()
}

/** Throws `source_busy` while the source runs or another request waits. */
export async function requestRun(ledger: Ledger, request: RunRequestRow): Promise<void> {
  const { source_id, requested_at } = request
  await ledger.transaction(async (tx) => {
    await lockRequest(ledger, tx, source_id)
    const waiting = await tx
      .selectFrom('run_request')
      .select('run_id as id')
      .where('source_id', '=', source_id)
      .where('requested_at', '>', requested_at - requestMsMax)
      .where('requested_at', '<=', latestDate(requested_at))
      .executeTakeFirst()
    const running = await tx
      .selectFrom('sync_run')
      .select('id')
      .where('source_id', '=', source_id)
      .where('status', '=', 'running')
      .executeTakeFirst()
    if (waiting) throw busy(`A run of ${source_id} is already requested.`, waiting.id)
    if (running) throw busy(`${source_id} is being read.`, running.id)
    await tx.deleteFrom('run_request').where('source_id', '=', source_id).execute()
    await tx.insertInto('run_request').values(request).execute()
  })
}

/** A request is made, started or cancelled by one process at a time. */
export async function lockRequest(
  { dialect }: Ledger,
  tx: Transaction<LedgerTables>,
  sourceId: string,
): Promise<void> {
  await dialect.lock(tx, `run request ${sourceId}`)
}

function busy(message: string, runId: string): Failure {
  return new Failure('source_busy', message, { details: { run_id: runId }, retryAfterSeconds: 10 })
}
