/** Every member with what the registry says about it and, if there is a store, how its last reads ended. */

import { toInstantOrNull } from '../../core/clock.ts'
import { chunks } from '../../store/chunks.ts'
import type { Store } from '../../store/store.ts'
import type { MemberHealthRow, MemberStateRow } from '../../store/tables.ts'
import { latestDate } from '../../sync/future-rows.ts'
import { type HealthState, healthStates, toHealthState } from '../../sync/health/health-state.ts'
import { isReasonToHold } from '../../sync/publish/reason-to-hold.ts'
import { hostOfMember } from '../../sync/schedule/closed-hosts.ts'
import type { AnySource, Member } from '../../sync/source.ts'
import type { AppContext } from '../app-context.ts'
import { loadSources } from '../sources.ts'
import { openExistingStore } from '../store.ts'

export const memberStates = healthStates

export type ListedMember = ReturnType<typeof toListed>

export interface MemberFilter {
  readonly sourceId?: string | undefined
  readonly service?: string | undefined
  readonly state?: HealthState | undefined
  /** Only those whose newest list is held back. */
  readonly held?: boolean | undefined
  /** Part of the id or the name, in any case. */
  readonly search?: string | undefined
}

/** The member that the page follows, and how many to return. Default: all. */
export interface MemberPage {
  readonly after?: readonly [sourceId: string, memberId: string] | undefined
  readonly limit?: number | undefined
}

interface MemberDeps {
  readonly sources: readonly AnySource[]
  /** Undefined if nothing has been read yet. */
  readonly store: Store | undefined
  readonly nowMs: number
}

/** For the command line: in the order of the sources. */
export async function listMembers(
  context: AppContext,
  filter: MemberFilter,
  limit?: number,
): Promise<ListedMember[]> {
  const { sources } = await loadSources(context)
  // Without a database nothing has been read, and none is created to say so.
  await using store = await openExistingStore(context)
  const nowMs = context.clock.now()
  return await readMembers({ sources, store, nowMs }, filter, { limit })
}

/** In the order of source and member if the page has an `after`. */
export async function readMembers(
  { sources, store, nowMs }: MemberDeps,
  filter: MemberFilter,
  page: MemberPage = {},
): Promise<ListedMember[]> {
  let found = findMembers(sources, filter)
  if ('after' in page) found = found.filter((each) => isAfter(each, page.after)).sort(compare)
  if (filter.state !== undefined) found = await filterByState(found, filter.state, store, nowMs)
  if (filter.held) found = await filterHeld(found, store)
  found = found.slice(0, page.limit)
  const reads = await readRows(found, store, nowMs)
  return found.map((each) => toListed(each, reads.get(keyOf(each.source.id, each.member.id)), nowMs))
}

interface FoundMember {
  readonly source: AnySource
  readonly member: Member
}

function findMembers(
  sources: readonly AnySource[],
  { sourceId, service, search }: MemberFilter,
): FoundMember[] {
  const wanted = search?.toLowerCase()
  return sources
    .filter((source) => sourceId === undefined || source.id === sourceId)
    .filter((source) => service === undefined || source.service === service)
    .flatMap((source) => source.members.map((member) => ({ source, member })))
    .filter(({ member }) => {
      if (wanted === undefined) return true
      return member.id.includes(wanted) || (nameOf(member)?.toLowerCase().includes(wanted) ?? false)
    })
}

function isAfter({ source, member }: FoundMember, after: MemberPage['after']): boolean {
  if (after === undefined) return true
  const [sourceId, memberId] = after
  return source.id > sourceId || (source.id === sourceId && member.id > memberId)
}

function compare(one: FoundMember, other: FoundMember): number {
  return isAfter(one, [other.source.id, other.member.id]) ? 1 : -1
}

