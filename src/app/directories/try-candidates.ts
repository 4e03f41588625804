/**
 * Tries members that are known from a directory only: one that answers with content is read from then on, one that
 * fails several times is paused. Both are decisions, which an operator can change.
 */

import { type Clock, toInstant } from '../../core/clock.ts'
import { isFailure } from '../../core/errors.ts'
import { HostClosed } from '../../core/outbound/host-closed.ts'
import type { Decision } from '../../registry/decisions.ts'
import type { Store } from '../../store/store.ts'
import type { MemberHealthRow } from '../../store/tables.ts'
import {
  readMemberHealth,
  replaceMemberHealth,
  saveHealthRows,
  toHealthRow,
} from '../../sync/health/member-health.ts'
import { isInEffect, readQuarantine } from '../../sync/quarantine.ts'
import type { MemberReport } from '../../sync/run/run-rows.ts'
import { toFailedReport } from '../../sync/run/with-run-lease.ts'
import { hostOfMember } from '../../sync/schedule/closed-hosts.ts'
import type { AnySource, Member } from '../../sync/source.ts'
import { isCandidate } from './update-registry.ts'

/** After so many failures in a row nobody is there. */
export const failuresMax = 4
/** So long after a failure it is tried again, longer with each. */
const retryMs = 20 * 3_600_000
const noteCharactersMax = 160
const decideMsMax = 10_000

export interface TryOptions {
  readonly store: Pick<Store, 'engine' | 'ledger'>
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
  readonly paused: readonly string[]
}

export async function tryCandidates(options: TryOptions, signal: AbortSignal): Promise<TriedCandidates> {
  const due = interleave(await Promise.all(options.sources.map((source) => readDue(options, source))))
  const decisions: Decision[] = []
  const closed = new Set<string>()
  let tried = 0
  try {
    for (const candidate of due) {
      if (tried === options.limit) break
      const host = hostOfMember(candidate.source, candidate.member)
      if (closed.has(host)) continue
      try {
        const decision = await tryCandidate(options, candidate, signal)
        tried += 1
        if (decision) decisions.push(decision)
      } catch (thrown) {
        // It was not asked, so it has not failed.
        if (!(thrown instanceof HostClosed)) throw thrown
        closed.add(host)
      }
    }
  } finally {
    // Also when it is stopped: what was found out would have to be read again.
    if (decisions.length > 0) await options.decide(decisions, AbortSignal.timeout(decideMsMax))
  }
  const named = (status: Decision['status']) =>
    decisions.filter((one) => one.status === status).map(({ source, member }) => `${source}/${member}`)
  return { tried, promoted: named('on'), paused: named('paused') }
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
  const quarantine = await readQuarantine(store.ledger, source.id)
  const quarantined = new Set(
    quarantine.filter((row) => isInEffect(row, now)).map(({ member_id }) => member_id),
  )
  return candidates
    .filter(({ id }) => !quarantined.has(id))
    .map((member) => ({ source, member, health: rows.get(member.id) }))
    .filter(({ health }) => health === undefined || health.tried_at + retryMs * health.failures <= now)
    .sort((one, other) => (one.health?.tried_at ?? 0) - (other.health?.tried_at ?? 0))
}

/** One of each source in turn, so that no host is asked for all. */
function interleave(lists: readonly (readonly Candidate[])[]): Candidate[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
}

type FailedReport = Extract<MemberReport, { outcome: 'failed' }>

/** What the ledger says if the thread does not survive the test. */
const unfinished: FailedReport = {
  outcome: 'failed',
  code: 'stalled',
  message: 'The process ended while it read the member.',
}

async function tryCandidate(
  options: TryOptions,
  candidate: Candidate,
  signal: AbortSignal,
): Promise<Decision | undefined> {
  const { store, clock } = options
  const { source, member, health } = candidate
  const ids = { source: source.id, member: member.id }
  const pause = (failures: number, message: string): Decision => {
    const day = toInstant(clock.now()).slice(0, 10)
    const note = `failed ${failures} times, last on ${day}: ${message}`.slice(0, noteCharactersMax)
    return { ...ids, status: 'paused', note }
  }
  if (health?.error_code === unfinished.code && health.failures >= failuresMax)
    return pause(health.failures, unfinished.message)
  signal.throwIfAborted()
  // Before the test: a candidate that kills the thread must not be the first of the next thread.
  await recordFailure(options, candidate, unfinished)
  let problem: FailedReport | undefined
  try {
    problem = await findProblem(options, candidate, signal)
  } catch (thrown) {
    await replaceMemberHealth(store.ledger, source, member.id, health)
    throw thrown
  }
  if (problem === undefined) {
    // Without health it counts as new, and is read soon.
    await replaceMemberHealth(store.ledger, source, member.id, undefined)
    return { ...ids, status: 'on', note: `it answered on ${toInstant(clock.now()).slice(0, 10)}` }
  }
  await recordFailure(options, candidate, problem)
  const failures = (health?.failures ?? 0) + 1
  // A bug of an adapter says nothing about its members.
  return failures >= failuresMax && problem.code !== 'internal' ? pause(failures, problem.message) : undefined
}

async function recordFailure(
  { store, clock }: TryOptions,
  { source, member, health }: Candidate,
  report: FailedReport,
): Promise<void> {
  const row = toHealthRow(source, member.id, report, health, clock.now())
  if (row !== undefined) await store.ledger.transaction((tx) => saveHealthRows(tx, [row]))
}

/** Why it cannot be read; undefined if it can. Throws what says nothing about the member. */
async function findProblem(
  { test }: TryOptions,
  { source, member }: Candidate,
  signal: AbortSignal,
): Promise<FailedReport | undefined> {
  try {
    const records = await test(source, member, signal)
    if (records > 0) return undefined
    return { outcome: 'failed', code: 'upstream_changed', message: 'It has no content.' }
  } catch (thrown) {
    signal.throwIfAborted()
    if (isFailure(thrown, 'store_unavailable') || thrown instanceof HostClosed) throw thrown
    return toFailedReport(thrown)
  }
}
