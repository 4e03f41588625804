/** How the last reads of each member ended, and when the next one is due: the rows of `member_health`. */

import type { Transaction } from 'kysely'
import { chunks } from '../../store/chunks.ts'
import type { Store } from '../../store/store.ts'
import type { LedgerTables, MemberHealthRow } from '../../store/tables.ts'
import { latestDate } from '../future-rows.ts'
import type { MemberReport } from '../run/run-rows.ts'
import type { AnySource } from '../source.ts'
import { changedCode } from './health-state.ts'
import { nextReadAt } from './next-read.ts'

type Ledger = Store['ledger']
type HealthSource = Pick<AnySource, 'id' | 'everyMinutes' | 'memberTimeoutMs'>

const messageCharactersMax = 300
/** Rows of members that are no longer read. */
const keepMs = 120 * 86_400_000

/** By member. Rows from the future, written while a clock was wrong, do not count. */
export async function readMemberHealth(
  { ledger }: Pick<Store, 'ledger'>,
  { id }: Pick<AnySource, 'id'>,
  nowMs: number,
): Promise<ReadonlyMap<string, MemberHealthRow>> {
  const rows = await ledger.read
    .selectFrom('member_health')
    .selectAll()
    .where('source_id', '=', id)
    .where('tried_at', '<=', latestDate(nowMs))
    .execute()
  return new Map(rows.map((row) => [row.member_id, row]))
}

/** Undefined: as if it had never been tried. */
export async function replaceMemberHealth(
  ledger: Ledger,
  { id }: Pick<AnySource, 'id'>,
  memberId: string,
  row: MemberHealthRow | undefined,
): Promise<void> {
  await ledger.transaction(async (tx) => {
    await tx
      .deleteFrom('member_health')
      .where('source_id', '=', id)
      .where('member_id', '=', memberId)
      .execute()
    if (row !== undefined) await tx.insertInto('member_health').values(row).execute()
  })
}

export async function pruneMemberHealth(ledger: Ledger, nowMs: number): Promise<void> {
  await ledger.transaction(async (tx) => {
    await tx
      .deleteFrom('member_health')
      .where('tried_at', '<', nowMs - keepMs)
      .execute()
  })
}

/** Undefined where the report says nothing about the member itself. */
export function toHealthRow(
  source: HealthSource,
  memberId: string,
  report: MemberReport,
  previous: MemberHealthRow | undefined,
  nowMs: number,
): MemberHealthRow | undefined {
  if (report.outcome === 'resumed' || report.outcome === 'waiting') return undefined
  if (report.outcome === 'failed' && report.code === 'store_unavailable') return undefined
  const error = findError(report)
  const failures = error === undefined ? 0 : (previous?.failures ?? 0) + 1
  const hasChanged = report.outcome === 'published' && report.written + report.removed > 0
  // What is new to us need not be new.
  const isFirst = previous === undefined || previous.succeeded_at === null
  const changedAt = hasChanged && !isFirst ? nowMs : (previous?.changed_at ?? undefined)
  return {
    source_id: source.id,
    member_id: memberId,
    tried_at: nowMs,
    succeeded_at: error === undefined ? nowMs : (previous?.succeeded_at ?? null),
    changed_at: changedAt ?? null,
    confirmed_at: error === undefined ? nowMs : (previous?.confirmed_at ?? nowMs),
    failures,
    error_code: error?.code ?? null,
    error_message: error?.message.slice(0, messageCharactersMax) ?? null,
    due_at: nextReadAt(source.id, memberId, {
      everyMs: source.everyMinutes * 60_000,
      isCostly: source.memberTimeoutMs !== undefined,
      triedAt: nowMs,
      changedAt,
      failures,
    }),
  }
}

/** Why the read of a member was no success; undefined if it was one. */
export function findError(report: MemberReport): { code: string; message: string } | undefined {
  if (report.outcome === 'failed') return report
  if (report.outcome === 'held') return findLoss(report)
  if (report.outcome === 'published' && report.gone) {
    const because = report.problem === undefined ? '' : `: ${report.problem}`
    return { code: 'gone', message: `The member no longer exists at the upstream${because}.` }
  }
  if (report.outcome === 'published' && report.changed !== undefined)
    return { code: changedCode, message: report.changed }
  return undefined
}

/** A list that was held back because of rows that cannot be read, or of which nothing is left. Others wait for a decision. */
function findLoss({
  records,
  dropped,
  reason,
}: Extract<MemberReport, { outcome: 'held' }>): { code: string; message: string } | undefined {
  if (records === 0) return { code: changedCode, message: reason }
  const counts = Object.values(dropped)
  const unread = counts.reduce((sum, count) => sum + count, 0)
  if (unread <= records) return undefined
  const [why = ''] = Object.keys(dropped)
  const message = `${unread} of ${unread + records} rows could not be read: ${why}`
  return { code: changedCode, message }
}

export async function saveHealthRows(
  tx: Transaction<LedgerTables>,
  rows: readonly MemberHealthRow[],
): Promise<void> {
  for (const chunk of chunks(rows)) {
    await tx
      .insertInto('member_health')
      .values([...chunk])
      .onConflict((conflict) =>
        conflict.columns(['source_id', 'member_id']).doUpdateSet((row) => ({
          tried_at: row.ref('excluded.tried_at'),
          succeeded_at: row.ref('excluded.succeeded_at'),
          changed_at: row.ref('excluded.changed_at'),
          confirmed_at: row.ref('excluded.confirmed_at'),
          failures: row.ref('excluded.failures'),
          error_code: row.ref('excluded.error_code'),
          error_message: row.ref('excluded.error_message'),
          due_at: row.ref('excluded.due_at'),
        })),
      )
      .execute()
  }
}
