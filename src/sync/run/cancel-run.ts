/** Runs that operators cancel: on any node, and the process that runs it stops within seconds. */

import type { Transaction } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { Database } from '../../store/store.ts'
import type { LedgerTables } from '../../store/tables.ts'
import { lockRequest } from './run-requests.ts'

type Ledger = Database<LedgerTables>

/** Public, so it does not name the operator. */
export const cancelledMessage = 'cancelled by an operator'

export class RunCancelled extends Error {
  constructor() {
    super(cancelledMessage)
    this.name = 'RunCancelled'
  }
}

interface CancelOptions {
  readonly runId: string
  /** The e-mail address. */
  readonly operator: string
  readonly nowMs: number
}

/** Of a run that is already cancelled, it changes nothing. Throws `run_ended` if it ended otherwise. */
export async function cancelRun(ledger: Ledger, { runId, operator, nowMs }: CancelOptions): Promise<void> {
  await ledger.transaction(async (tx) => {
    if (await cancelRequest(ledger, tx, { runId, operator, nowMs })) return
    const { numUpdatedRows } = await tx
      .updateTable('sync_run')
      .set({ cancelled_by: operator })
      .where('id', '=', runId)
      .where('status', '=', 'running')
      .where('cancelled_by', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return
    const run = await tx
      .selectFrom('sync_run')
      .select(['status', 'cancelled_by'])
      .where('id', '=', runId)
      .executeTakeFirst()
    if (run === undefined) throw new Failure('not_found', `There is no run ${runId}.`)
    if (run.cancelled_by === null) throw new Failure('run_ended', `The run has ended: ${run.status}.`)
  })
}

/** A run that nobody has started yet ends without a start. */
async function cancelRequest(
  ledger: Ledger,
  tx: Transaction<LedgerTables>,
  { runId, operator, nowMs }: CancelOptions,
): Promise<boolean> {
  const select = () => tx.selectFrom('run_request').selectAll().where('run_id', '=', runId).executeTakeFirst()
  const found = await select()
  if (found === undefined) return false
  await lockRequest(ledger, tx, found.source_id)
  // It may have been started meanwhile.
  const request = await select()
  if (request === undefined) return false
  await tx.deleteFrom('run_request').where('run_id', '=', runId).execute()
  await tx
    .insertInto('sync_run')
    .values({
      id: runId,
      service: request.service,
      source_id: request.source_id,
      mode: request.members === null ? 'manual' : 'members',
      status: 'failed',
      holder: '',
      started_at: request.requested_at,
      finished_at: nowMs,
      planned: 0,
      completed: 0,
      failed: 0,
      error_message: cancelledMessage,
      metadata: '{}',
      share: null,
      cancelled_by: operator,
    })
    .execute()
  return true
}

const watchEveryMs = 3_000

/** Its signal is aborted with `RunCancelled` if the run is cancelled before the watch is disposed. */
export function watchForCancel(
  { ledger, clock }: { readonly ledger: Ledger; readonly clock: Clock },
  runId: string,
): Disposable & { readonly signal: AbortSignal } {
  const cancelled = new AbortController()
  const stop = new AbortController()
  async function watch(): Promise<void> {
    for (;;) {
      await clock.sleep(watchEveryMs, stop.signal)
      // A ledger that is down is noticed by the lease.
      if (await isCancelled(ledger, runId).catch(() => false)) break
    }
    if (!stop.signal.aborted) cancelled.abort(new RunCancelled())
  }
  watch().catch(() => {})
  return { signal: cancelled.signal, [Symbol.dispose]: () => stop.abort() }
}

async function isCancelled(ledger: Ledger, runId: string): Promise<boolean> {
  const run = await ledger.read
    .selectFrom('sync_run')
    .select('cancelled_by')
    .where('id', '=', runId)
    .executeTakeFirst()
  return run !== undefined && run.cancelled_by !== null
}
