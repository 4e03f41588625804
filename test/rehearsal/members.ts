/** How the members of the rehearsal fare: what the store knows about each. */

import type { AppContext } from '../../src/app/app-context.ts'
import { loadSources } from '../../src/app/sources.ts'
import { openExistingStore, type Store } from '../../src/app/store.ts'
import { readClosedHosts } from '../../src/store/coordination/host-states.ts'
import type { MemberHealthRow } from '../../src/store/tables.ts'
import { hostOfMember } from '../../src/sync/schedule/closed-hosts.ts'
import type { AnySource } from '../../src/sync/source.ts'
import { type Fate, fateOf } from './fates.ts'
import { closesHost, findHostEvent } from './host-events.ts'

export interface ExpectedMember {
  readonly service: string
  readonly sourceId: string
  readonly memberId: string
  readonly fate: Fate
  /** That it is read from. */
  readonly host: string
  /** Of a trust center. */
  readonly url: string | undefined
}

export async function readExpected(
  context: AppContext,
  seed: string,
  service: string | undefined,
): Promise<{ readonly members: readonly ExpectedMember[]; readonly sources: readonly AnySource[] }> {
  const all = (await loadSources(context)).sources
  const sources = all.filter((source) => service === undefined || served(service).includes(source.service))
  const members = sources.flatMap((source) =>
    source.members
      .filter(({ off }) => off === undefined)
      .map((member) => ({
        service: source.service,
        sourceId: source.id,
        memberId: member.id,
        fate: fateOf(seed, source.id, member.id),
        host: hostOfMember(source, member),
        url: 'url' in member && typeof member.url === 'string' ? member.url : undefined,
      })),
  )
  return { members, sources }
}

function served(service: string): readonly string[] {
  return service === 'data' ? ['jobs', 'trust'] : [service]
}

export async function openStore(context: AppContext): Promise<Store> {
  const store = await openExistingStore(context)
  if (store === undefined) throw new Error('the nodes have created no database')
  return store
}

export type Health = ReadonlyMap<string, MemberHealthRow>

/** By `source/member`. */
export async function readHealth({ ledger }: Store): Promise<Health> {
  const rows = await ledger.read.selectFrom('member_health').selectAll().execute()
  return new Map(rows.map((row) => [`${row.source_id}/${row.member_id}`, row]))
}

/** Members that are due and still to be tried. Where an event closes a host, those at the host are not waited for. */
export async function countPending(
  store: Store,
  members: readonly ExpectedMember[],
  { day, sinceMs, nowMs }: { readonly day: number; readonly sinceMs: number; readonly nowMs: number },
): Promise<number> {
  const health = await readHealth(store)
  const closed = await readClosedHosts(store, nowMs)
  return members.filter(({ sourceId, memberId, host }) => {
    const row = health.get(`${sourceId}/${memberId}`)
    if (row !== undefined && (row.tried_at >= sinceMs || row.due_at > nowMs)) return false
    const event = findHostEvent(host, day)
    return event === undefined || !closesHost(event) || !closed.has(host)
  }).length
}

export async function hasRunningRuns({ ledger }: Store): Promise<boolean> {
  const row = await ledger.read
    .selectFrom('sync_run')
    .select('id')
    .where('status', '=', 'running')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The records that are published: postings, films and showtimes, trust centers. */
export async function countRecords({ readModel }: Store): Promise<number> {
  const row = await readModel.read
    .selectFrom('member_state')
    .select(({ fn }) => fn.sum<number>('record_count').as('n'))
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

export interface Writes {
  written: number
  unchanged: number
  removed: number
}

/** What the runs since then have written, by service. */
export async function readWrites({ ledger }: Store, sinceMs: number): Promise<ReadonlyMap<string, Writes>> {
  const runs = await ledger.read
    .selectFrom('sync_run')
    .select(['service', 'metadata'])
    .where('started_at', '>=', sinceMs)
    .execute()
  const writes = new Map<string, Writes>()
  for (const { service, metadata } of runs) {
    const sum = writes.get(service) ?? { written: 0, unchanged: 0, removed: 0 }
    writes.set(service, sum)
    for (const report of reportsIn(metadata)) {
      sum.written += report.written ?? 0
      sum.unchanged += report.unchanged ?? 0
      sum.removed += report.removed ?? 0
    }
  }
  return writes
}

function reportsIn(metadata: string): Partial<Writes>[] {
  const { members = {} } = JSON.parse(metadata)
  return Object.values(members)
}
