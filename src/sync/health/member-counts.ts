/** How many members each source has, by state: the rows of `source_members`, for processes that do not load the registry. */

import type { Store } from '../../store/store.ts'
import type { SourceMembersRow } from '../../store/tables.ts'
import { latestDate } from '../future-rows.ts'
import type { AnySource } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { type PlainState, toHealthState, toPlainState } from './health-state.ts'

type Ledger = Store['ledger']
type CountedSource = Pick<AnySource, 'id' | 'service' | 'members'>

export interface MemberCounts {
  readonly sourceId: string
  readonly service: string
  readonly members: Readonly<Record<PlainState, number>>
}

/** One entry per source; none before the first schedule. */
export async function readMemberCounts(ledger: Ledger): Promise<readonly MemberCounts[]> {
  const rows = await ledger.read.selectFrom('source_members').selectAll().orderBy('source_id').execute()
  return rows.map((row) => ({
    sourceId: row.source_id,
    service: row.service,
    members: {
      on: row.members_on,
      new: row.members_new,
      stale: row.members_stale,
      off: row.members_off,
    },
  }))
}

/** Writes the counts of all sources of this process, if they have changed since it last wrote them. */
export class MemberCountsRecorder {
  #written = ''

  async record({ store, clock, sources }: Pick<SyncDeps, 'store' | 'clock' | 'sources'>): Promise<void> {
    const rows = await countAll(store.ledger, sources, clock.now())
    const content = JSON.stringify(rows)
    if (content === this.#written) return
    await writeCounts(store.ledger, rows)
    this.#written = content
  }
}

async function countAll(
  ledger: Ledger,
  sources: readonly CountedSource[],
  nowMs: number,
): Promise<SourceMembersRow[]> {
  const reads = await ledger.read
    .selectFrom('member_health')
    .select(['source_id', 'member_id', 'failures', 'error_code'])
    .where('tried_at', '<=', latestDate(nowMs))
    .execute()
  const bySource = Map.groupBy(reads, ({ source_id }) => source_id)
  return sources.map(({ id, service, members }) => {
    const byMember = new Map(bySource.get(id)?.map((row) => [row.member_id, row]))
    const counts: Record<PlainState, number> = { on: 0, new: 0, stale: 0, off: 0 }
    for (const member of members) counts[toPlainState(toHealthState(member, byMember.get(member.id)))] += 1
    return {
      source_id: id,
      service,
      members_on: counts.on,
      members_new: counts.new,
      members_stale: counts.stale,
      members_off: counts.off,
    }
  })
}

/** Other processes may sync other services, whose rows stay. */
async function writeCounts(ledger: Ledger, rows: readonly SourceMembersRow[]): Promise<void> {
  if (rows.length === 0) return
  const services = [...new Set(rows.map(({ service }) => service))]
  const ids = rows.map(({ source_id }) => source_id)
  await ledger.transaction(async (tx) => {
    await tx
      .deleteFrom('source_members')
      .where('service', 'in', services)
      .where('source_id', 'not in', ids)
      .execute()
    await tx
      .insertInto('source_members')
      .values([...rows])
      .onConflict((conflict) =>
        conflict.column('source_id').doUpdateSet((row) => ({
          service: row.ref('excluded.service'),
          members_on: row.ref('excluded.members_on'),
          members_new: row.ref('excluded.members_new'),
          members_stale: row.ref('excluded.members_stale'),
          members_off: row.ref('excluded.members_off'),
        })),
      )
      .execute()
  })
}
