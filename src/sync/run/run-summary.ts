/** What the reports of the members say about their run: its message, and the causes of failures. */

import { isFailure } from '../../core/errors.ts'
import { stoppedRun } from '../../core/events.ts'
import { HostClosed } from '../../core/outbound/hosts/host-closed.ts'
import { RunCancelled } from './cancel-run.ts'
import { LeaseLost } from './held-lease.ts'
import { interruptedMessage, type MemberReport, type NotFresh, waitingPrefix } from './run-rows.ts'

export const bugMessage = 'The source has a bug; see the log for the cause.'

export function toReport(thrown: unknown): MemberReport {
  if (!(thrown instanceof HostClosed)) return toFailedReport(thrown)
  return { outcome: 'waiting', host: thrown.host, message: thrown.message }
}

export function toFailedReport(thrown: unknown): Extract<MemberReport, { outcome: 'failed' }> {
  if (isFailure(thrown)) return { outcome: 'failed', code: thrown.code, message: thrown.message }
  return { outcome: 'failed', code: 'internal', message: bugMessage }
}

/** Only for the log. */
export function describeCause(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return thrown === undefined ? undefined : String(thrown)
  if (!isFailure(thrown)) return thrown.stack ?? thrown.message
  return thrown.cause instanceof Error ? thrown.cause.message : undefined
}

export function stopMessage(reason: unknown): string {
  if (isFailure(reason)) return reason.message
  if (reason instanceof LeaseLost) return interruptedMessage(reason.message)
  if (reason instanceof RunCancelled) return reason.message
  return interruptedMessage(stoppedRun)
}

export function sumNotFresh(reports: readonly MemberReport[]): NotFresh {
  const published = reports.filter((report) => report.outcome === 'published')
  const sum = (of: keyof NotFresh) => published.reduce((total, report) => total + (report[of] ?? 0), 0)
  return { held: sum('held'), gone: sum('gone'), gated: sum('gated') }
}

/** Undefined unless there were members, and none exists any more. */
export function summarizeGone(reports: ReadonlyMap<string, MemberReport>): string | undefined {
  const all = [...reports.values()]
  const areGone = all.every((report) => report.outcome === 'published' && report.gone)
  return areGone && all.length > 0
    ? `none of ${all.length} members exists at the upstream any more`
    : undefined
}

/** Undefined if every member was published as a whole. */
export function summarizeProblems(
  reports: ReadonlyMap<string, MemberReport>,
  planned: number,
): string | undefined {
  const problems = [...reports].flatMap(([memberId, report]) =>
    report.outcome === 'published' && report.problem !== undefined ? [`${memberId}: ${report.problem}`] : [],
  )
  const [first] = problems
  const verb = problems.length === 1 ? 'was' : 'were'
  return first && `${problems.length} of ${planned} members ${verb} published in part; ${first}`
}

export function summarizeFailures(reports: ReadonlyMap<string, MemberReport>, planned: number): string {
  const waiting = [...reports.values()].filter((report) => report.outcome === 'waiting')
  const [firstWaiting] = waiting
  if (firstWaiting === undefined) return summarizeUnpublished(reports, planned)
  const verb = waiting.length === 1 ? 'was' : 'were'
  const rest = waiting.length === reports.size ? '' : `; ${summarizeUnpublished(reports, planned)}`
  const { host, message } = firstWaiting
  return `${waitingPrefix}${host}: ${waiting.length} of ${planned} members ${verb} not read; ${message}${rest}`
}

function summarizeUnpublished(reports: ReadonlyMap<string, MemberReport>, planned: number): string {
  const unpublished = [...reports].filter(([, { outcome }]) => outcome === 'failed' || outcome === 'held')
  const [first] = unpublished
  if (!first) return `${reports.size} of ${planned} members were processed`
  const [memberId, report] = first
  const reason =
    report.outcome === 'held' ? `held: ${report.reason}` : report.outcome === 'failed' ? report.message : ''
  return `${unpublished.length} of ${planned} members failed; ${memberId}: ${reason}`
}
