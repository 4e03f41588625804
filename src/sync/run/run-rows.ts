/** The runs in the ledger: the rows of `sync_run`. */

import type { SelectQueryBuilder } from 'kysely'
import type { EventMap, MemberFailureCode } from '../../core/events.ts'
import { readLeaseHolder, releaseLease } from '../../store/coordination/lease.ts'
import type { Database, Store } from '../../store/store.ts'
import type { LedgerTables, SyncRunRow } from '../../store/tables.ts'
import { latestDate } from '../future-rows.ts'
import type { MemberKey } from '../member-marker.ts'
import type { AnySource } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { cancelledMessage } from './cancel-run.ts'
import { isHolderDead } from './run-holder.ts'
import { lockRequest } from './run-requests.ts'

export type RunMode = 'scheduled' | 'manual' | 'members' | 'import'
export type RunStatus = 'succeeded' | 'partial' | 'failed'

/** The outcome of one member in a run, stored in the run's row. */
export type MemberReport =
  | ({
      readonly outcome: 'published'
      readonly written: number
      readonly unchanged: number
      readonly removed: number
      readonly held?: number
      readonly gated?: number
      readonly gone?: number
      /** Why its responses are not what they were. */
      readonly changed?: string
      /** Why it was published only in part. */
      readonly problem?: string
      /** Its host says that nothing has changed: nothing was received. */
      readonly isNotModified?: boolean
    } & MappedCounts)
  | ({ readonly outcome: 'held'; readonly reason: string } & MappedCounts)
  /** Published by the interrupted run that this one continues. */
  | { readonly outcome: 'resumed' }
  | { readonly outcome: 'failed'; readonly code: MemberFailureCode; readonly message: string }
  /** Its host is not asked at present, or limits requests: it was not read, and that says nothing about the member. */
  | { readonly outcome: 'waiting'; readonly host: string; readonly message: string }

interface MappedCounts {
  readonly artifactId: number
  readonly records: number
  /** Number of dropped rows, by reason. */
  readonly dropped: Readonly<Record<string, number>>
}

export interface RunReport {
  readonly runId: string
  readonly service: string
  readonly sourceId: string
  readonly mode: RunMode
  readonly status: RunStatus
  readonly planned: number
  readonly completed: number
  readonly failed: number
  /** Sums over the members: what was held back, is gone or is gated. */
  readonly notFresh: NotFresh
  readonly message: string | undefined
  readonly members: Readonly<Record<string, MemberReport>>
}

export type NotFresh = Readonly<Record<'held' | 'gone' | 'gated', number>>

/** How the message of an interrupted run begins. Stored and matched: it must not change. */
export const interruptedPrefix = 'interrupted'

export function interruptedMessage(why: string): string {
  return `${interruptedPrefix}: ${why}`
}

export function wasInterrupted(run: Pick<SyncRunRow, 'status' | 'error_message'>): boolean {
  return run.status === 'failed' && (run.error_message?.startsWith(interruptedPrefix) ?? false)
}

/** How the message of a run begins whose members wait for a host. Stored and matched: it must not change. */
export const waitingPrefix = 'waits for '

/** Whether members were left that are read as soon as their host may be asked. */
export function wasCutShort(run: Pick<SyncRunRow, 'status' | 'error_message'>): boolean {
  return run.status !== 'running' && (run.error_message?.startsWith(waitingPrefix) ?? false)
}

/** A member that killed the sync thread, and how. */
export interface LostMember extends MemberKey {
  readonly reason: string
}

/** The thread died, so this is an interruption, which the next run resumes without the member. */
function toLostColumns({
  memberId,
  reason,
}: LostMember): Pick<SyncRunRow, 'error_message' | 'failed' | 'metadata'> {
  const report: MemberReport = { outcome: 'failed', code: 'stalled', message: reason }
  return {
    error_message: interruptedMessage(`stalled by ${memberId}: ${reason}`),
    failed: 1,
    metadata: JSON.stringify({ members: { [memberId]: report } }),
  }
}

/** The runs of a source, newest first, without those from the future; the caller selects columns. */
export function selectRuns(
  { ledger }: Pick<Store, 'ledger'>,
  source: Pick<AnySource, 'id'>,
  nowMs: number,
): SelectQueryBuilder<LedgerTables, 'sync_run', object> {
  return ledger.read
    .selectFrom('sync_run')
    .where('source_id', '=', source.id)
    .where('started_at', '<=', latestDate(nowMs))
    .orderBy('started_at', 'desc')
}

/** Only those of all its members, or of all members of the share. */
export function selectWholeRuns(
  store: Pick<Store, 'ledger'>,
  source: Pick<AnySource, 'id'>,
  nowMs: number,
  share?: number,
): ReturnType<typeof selectRuns> {
  const runs = selectRuns(store, source, nowMs)
    .where('mode', 'in', ['scheduled', 'manual'])
    // Who cancels a run that was requested leaves the schedule as it was.
    .where((query) =>
      query.or([
        query('mode', '=', 'scheduled'),
        query('status', '=', 'running'),
        query('cancelled_by', 'is', null),
      ]),
    )
  if (share === undefined) return runs
  return runs.where((query) => query.or([query('share', '=', share), query('share', 'is', null)]))
}

