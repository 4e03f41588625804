/** How the members of the rehearsal fare: what the store knows about each. */

import type { AppContext } from '../../src/app/app-context.ts'
import { loadSources } from '../../src/app/sources.ts'
import { openExistingStore, type Store } from '../../src/app/store.ts'
import type { MemberHealthRow } from '../../src/store/tables.ts'
import type { AnySource } from '../../src/sync/source.ts'
import { type Fate, fateOf } from './fates.ts'
import { newBoardPrefix } from './world/job-members.ts'

export interface ExpectedMember {
  readonly service: string
  readonly sourceId: string
  readonly memberId: string
  readonly fate: Fate
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
      .map(({ id }) => ({
        service: source.service,
        sourceId: source.id,
        memberId: id,
        fate: fateOf(seed, source.id, id),
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

/** How many members of the registry were tried since then. */
export async function countTried({ ledger }: Store, sinceMs: number): Promise<number> {
  const row = await ledger.read
    .selectFrom('member_health')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('tried_at', '>=', sinceMs)
    .where('member_id', 'not like', `${newBoardPrefix}%`)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
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
