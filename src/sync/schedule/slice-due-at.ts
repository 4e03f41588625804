/** When a source that is read in slices is due: when its members are, but not too often. */

import { readClosedHosts } from '../../store/coordination/host-states.ts'
import type { MemberHealthRow } from '../../store/tables.ts'
import { readMemberHealth } from '../health/member-health.ts'
import { wasCutShort } from '../run/run-rows.ts'
import type { Share } from '../run/shares.ts'
import type { AnySource, Member } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { type ClosedHosts, hostOfMember } from './closed-hosts.ts'
import { dueAt, type PastRun, wasCancelled } from './due-at.ts'
import { isSliced } from './select-due.ts'

const minuteMs = 60_000
const shortestSliceMs = 5 * minuteMs
const longestSliceMs = 60 * minuteMs
const slicesPerInterval = 24
/** New members do not wait for the next slice or run. */
export const newMemberPauseMs = minuteMs

export interface MembersDue {
  /** Members that have never been tried. */
  readonly untried: number
  /** When the first of the others is due. */
  readonly firstDueAt: number
  /** When the first of their hosts may be asked; 0 if one may be asked now. */
  readonly openAt: number
}

/** Undefined while it runs. `sliceMembers`: the most members of a slice. */
export function sliceDueAt(
  source: Pick<AnySource, 'everyMinutes'>,
  runs: readonly PastRun[],
  { untried, firstDueAt, openAt }: MembersDue,
  sliceMembers: number,
): number | undefined {
  const [last] = runs
  const sliceMs = (source.everyMinutes * minuteMs) / slicesPerInterval
  const pauseMs = Math.min(longestSliceMs, Math.max(shortestSliceMs, sliceMs))
  if (last !== undefined && wasCancelled(last)) return (last.finished_at ?? last.started_at) + pauseMs
  if (last === undefined || last.status === 'running') return dueAt(source, runs)
  if (wasCutShort(last)) return Math.max(dueAt(source, runs) ?? 0, untried > 0 ? 0 : firstDueAt)
  if (last.status === 'failed') return dueAt(source, runs)
  const endedAt = last.finished_at ?? last.started_at
  // It left members for the next one.
  if (last.planned >= sliceMembers) return Math.max(endedAt, openAt)
  if (untried > 0) return endedAt + newMemberPauseMs
  return Math.max(firstDueAt, last.started_at + pauseMs)
}

/** Of the members that are read. None is due before its host may be asked. */
export function findMembersDue(
  source: Pick<AnySource, 'hostOf' | 'baseUrl'>,
  members: readonly Member[],
  health: ReadonlyMap<string, Pick<MemberHealthRow, 'due_at'>>,
  closed: ClosedHosts,
): MembersDue {
  let untried = 0
  let firstDueAt = Number.POSITIVE_INFINITY
  let firstOpenAt = Number.POSITIVE_INFINITY
  for (const member of members) {
    if (member.off !== undefined) continue
    const row = health.get(member.id)
    const openAt = closed.size === 0 ? 0 : (closed.get(hostOfMember(source, member)) ?? 0)
    firstOpenAt = Math.min(firstOpenAt, openAt)
    if (row === undefined && openAt === 0) untried += 1
    else firstDueAt = Math.min(firstDueAt, Math.max(row?.due_at ?? 0, openAt))
  }
  return { untried, firstDueAt, openAt: firstOpenAt }
}

/**
 * Of a source that is read as a whole: when the first of the runs began that a closed host cut short, as long as its
 * interval lasts. The members that were not tried since are left.
 */
export function findLeftSince(
  { everyMinutes }: Pick<AnySource, 'everyMinutes'>,
  runs: readonly PastRun[],
  nowMs: number,
): number | undefined {
  const ended = runs.filter(({ status }) => status !== 'running')
  const firstOther = ended.findIndex((run) => !wasCutShort(run))
  const since = ended.slice(0, firstOther === -1 ? ended.length : firstOther).at(-1)?.started_at
  return since === undefined || nowMs - since >= everyMinutes * minuteMs ? undefined : since
}

/** Of any source, sliced or not. */
export async function readDueAt(
  { store, clock, sliceMembers }: Pick<SyncDeps, 'store' | 'clock' | 'sliceMembers'>,
  source: AnySource,
  runs: readonly PastRun[],
  share?: Share,
): Promise<number | undefined> {
  const nowMs = clock.now()
  const closed = await readClosedHosts(store, nowMs)
  const sliced = isSliced(source, sliceMembers)
  if (!sliced && closed.size === 0) return dueAt(source, runs)
  const health = await readMemberHealth(store, source, nowMs)
  if (sliced)
    return sliceDueAt(
      source,
      runs,
      findMembersDue(source, (share ?? source).members, health, closed),
      sliceMembers,
    )
  const leftSince = findLeftSince(source, runs, nowMs) ?? Number.POSITIVE_INFINITY
  const left = source.members.filter(
    ({ id, off }) => off === undefined && (health.get(id)?.tried_at ?? 0) < leftSince,
  )
  const openAt = left.map((member) => closed.get(hostOfMember(source, member)) ?? 0)
  const due = dueAt(source, runs)
  // Before, nobody could be asked.
  return due === undefined || left.length === 0 ? due : Math.max(due, Math.min(...openAt))
}
