/** Platforms whose members changed in the same way: the rows of `source_change`. One event, not one for each member. */

import type { Store } from '../../store/store.ts'
import type { SourceChangeRow } from '../../store/tables.ts'
import type { MemberReport } from '../run/run-rows.ts'
import type { AnySource } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { changedCode } from './health-state.ts'
import { findError } from './member-health.ts'

/** Fewer may change by themselves. */
const membersMin = 3
const reasonCharactersMax = 300

/** Oldest first. */
export async function readSourceChanges({ ledger }: Pick<Store, 'ledger'>): Promise<SourceChangeRow[]> {
  return await ledger.read.selectFrom('source_change').selectAll().orderBy('since').execute()
}

/** After a run. The event begins with several members that changed in one way, and ends when members can be read again. */
export async function recordSourceChange(
  { store, clock, events }: Pick<SyncDeps, 'store' | 'clock' | 'events'>,
  source: Pick<AnySource, 'id' | 'service'>,
  reports: Readonly<Record<string, MemberReport>>,
): Promise<void> {
  const { read, change } = findCommonChange(Object.values(reports))
  if (change === undefined && read === 0) return
  const known = (await readSourceChanges(store)).find(({ source_id }) => source_id === source.id)
  if (change === undefined && known === undefined) return
  const now = clock.now()
  await store.ledger.transaction(async (tx) => {
    await tx.deleteFrom('source_change').where('source_id', '=', source.id).execute()
    if (change === undefined) return
    const row = { source_id: source.id, service: source.service, seen_at: now, ...change }
    await tx
      .insertInto('source_change')
      .values({ ...row, since: known?.since ?? now })
      .execute()
  })
  if (change !== undefined && known === undefined) events.sourceChanged({ sourceId: source.id, ...change })
}

/** `read`: how many members could be read. */
function findCommonChange(reports: readonly MemberReport[]): {
  readonly read: number
  readonly change: Pick<SourceChangeRow, 'members' | 'reason'> | undefined
} {
  const changes = new Map<string, { members: number; reason: string }>()
  let read = 0
  for (const report of reports) {
    if (report.outcome === 'waiting' || report.outcome === 'resumed') continue
    const error = findError(report)
    if (error === undefined) read += 1
    if (error?.code !== changedCode) continue
    const way = error.message.replaceAll(/\d/g, '').slice(0, reasonCharactersMax)
    const change = changes.get(way) ?? { members: 0, reason: error.message.slice(0, reasonCharactersMax) }
    change.members += 1
    changes.set(way, change)
  }
  const [most] = [...changes.values()].sort((one, other) => other.members - one.members)
  const isCommon = most !== undefined && most.members >= membersMin && most.members >= read
  return { read, change: isCommon ? most : undefined }
}
