/** How the last day went, from the ledger, so that every node says the same. */

import { sql } from 'kysely'
import { toInstant, toInstantOrNull } from '../../core/clock.ts'
import { readHostStates } from '../../store/coordination/host-states.ts'
import type { Store } from '../../store/store.ts'
import { latestDate } from '../../sync/future-rows.ts'
import { changedCode } from '../../sync/health/health-state.ts'
import { readMemberCounts } from '../../sync/health/member-counts.ts'
import { readSourceChanges } from '../../sync/health/source-changes.ts'
import { hostOfMember } from '../../sync/schedule/closed-hosts.ts'
import type { AnySource } from '../../sync/source.ts'
import { readAlarms } from '../alarms/alarm-rows.ts'

const hourMs = 60 * 60_000
export const overviewHours = 24
const hostsMax = 100

export async function readOverview(store: Store, sources: readonly AnySource[], nowMs: number) {
  return {
    hours: await readHours(store, nowMs),
    members: await readMembersByService(store),
    artifacts: await readArtifactsByService(store),
    hosts: await readHosts(store, sources, nowMs),
    unusable: await readUnusable(store, nowMs),
    alarms: (await readAlarms(store)).filter(({ announced_at }) => announced_at !== null).length,
    changed_sources: (await readSourceChanges(store)).map(({ source_id, since, members, reason }) => ({
      source_id,
      since: toInstant(since),
      members,
      reason,
    })),
  }
}

/** Those that do not answer as usual first, then those with the most members. */
async function readHosts(store: Store, sources: readonly AnySource[], nowMs: number) {
  const membersByHost = countByHost(sources)
  const states = await readHostStates(store, hostsMax)
  const known = states.map(({ host, endpoints, state, since, closed_until }) => ({
    host,
    endpoints,
    state,
    since: toInstant(since),
    closed_until: closed_until !== null && closed_until > nowMs ? toInstant(closed_until) : null,
    members: membersByHost.get(host) ?? 0,
  }))
  const hasState = new Set(states.map(({ host }) => host))
  const others = [...membersByHost]
    .filter(([host]) => !hasState.has(host))
    .map(([host, members]) => ({
      host,
      endpoints: '',
      state: 'answering' as const,
      since: null,
      closed_until: null,
      members,
    }))
  const isTroubled = ({ state }: { readonly state: string }) => state !== 'answering'
  const healthy = [...known.filter((host) => !isTroubled(host)), ...others]
  healthy.sort((one, other) => other.members - one.members)
  return [...known.filter(isTroubled), ...healthy].slice(0, hostsMax)
}

/** A list of sources does not change; the registry has another one then. */
const counted = new WeakMap<readonly AnySource[], ReadonlyMap<string, number>>()

/** Members that are read. */
function countByHost(sources: readonly AnySource[]): ReadonlyMap<string, number> {
  const cached = counted.get(sources)
  if (cached !== undefined) return cached
  const counts = new Map<string, number>()
  for (const source of sources) {
    for (const member of source.members) {
      if (member.off !== undefined) continue
      const host = hostOfMember(source, member)
      counts.set(host, (counts.get(host) ?? 0) + 1)
    }
  }
  counted.set(sources, counts)
  return counts
}

/** Members that answer, but with nothing usable, by source: the most first. */
async function readUnusable({ ledger }: Store, nowMs: number) {
  const rows = await ledger.read
    .selectFrom('member_health')
    .select(({ fn }) => [
      'source_id',
      fn.countAll().as('members'),
      fn.min('succeeded_at').as('oldest'),
      fn.min('error_message').as('reason'),
    ])
    .where('failures', '>', 0)
    .where('error_code', '=', changedCode)
    .where('tried_at', '<=', latestDate(nowMs))
    .groupBy('source_id')
    .orderBy('members', 'desc')
    .execute()
  return rows.map(({ source_id, members, oldest, reason }) => ({
    source_id,
    members: Number(members),
    oldest_success_at: toInstantOrNull(oldest === null ? null : Number(oldest)),
    reason: reason ?? '',
  }))
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