async function filterByState(
  found: readonly FoundMember[],
  state: HealthState,
  store: Store | undefined,
  nowMs: number,
): Promise<FoundMember[]> {
  const rows =
    (await store?.ledger.read
      .selectFrom('member_health')
      .select(['source_id', 'member_id', 'failures', 'error_code'])
      .where('tried_at', '<=', latestDate(nowMs))
      .execute()) ?? []
  const failures = new Map(rows.map((row) => [keyOf(row.source_id, row.member_id), row]))
  return found.filter(
    ({ source, member }) => toHealthState(member, failures.get(keyOf(source.id, member.id))) === state,
  )
}

async function filterHeld(found: readonly FoundMember[], store: Store | undefined): Promise<FoundMember[]> {
  const rows =
    (await store?.readModel.read
      .selectFrom('member_state')
      .select(['source_id', 'member_id', 'held_reason'])
      .where('held_reason', 'is not', null)
      .execute()) ?? []
  const reasons = new Map(rows.map((row) => [keyOf(row.source_id, row.member_id), row.held_reason]))
  return found.filter(
    ({ source, member }) => toHeldReason(source, reasons.get(keyOf(source.id, member.id))) !== null,
  )
}

/** Null for a list that was published in part. */
function toHeldReason(source: AnySource, reason: string | null | undefined): string | null {
  return reason && isReasonToHold(source, reason) ? reason : null
}

interface MemberRows {
  health?: MemberHealthRow
  published?: Pick<MemberStateRow, 'record_count' | 'held_reason'>
}

/** Of these members only. */
async function readRows(
  found: readonly FoundMember[],
  store: Store | undefined,
  nowMs: number,
): Promise<ReadonlyMap<string, MemberRows>> {
  const rows = new Map<string, MemberRows>(
    found.map(({ source, member }) => [keyOf(source.id, member.id), {}]),
  )
  if (store === undefined) return rows
  const entryOf = (row: { source_id: string; member_id: string }) =>
    rows.get(keyOf(row.source_id, row.member_id)) ?? {}
  for (const [source, members] of Map.groupBy(found, (each) => each.source)) {
    for (const ids of chunks(members.map(({ member }) => member.id))) {
      const health = await store.ledger.read
        .selectFrom('member_health')
        .selectAll()
        .where('source_id', '=', source.id)
        .where('member_id', 'in', ids)
        .where('tried_at', '<=', latestDate(nowMs))
        .execute()
      for (const row of health) entryOf(row).health = row
      const published = await store.readModel.read
        .selectFrom('member_state')
        .select(['source_id', 'member_id', 'record_count', 'held_reason'])
        .where('service', '=', source.service)
        .where('source_id', '=', source.id)
        .where('member_id', 'in', ids)
        .execute()
      for (const row of published) entryOf(row).published = row
    }
  }
  return rows
}

function toListed({ source, member }: FoundMember, rows: MemberRows = {}, nowMs: number) {
  const { health, published } = rows
  const { off, entry } = member
  const succeededAt = health?.succeeded_at ?? null
  return {
    source_id: source.id,
    service: source.service,
    member_id: member.id,
    name: nameOf(member) ?? null,
    host: hostOfMember(source, member),
    state: toHealthState(member, health),
    reason: off ?? health?.error_message ?? published?.held_reason ?? null,
    held_reason: toHeldReason(source, published?.held_reason),
    basis: entry?.basis ?? null,
    provenance: entry?.provenance ?? null,
    record_count: published?.record_count ?? 0,
    failures: health?.failures ?? 0,
    error_code: health?.error_code ?? null,
    last_read_at: toInstantOrNull(health?.tried_at),
    last_success_at: toInstantOrNull(succeededAt),
    confirmed_on: toInstantOrNull(health?.confirmed_at)?.slice(0, 10) ?? entry?.seen ?? null,
    age_seconds: succeededAt === null ? null : Math.max(0, Math.round((nowMs - succeededAt) / 1000)),
    due_at: off === undefined ? toInstantOrNull(health?.due_at) : null,
  }
}

function nameOf(member: Member): string | undefined {
  return 'name' in member && typeof member.name === 'string' ? member.name : undefined
}

function keyOf(sourceId: string, memberId: string): string {
  return `${sourceId}/${memberId}`
}
