/** How the last day went, from the ledger, so that every node says the same. */

import { sql } from 'kysely'
import { toInstant } from '../../core/clock.ts'
import { readHostStates } from '../../store/coordination/host-states.ts'
import type { Store } from '../../store/store.ts'
import { latestDate } from '../../sync/future-rows.ts'
import { readMemberCounts } from '../../sync/health/member-counts.ts'
import { readSourceChanges } from '../../sync/health/source-changes.ts'

const hourMs = 60 * 60_000
export const overviewHours = 24
const hostsMax = 100

export async function readOverview(store: Store, nowMs: number) {
  return {
    hours: await readHours(store, nowMs),
    members: await readMembersByService(store),
    artifacts: await readArtifactsByService(store),
    hosts: (await readHostStates(store, hostsMax)).map((row) => ({
      host: row.host,
      endpoints: row.endpoints,
      state: row.state,
      since: toInstant(row.since),
      closed_until:
        row.closed_until !== null && row.closed_until > nowMs ? toInstant(row.closed_until) : null,
    })),
    changed_sources: (await readSourceChanges(store)).map(({ source_id, since, members, reason }) => ({
      source_id,
      since: toInstant(since),
      members,
      reason,
    })),
  }
}

interface HourRow {
  readonly hour: number
  readonly status: string
  readonly runs: number
  readonly ms: number
}

/** Oldest first, one for each hour of the last day. */
async function readHours({ ledger }: Store, nowMs: number) {
  const first = Math.floor(nowMs / hourMs) - overviewHours + 1
  const { rows } =
    await sql<HourRow>`select (started_at - started_at % ${sql.lit(hourMs)}) / ${sql.lit(hourMs)} as hour,
      case when cancelled_by is null then status else 'cancelled' end as status,
      count(*) as runs, sum(finished_at - started_at) as ms
    from sync_run
    where started_at >= ${first * hourMs} and started_at <= ${latestDate(nowMs)} and finished_at is not null
    group by 1, 2`.execute(ledger.heavy)
  return Array.from({ length: overviewHours }, (_, index) => {
    const ofHour = rows.filter(({ hour }) => Number(hour) === first + index)
    const count = (status: string) => Number(ofHour.find((row) => row.status === status)?.runs ?? 0)
    const measured = ofHour.filter(({ status }) => status !== 'cancelled')
    const runs = measured.reduce((sum, row) => sum + Number(row.runs), 0)
    const ms = measured.reduce((sum, row) => sum + Math.max(0, Number(row.ms)), 0)
    return {
      at: toInstant((first + index) * hourMs),
      succeeded: count('succeeded'),
      partial: count('partial'),
      failed: count('failed'),
      cancelled: count('cancelled'),
      seconds: runs === 0 ? null : Math.round(ms / runs / 100) / 10,
    }
  })
}

async function readMembersByService({ ledger }: Store) {
  const counts = await readMemberCounts(ledger)
  return [...Map.groupBy(counts, ({ service }) => service)].map(([service, ofService]) => {
    const sum = (state: 'on' | 'new' | 'stale' | 'off') =>
      ofService.reduce((total, { members }) => total + members[state], 0)
    return { service, on: sum('on'), new: sum('new'), stale: sum('stale'), off: sum('off') }
  })
}

async function readArtifactsByService({ ledger }: Store) {
  const rows = await ledger.heavy
    .selectFrom('artifact')
    .select(({ fn }) => ['service', fn.countAll().as('files'), fn.sum('bytes').as('bytes')])
    .groupBy('service')
    .orderBy('service')
    .execute()
  return rows.map(({ service, files, bytes }) => ({ service, files: Number(files), bytes: Number(bytes) }))
}
