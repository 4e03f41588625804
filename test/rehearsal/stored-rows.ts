/** What the store serves of each member, as rows that can be compared with what the simulated members list. */

import type { Store } from '../../src/app/store.ts'
import { withCinemaTables } from '../../src/services/cinema/schema/tables.ts'
import { withJobTables } from '../../src/services/jobs/schema/tables.ts'
import { trustTables } from '../../src/services/trust/schema/tables.ts'
import type { ExpectedMember } from './members.ts'

export interface StoredRow {
  /** Where the platform's own name of the row may be found. */
  readonly text: string
  readonly fields: Readonly<Record<string, string>>
  /** Whether its details are still to be read. */
  readonly isPartial?: boolean
  /** Of a showtime. */
  readonly startsAt?: number
}

/** By `source/member`. */
export type StoredRows = ReadonlyMap<string, readonly StoredRow[]>

export async function readStoredRows(store: Store, members: readonly ExpectedMember[]): Promise<StoredRows> {
  return new Map([
    ...(await readPostings(store)),
    ...(await readShowtimes(store)),
    ...(await readVendors(store, members)),
  ])
}

/** Those that their boards list, also where another board has listed the same one for longer. */
async function readPostings({ readModel }: Store): Promise<StoredRows> {
  const rows = await withJobTables(readModel.read)
    .selectFrom('job')
    .select(['source_id', 'member_id', 'doc', 'is_partial'])
    .where('active', '>', 0)
    .execute()
  return groupRows(rows, ({ doc, is_partial }) => {
    const { url, title, posted, pay } = JSON.parse(doc)
    return {
      text: url,
      isPartial: is_partial === 1,
      fields: {
        title,
        ...(posted === null ? {} : { posted }),
        ...(pay === null ? {} : { pay: `${pay.min} ${pay.max} ${pay.currency} ${pay.period}` }),
      },
    }
  })
}

async function readShowtimes({ readModel }: Store): Promise<StoredRows> {
  const rows = await withCinemaTables(readModel.read)
    .selectFrom('showtime')
    .innerJoin('theater', 'theater.id', 'showtime.theater_id')
    .innerJoin('movie', 'movie.id', 'showtime.movie_id')
    .select(['theater.source_id', 'theater.member_id', 'movie.title', 'showtime.starts_at'])
    .where('showtime.gone_at', 'is', null)
    .execute()
  return groupRows(rows, ({ title, starts_at }) => ({ text: title, fields: {}, startsAt: starts_at }))
}

/** Centers are known by their address. */
async function readVendors({ readModel }: Store, members: readonly ExpectedMember[]): Promise<StoredRows> {
  const rows = await trustTables(readModel.read)
    .selectFrom('trust_item')
    .innerJoin('trust_center', 'trust_center.id', 'trust_item.center_id')
    .select(['trust_center.provider', 'trust_center.state', 'trust_item.doc'])
    .where('trust_item.surface', '=', 'subprocessors')
    .where('trust_item.absent_since', 'is', null)
    .execute()
  const byAddress = new Map(members.map((member) => [member.url, member]))
  const ofMembers = rows.flatMap(({ state, doc }) => {
    const member = byAddress.get(JSON.parse(state).url)
    return member ? [{ source_id: member.sourceId, member_id: member.memberId, doc }] : []
  })
  return groupRows(ofMembers, ({ doc }) => ({ text: JSON.parse(doc).raw_name, fields: {} }))
}

function groupRows<Row extends { readonly source_id: string; readonly member_id: string }>(
  rows: readonly Row[],
  toStored: (row: Row) => StoredRow,
): StoredRows {
  const groups = Map.groupBy(rows, ({ source_id, member_id }) => `${source_id}/${member_id}`)
  return new Map([...groups].map(([key, group]) => [key, group.map(toStored)]))
}
