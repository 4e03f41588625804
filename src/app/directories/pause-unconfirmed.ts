/** Pauses members that nobody has confirmed for a quarter, such as a theater that has closed. */

import { type Clock, toInstant } from '../../core/clock.ts'
import type { Decision } from '../../registry/decisions.ts'
import type { Store } from '../../store/store.ts'
import type { MemberHealthRow } from '../../store/tables.ts'
import { readMemberHealth, replaceMemberHealth } from '../../sync/health/member-health.ts'
import type { AnySource } from '../../sync/source.ts'

const dayMs = 24 * 3_600_000
const quarterMs = 91 * dayMs
/** After a long stop of the server everything is old: only what has failed since then leaves. */
const failuresMin = 4
/** If more of the members of a source are gone, it is the source that cannot be read. */
const shareMax = 0.5
const noteCharactersMax = 160

interface PauseOptions {
  readonly store: Pick<Store, 'ledger'>
  readonly clock: Clock
  readonly sources: readonly AnySource[]
  readonly decide: (decisions: readonly Decision[], signal: AbortSignal) => Promise<void>
}

export interface UnconfirmedMembers {
  readonly paused: readonly string[]
  /** Sources most of whose members are unconfirmed, which therefore stay. */
  readonly unreadable: readonly string[]
}

export async function pauseUnconfirmed(
  { store, clock, sources, decide }: PauseOptions,
  signal: AbortSignal,
): Promise<UnconfirmedMembers> {
  const paused: { readonly source: AnySource; readonly row: MemberHealthRow }[] = []
  const unreadable: string[] = []
  const now = clock.now()
  for (const source of sources) {
    signal.throwIfAborted()
    const read = source.members.filter(({ off }) => off === undefined)
    if (read.length === 0) continue
    const health = await readMemberHealth(store, source, now)
    const old = read.flatMap(({ id }) => health.get(id) ?? []).filter((row) => isUnconfirmed(row, now))
    if (old.length > 1 && old.length > read.length * shareMax) unreadable.push(source.id)
    else paused.push(...old.map((row) => ({ source, row })))
  }
  if (paused.length > 0) await decide(paused.map(toDecision), signal)
  // If an operator resumes it, it counts as new, and has another quarter.
  for (const { source, row } of paused)
    await replaceMemberHealth(store.ledger, source, row.member_id, undefined)
  return { paused: paused.map(({ source, row }) => `${source.id}/${row.member_id}`), unreadable }
}

function isUnconfirmed({ confirmed_at, failures }: MemberHealthRow, now: number): boolean {
  return failures >= failuresMin && confirmed_at !== null && confirmed_at < now - quarterMs
}

function toDecision({ row }: { readonly row: MemberHealthRow }): Decision {
  const day = toInstant(row.confirmed_at ?? 0).slice(0, 10)
  const note = `not confirmed since ${day}: ${row.error_message}`.slice(0, noteCharactersMax)
  return { source: row.source_id, member: row.member_id, status: 'paused', note }
}
