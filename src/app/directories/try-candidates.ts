/**
 * Tries members that are known from a list only. One that answers with content of its own is read from then on, which is a
 * decision that an operator can change. One that does not exist, or fails several times, is forgotten for a quarter.
 */

import { type Clock, toInstant } from '../../core/clock.ts'
import { isFailure } from '../../core/errors.ts'
import { HostClosed } from '../../core/outbound/hosts/host-closed.ts'
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
import { toFailedReport } from '../../sync/run/run-summary.ts'
import { hostOfMember } from '../../sync/schedule/closed-hosts.ts'
import type { AnySource, Member } from '../../sync/source.ts'
import { isCandidate } from './update-registry.ts'

/** After so many failures in a row nobody is there. */
export const failuresMax = 4
/** After so many, if its platform says that it does not exist. */
export const absencesMax = 2
/** So long after a failure it is tried again, longer with each. */
const retryMs = 20 * 3_600_000
const quarterMs = 91 * 24 * 3_600_000
const decideMsMax = 10_000

export interface TryOptions {
  readonly store: Pick<Store, 'engine' | 'ledger'>
  readonly clock: Clock
  readonly sources: readonly AnySource[]
  /** How many are tried. Default: as many as the round has time for. */
  readonly limit?: number
  /** No further one is tried after this time. */
  readonly roundMs: number
  /** Reads enough of a member to judge it. Throws what a sync would report. */
  readonly test: (source: AnySource, member: Member, signal: AbortSignal) => Promise<CandidateReading>
  /** All at once: each change of the registry makes every node read it again. */
  readonly decide: (decisions: readonly Decision[], signal: AbortSignal) => Promise<void>
}

/** `foreign`: content of somebody else. */
export type CandidateReading = 'content' | 'empty' | 'absent' | 'foreign'

export interface TriedCandidates {
  readonly tried: number
  /** Those that are read from now on. */
  readonly promoted: readonly string[]
  /** Those that are not tried again for a quarter. */
  readonly forgotten: readonly string[]
}

/** Sources side by side, and the candidates of a source in turn: each host is asked at its own pace. */
export async function tryCandidates(options: TryOptions, signal: AbortSignal): Promise<TriedCandidates> {
  const round = new Round(options)
  const due = await Promise.all(options.sources.map((source) => readDue(options, source)))
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const lanes = due.map((candidates) =>
    tryInTurn(options, candidates, round, either).catch((thrown: unknown) => {
      // What stops one stops the others: the store is down, or the process ends.
      stop.abort(thrown)
      throw thrown
    }),
  )
  const ended = await Promise.allSettled(lanes)
  const { tried, decisions, forgotten } = round
  // Also when it is stopped: what was found out would have to be read again.
  if (decisions.length > 0) await options.decide(decisions, AbortSignal.timeout(decideMsMax))
  signal.throwIfAborted()
  for (const lane of ended) if (lane.status === 'rejected') throw stop.signal.reason
  return { tried, promoted: decisions.map(({ source, member }) => `${source}/${member}`), forgotten }
}

/** What all sources of a round share. */
class Round {
  readonly decisions: Decision[] = []
  readonly forgotten: string[] = []
  readonly #limit: number
  readonly #clock: Clock
  readonly #endsAt: number
  #begun = 0
  #notAsked = 0

  constructor({ limit = Number.POSITIVE_INFINITY, roundMs, clock }: TryOptions) {
    this.#limit = limit
    this.#clock = clock
    this.#endsAt = clock.monotonic() + roundMs
  }

  get tried(): number {
    return this.#begun - this.#notAsked
  }

  /** Whether another one may be tried. */
  begin(): boolean {
    if (this.tried >= this.#limit || this.#clock.monotonic() >= this.#endsAt) return false
    this.#begun += 1
    return true
  }

  /** It was not asked after all, so it has not failed. */
  takeBack(): void {
    this.#notAsked += 1
  }
}

async function tryInTurn(
  options: TryOptions,
  candidates: readonly Candidate[],
  round: Round,
  signal: AbortSignal,
): Promise<void> {
  const closed = new Set<string>()
  for (const candidate of candidates) {
    const { source, member } = candidate
    const host = hostOfMember(source, member)
    if (closed.has(host)) continue
    if (!round.begin()) return
    try {
      const result = await tryCandidate(options, candidate, signal)
      if (result === 'forgotten') round.forgotten.push(`${source.id}/${member.id}`)
      else if (result !== 'failed') round.decisions.push(result)
    } catch (thrown) {
      if (!(thrown instanceof HostClosed)) throw thrown
      round.takeBack()
      closed.add(host)
    }
  }
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
    .filter(({ health }) => health === undefined || retryAt(health) <= now)
    .sort((one, other) => (one.health?.tried_at ?? 0) - (other.health?.tried_at ?? 0))
}

function retryAt(health: MemberHealthRow): number {
  return (
    health.tried_at + (isForgotten(health) ? quarterMs : retryMs * Math.min(health.failures, failuresMax))
  )
}

function isForgotten({ failures, error_code }: Pick<MemberHealthRow, 'failures' | 'error_code'>): boolean {
  // A bug of an adapter says nothing about its members.
  if (error_code === 'internal') return false
  return failures >= (error_code === 'not_found' ? absencesMax : failuresMax)
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
): Promise<Decision | 'failed' | 'forgotten'> {
  const { store, clock } = options
  const { source, member, health } = candidate
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
    const note = `it answered on ${toInstant(clock.now()).slice(0, 10)}`
    return { source: source.id, member: member.id, status: 'on', note }
  }
  await recordFailure(options, candidate, problem)
  const failures = (health?.failures ?? 0) + 1
  return isForgotten({ failures, error_code: problem.code }) ? 'forgotten' : 'failed'
}

async function recordFailure(
  { store, clock }: TryOptions,
  { source, member, health }: Candidate,
  report: FailedReport,
): Promise<void> {
  const row = toHealthRow(source, member.id, report, health, clock.now())
  if (row !== undefined) await store.ledger.transaction((tx) => saveHealthRows(tx, [row]))
}

const problems = {
  empty: { code: 'upstream_changed', message: 'It has no content.' },
  absent: { code: 'not_found', message: 'It does not exist.' },
  foreign: { code: 'upstream_changed', message: 'It has the content of another company.' },
} as const

/** Why it cannot be read; undefined if it can. Throws what says nothing about the member. */
async function findProblem(
  { test }: TryOptions,
  { source, member }: Candidate,
  signal: AbortSignal,
): Promise<FailedReport | undefined> {
  try {
    const reading = await test(source, member, signal)
    return reading === 'content' ? undefined : { outcome: 'failed', ...problems[reading] }
  } catch (thrown) {
    signal.throwIfAborted()
    if (isFailure(thrown, 'store_unavailable') || thrown instanceof HostClosed) throw thrown
    return toFailedReport(thrown)
  }
}
