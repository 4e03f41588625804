/**
 * Tries members that are known from a directory only: one that answers with content is read from then on, one that
 * fails on several days is retired. Both are decisions, which an operator can change.
 */

import { type Clock, toInstant } from '../../core/clock.ts'
import { type Failure, isFailure } from '../../core/errors.ts'
import type { Decision } from '../../registry/decisions.ts'
import type { Store } from '../../store/store.ts'
import type { MemberHealthRow } from '../../store/tables.ts'
import { HealthRecorder, readMemberHealth } from '../../sync/health/member-health.ts'
import type { AnySource, Member } from '../../sync/source.ts'
import { isCandidate } from './update-registry.ts'

/** After so many failures in a row nobody is there. */
export const failuresMax = 4
/** So long after a failure it is tried again, longer with each. */
const retryMs = 20 * 3_600_000
const noteCharactersMax = 160

export interface TryOptions {
  readonly store: Pick<Store, 'ledger'>
  readonly clock: Clock
  readonly sources: readonly AnySource[]
  /** How many are tried. */
  readonly limit: number
  /** Reads a member once and returns the number of its records. Throws what a sync would report. */
  readonly test: (source: AnySource, member: Member, signal: AbortSignal) => Promise<number>
  /** All at once: each change of the registry makes every node read it again. */
  readonly decide: (decisions: readonly Decision[], signal: AbortSignal) => Promise<void>
}

export interface TriedCandidates {
  readonly tried: number
  readonly promoted: readonly string[]
  readonly retired: readonly string[]
}

export async function tryCandidates(options: TryOptions, signal: AbortSignal): Promise<TriedCandidates> {
  const { store, clock, limit } = options
  const due = interleave(await Promise.all(options.sources.map((source) => readDue(options, source))))
  const selected = due.slice(0, limit)
  const decisions: Decision[] = []
  for (const candidate of selected) {
    const { source, member, health } = candidate
    const problem = await findProblem(options, candidate, signal)
    const now = clock.now()
    const day = toInstant(now).slice(0, 10)
    const ids = { source: source.id, member: member.id }
    if (problem === undefined) decisions.push({ ...ids, status: 'on', note: `it answered on ${day}` })
    else {
      const recorder = new HealthRecorder(
        store.ledger,
        source,
        new Map(health === undefined ? [] : [[member.id, health]]),
      )
      recorder.record(member.id, { outcome: 'failed', ...problem }, now)
      await recorder.flush()
      if ((health?.failures ?? 0) + 1 >= failuresMax) {
        const note = `retired on ${day}: ${problem.message}`.slice(0, noteCharactersMax)
        decisions.push({ ...ids, status: 'paused', note })
      }
    }
    await clock.sleep(source.polite.gapMs, signal)
  }
  if (decisions.length > 0) await options.decide(decisions, signal)
  const named = (status: Decision['status']) =>
    decisions.filter((one) => one.status === status).map(({ source, member }) => `${source}/${member}`)
  return { tried: selected.length, promoted: named('on'), retired: named('paused') }
}

interface Candidate {
  readonly source: AnySource
  readonly member: Member
  readonly health: MemberHealthRow | undefined
}

/** Those that were never tried first. */
async function readDue({ store, clock }: TryOptions, source: AnySource): Promise<Candidate[]> {
  const candidates = source.members.filter(isCandidate)
  if (candidates.length === 0) return []
  const now = clock.now()
  const rows = await readMemberHealth(store, source, now)
  return candidates
    .map((member) => ({ source, member, health: rows.get(member.id) }))
    .filter(({ health }) => health === undefined || health.tried_at + retryMs * health.failures <= now)
    .sort((one, other) => (one.health?.tried_at ?? 0) - (other.health?.tried_at ?? 0))
}

/** One of each source in turn, so that no host is asked for all. */
function interleave(lists: readonly (readonly Candidate[])[]): Candidate[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
}

const upstreamCodes = ['upstream_changed', 'upstream_unavailable', 'upstream_refused'] as const
type UpstreamCode = (typeof upstreamCodes)[number]

/** Why it cannot be read; undefined if it can. */
async function findProblem(
  { test }: TryOptions,
  { source, member }: Candidate,
  signal: AbortSignal,
): Promise<(Pick<Failure, 'message'> & { readonly code: UpstreamCode }) | undefined> {
  signal.throwIfAborted()
  try {
    const records = await test(source, member, signal)
    return records > 0 ? undefined : { code: 'upstream_changed', message: 'It has no content.' }
  } catch (thrown) {
    signal.throwIfAborted()
    for (const code of upstreamCodes) if (isFailure(thrown, code)) return { code, message: thrown.message }
    throw thrown
  }
}