/** Written while a clock was wrong; the first ones only. */
export async function readRunsFromFuture(
  ledger: Database<LedgerTables>,
  nowMs: number,
): Promise<EventMap['runFromFuture'][]> {
  const rows = await ledger.read
    .selectFrom('sync_run')
    .select(['id', 'source_id', 'started_at'])
    .where('started_at', '>', latestDate(nowMs))
    .orderBy('started_at')
    .limit(20)
    .execute()
  return rows.map((row) => ({ runId: row.id, sourceId: row.source_id, startedAt: row.started_at }))
}

export function leaseName(sourceId: string, share?: number | null): string {
  return share === undefined || share === null ? `sync:${sourceId}` : `sync:${sourceId}/${share}`
}

export type RunFacts = Pick<RunReport, 'runId' | 'service' | 'sourceId' | 'mode' | 'planned'>

/** False if it was requested, and cancelled before its start. */
export async function insertRun(
  ledger: Database<LedgerTables>,
  run: RunFacts & {
    readonly holder: string
    readonly startedAt: number
    readonly share?: number | undefined
  },
): Promise<boolean> {
  return await ledger.transaction(async (tx) => {
    await lockRequest(ledger, tx, run.sourceId)
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('sync_run')
      .values({
        id: run.runId,
        service: run.service,
        source_id: run.sourceId,
        mode: run.mode,
        holder: run.holder,
        started_at: run.startedAt,
        planned: run.planned,
        status: 'running',
        finished_at: null,
        completed: 0,
        failed: 0,
        error_message: null,
        metadata: '{}',
        share: run.share ?? null,
        cancelled_by: null,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow()
    // In one transaction: a requested run is waiting or started, and never lost.
    await tx.deleteFrom('run_request').where('run_id', '=', run.runId).execute()
    return numInsertedOrUpdatedRows === 1n
  })
}

export async function finishRun(
  ledger: Database<LedgerTables>,
  report: RunReport,
  nowMs: number,
): Promise<void> {
  await ledger.transaction(async (tx) => {
    await tx
      .updateTable('sync_run')
      .set({
        status: report.status,
        finished_at: nowMs,
        completed: report.completed,
        failed: report.failed,
        error_message: report.message ?? null,
        metadata: JSON.stringify({ not_fresh: report.notFresh, members: report.members }),
        // It ended before anybody noticed.
        ...(report.status === 'failed' ? {} : { cancelled_by: null }),
      })
      .where('id', '=', report.runId)
      .where('status', '=', 'running')
      .execute()
  })
}

/**
 * Closes the runs of processes and threads that died: their lease has expired or is held by another run, or the process
 * is gone. `lost` is the member that killed the thread. Returns the number of closed runs.
 */
export async function closeInterruptedRuns(
  deps: Pick<SyncDeps, 'store' | 'clock' | 'events' | 'holder' | 'started' | 'leaseTime' | 'leaseMs'>,
  { sourceId, lost }: { readonly sourceId?: string; readonly lost?: LostMember } = {},
): Promise<number> {
  const { store, clock, events, leaseTime, leaseMs } = deps
  const running = await store.ledger.read
    .selectFrom('sync_run')
    .select(['id', 'service', 'source_id', 'share', 'planned', 'holder', 'started_at', 'cancelled_by'])
    .where('status', '=', 'running')
    .$if(sourceId !== undefined, (query) => query.where('source_id', '=', sourceId ?? ''))
    .execute()
  let recovered = 0
  for (const run of running) {
    const name = leaseName(run.source_id, run.share)
    const isLeaseHeld = (await readLeaseHolder(store.ledger, name, leaseMs, leaseTime)) === run.holder
    if (isLeaseHeld && !isHolderDead(run, deps)) continue
    const { published } = await store.readModel.read
      .selectFrom('member_state')
      .select((query) => query.fn.countAll().as('published'))
      .where('source_id', '=', run.source_id)
      .where('published_at', '>=', run.started_at)
      .executeTakeFirstOrThrow()
    const isClosed = await store.ledger.transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('sync_run')
        .set({
          status: 'failed',
          finished_at: clock.now(),
          // Other nodes may have published members of other shares meanwhile.
          completed: Math.min(Number(published), run.planned),
          error_message:
            run.cancelled_by === null
              ? interruptedMessage('the process ended before the run did')
              : cancelledMessage,
          ...(lost?.sourceId === run.source_id ? toLostColumns(lost) : {}),
        })
        .where('id', '=', run.id)
        .where('status', '=', 'running')
        .executeTakeFirst()
      await tx.deleteFrom('lease').where('name', '=', name).where('holder', '=', run.holder).execute()
      return numUpdatedRows > 0n
    })
    // It ended while we looked.
    if (!isClosed) continue
    events.runInterrupted({ runId: run.id, sourceId: run.source_id, holder: run.holder })
    recovered += 1
  }
  return recovered
}

/** A process that died before it wrote its run, or after its run had ended, has left a lease and nothing else. */
export async function releaseLeasesOfDead(
  deps: Pick<SyncDeps, 'store' | 'clock' | 'holder' | 'started'>,
  sourceId: string,
): Promise<void> {
  const { ledger } = deps.store
  const name = leaseName(sourceId)
  const leases = await ledger.read
    .selectFrom('lease')
    .select(['name', 'holder'])
    .where((where) => where.or([where('name', '=', name), where('name', 'like', `${name}/%`)]))
    .execute()
  for (const lease of leases) {
    // When it was taken is not known, so one with the id of this process counts as alive.
    if (isHolderDead({ holder: lease.holder, started_at: deps.clock.now() }, deps))
      await releaseLease(ledger, lease.name, lease.holder)
  }
}
