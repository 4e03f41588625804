/** The rows of `member_proposal` and `roster_entry`: what rosters propose, and what is remembered about them. */

import { hash } from 'node:crypto'
import { Failure } from '../../core/errors.ts'
import { chunks } from '../../store/chunks.ts'
import type { Store } from '../../store/store.ts'
import type { MemberProposalRow } from '../../store/tables.ts'
import type { RosterChange, RosterComparison, RosterMemory } from './compare-roster.ts'
import type { Roster } from './roster.ts'

type Ledger = Store['ledger']

export const proposalStatuses = ['open', 'approved', 'rejected'] as const
export type ProposalStatus = (typeof proposalStatuses)[number]

/** Open ones of all rosters, and of one; further changes wait until some are decided. */
export const openMax = 5000
export const openOfRosterMax = 500
const decidedKeepMs = 365 * 86_400_000
const memoryKeepMs = 120 * 86_400_000
const detailCharactersMax = 300

export async function readMemories(
  ledger: Ledger,
  { sourceId }: Pick<Roster, 'sourceId'>,
): Promise<ReadonlyMap<string, RosterMemory>> {
  const rows = await ledger.read
    .selectFrom('roster_entry')
    .selectAll()
    .where('source_id', '=', sourceId)
    .execute()
  return new Map(
    rows.map(({ member_id, name, place, absent_since }) => [
      member_id,
      {
        ...(name === null ? {} : { name }),
        ...(place === null ? {} : { place: JSON.parse(place) }),
        ...(absent_since === null ? {} : { absentSince: absent_since }),
      },
    ]),
  )
}

/** Replaces the open proposals of the roster. Returns those that are new. `nowMs`: before the memories were read. */
export async function saveComparison(
  ledger: Ledger,
  { name: roster, sourceId }: Pick<Roster, 'name' | 'sourceId'>,
  { changes, memories }: RosterComparison,
  nowMs: number,
): Promise<MemberProposalRow[]> {
  const rows = changes.map((change) => toRow(roster, sourceId, change, nowMs))
  return await ledger.transaction(async (tx) => {
    const known = await tx
      .selectFrom('member_proposal')
      .select(['id', 'roster', 'source_id', 'member_id', 'kind', 'status', 'decided_at'])
      .execute()
    const wanted = new Set(rows.map(({ id }) => id))
    const outdated = known.filter(
      (row) => row.roster === roster && row.status === 'open' && !wanted.has(row.id),
    )
    for (const ids of chunks(outdated.map(({ id }) => id)))
      await tx.deleteFrom('member_proposal').where('id', 'in', ids).execute()
    const open = known.filter((row) => row.status === 'open' && !outdated.includes(row))
    const openOfRoster = open.filter((row) => row.roster === roster).length
    const free = Math.max(0, Math.min(openMax - open.length, openOfRosterMax - openOfRoster))
    // What was compared is older than these decisions.
    const decidedSince = new Set(
      known.flatMap((row) =>
        row.source_id === sourceId && (row.decided_at ?? 0) > nowMs ? row.member_id : [],
      ),
    )
    const settled = new Set(known.flatMap((row) => (isSettled(row) ? row.id : [])))
    const added = rows
      .filter(({ id, member_id }) => !settled.has(id) && !decidedSince.has(member_id))
      .slice(0, free)
    for (const chunk of chunks(added, 100))
      await tx
        .insertInto('member_proposal')
        .values(chunk)
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((row) => ({
            roster: row.ref('excluded.roster'),
            detail: row.ref('excluded.detail'),
            found_at: row.ref('excluded.found_at'),
            status: row.ref('excluded.status'),
            decided_at: null,
            decided_by: null,
          })),
        )
        .execute()
    const remembered = [...memories].filter(([memberId]) => !decidedSince.has(memberId))
    const entries = remembered.map(([memberId, { name, place, absentSince }]) => ({
      source_id: sourceId,
      member_id: memberId,
      name: name ?? null,
      place: place === undefined ? null : JSON.stringify(place),
      seen_at: nowMs,
      absent_since: absentSince ?? null,
    }))
    for (const chunk of chunks(entries, 100))
      await tx
        .insertInto('roster_entry')
        .values(chunk)
        .onConflict((conflict) =>
          conflict.columns(['source_id', 'member_id']).doUpdateSet((row) => ({
            name: row.ref('excluded.name'),
            place: row.ref('excluded.place'),
            seen_at: row.ref('excluded.seen_at'),
            absent_since: row.ref('excluded.absent_since'),
          })),
        )
        .execute()
    await tx
      .deleteFrom('member_proposal')
      .where('decided_at', '<', nowMs - decidedKeepMs)
      .execute()
    await tx
      .deleteFrom('roster_entry')
      .where('seen_at', '<', nowMs - memoryKeepMs)
      .execute()
    return added
  })
}

