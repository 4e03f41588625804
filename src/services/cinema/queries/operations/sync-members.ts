/** The theaters of the sources, each with how its last reads ended. */

import { toInstantOrNull } from '../../../../core/clock.ts'
import type { CinemaContext, MemberStatus } from '../../cinema-context.ts'
import type { MemberState, SyncMember } from '../../schema/index.ts'
import type { CinemaMember } from '../../sources/cinema-member.ts'

interface MemberFilter {
  readonly source_id?: string
  readonly chain_id?: string
  readonly state?: MemberState
}

/** In the order of source and member. */
export async function readSyncMembers(cinema: CinemaContext, filter: MemberFilter): Promise<SyncMember[]> {
  const sources = cinema.sources.filter(({ id }) => filter.source_id === undefined || id === filter.source_id)
  const rows = await Promise.all(
    sources.map(async (source) => {
      const { members } = await cinema.readSourceState(source)
      const statuses = new Map(members.map((status) => [status.memberId, status]))
      return source.members.flatMap((member) => {
        const status = statuses.get(member.id)
        return status === undefined ? [] : [toSyncMember(source.id, member, status)]
      })
    }),
  )
  return rows
    .flat()
    .filter(
      ({ chain_id, state }) =>
        (filter.chain_id === undefined || chain_id === filter.chain_id) &&
        (filter.state === undefined || state === filter.state),
    )
    .sort((one, other) => (isAfter(one, [other.source_id, other.member_id]) ? 1 : -1))
}

export function isAfter(
  { source_id, member_id }: Pick<SyncMember, 'source_id' | 'member_id'>,
  [sourceId, memberId]: readonly [sourceId: string, memberId: string],
): boolean {
  return source_id > sourceId || (source_id === sourceId && member_id > memberId)
}

function toSyncMember(sourceId: string, member: CinemaMember, status: MemberStatus): SyncMember {
  const { state, health, recordCount, heldReason, off, reads } = status
  return {
    source_id: sourceId,
    chain_id: member.chain,
    member_id: member.id,
    name: member.name,
    state,
    reason: off ?? reads?.error_message ?? heldReason ?? null,
    health,
    record_count: recordCount,
    failures: reads?.failures ?? 0,
    last_read_at: toInstantOrNull(reads?.tried_at),
    last_success_at: toInstantOrNull(reads?.succeeded_at),
    due_at: state === 'off' ? null : toInstantOrNull(reads?.due_at),
  }
}