/** A decided rename or move is remembered: if it is found again, the name or place has changed in between. */
function isSettled({ kind, status }: Pick<MemberProposalRow, 'kind' | 'status'>): boolean {
  return status === 'open' || kind === 'add' || kind === 'close'
}

export async function readProposals(
  ledger: Ledger,
  {
    status,
    sourceId,
  }: { readonly status?: ProposalStatus | undefined; readonly sourceId?: string | undefined },
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<MemberProposalRow[]> {
  return await ledger.read
    .selectFrom('member_proposal')
    .selectAll()
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'open'))
    .$if(sourceId !== undefined, (query) => query.where('source_id', '=', sourceId ?? ''))
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Throws `not_found`, and `invalid_request` if it is decided. */
export async function requireOpenProposal(ledger: Ledger, id: string): Promise<MemberProposalRow> {
  const row = await ledger.read
    .selectFrom('member_proposal')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new Failure('not_found', `There is no proposal ${id}.`)
  if (row.status !== 'open')
    throw new Failure('invalid_request', `The proposal ${id} is already ${row.status}.`)
  return row
}

/** Returns the decided row. The same change is not proposed again. */
export async function closeProposal(
  ledger: Ledger,
  proposal: MemberProposalRow,
  status: Exclude<ProposalStatus, 'open'>,
  operator: string,
  nowMs: number,
): Promise<MemberProposalRow> {
  const { source_id, member_id, kind, cells } = proposal
  const decided = { ...proposal, status, decided_at: nowMs, decided_by: operator }
  return await ledger.transaction(async (tx) => {
    // A roster that was read meanwhile may have deleted it as outdated.
    await tx
      .insertInto('member_proposal')
      .values(decided)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ status, decided_at: nowMs, decided_by: operator }),
      )
      .execute()
    const memory =
      kind === 'rename'
        ? { name: JSON.parse(cells).name }
        : kind === 'move'
          ? { place: toPlaceText(cells) }
          : {}
    if (Object.keys(memory).length > 0)
      await tx
        .updateTable('roster_entry')
        .set(memory)
        .where('source_id', '=', source_id)
        .where('member_id', '=', member_id)
        .execute()
    return decided
  })
}

function toPlaceText(cells: string): string {
  const { lat, lon, ...texts } = JSON.parse(cells) as Record<string, string>
  const position = lat === undefined || lon === undefined ? {} : { lat: Number(lat), lon: Number(lon) }
  return JSON.stringify({ ...texts, ...position })
}

/** The same change has the same id every night. */
function toRow(roster: string, sourceId: string, change: RosterChange, nowMs: number): MemberProposalRow {
  const { kind, memberId, detail, cells } = change
  // A member is added or closed, whatever it is called; a rename is to one name.
  const what = kind === 'rename' || kind === 'move' ? JSON.stringify(cells) : ''
  return {
    id: `p-${hash('sha256', [sourceId, memberId, kind, what].join('\t')).slice(0, 16)}`,
    roster,
    source_id: sourceId,
    member_id: memberId,
    kind,
    detail: detail.slice(0, detailCharactersMax),
    cells: JSON.stringify(cells),
    found_at: nowMs,
    status: 'open',
    decided_at: null,
    decided_by: null,
  }
}
