/** Runs on the command line: a progress bar, then a report and an exit code. */

import type { RunOutcome } from '../../app/sync/sync-app.ts'
import { type Events, type MemberEvent, silentEvents } from '../../core/events.ts'
import { printable } from '../../core/text/printable.ts'
import { CommandFailed, exitCodes } from '../exit.ts'
import { type Cell, toTable } from './table.ts'
import type { JsonFlag, Progress, Terminal } from './terminal.ts'

const problemsMax = 20
const headings = ['SOURCE', 'STATUS', 'MEMBERS', 'RECORDS', 'WRITTEN', 'REMOVED', 'NOTE']

/** Draws a progress bar; for one run at a time. */
export function progressEvents(terminal: Terminal): Events {
  let bar: Progress | undefined
  function step({ done, planned, memberId }: MemberEvent): void {
    bar?.update(done, planned, memberId)
  }
  return {
    ...silentEvents,
    runStarted: ({ sourceId, mode }) => {
      bar = terminal.progress(`${mode === 'import' ? 'import' : 'sync'} ${sourceId}`)
    },
    memberPublished: step,
    memberHeld: step,
    memberFailed: step,
    runFinished: ({ status, completed, planned }) => bar?.end(`${status}, ${completed} of ${planned}`),
    syncThreadKilled: ({ reason, sourceId, memberId }) =>
      terminal.note(`The sync was killed${memberId ? ` by ${sourceId}/${memberId}` : ''}: ${reason}.`),
    memberQuarantined: ({ sourceId, memberId }) =>
      terminal.note(`${sourceId}/${memberId} is quarantined, see "broadsheet quarantine list".`),
  }
}

/** Prints the reports; throws when a run did not succeed, which sets the exit code. */
export function reportRuns(outcomes: readonly RunOutcome[], flags: JsonFlag, terminal: Terminal): void {
  if (flags.json || outcomes.length > 0)
    terminal.result(outcomes.map(toJson), flags, () => toTable(headings, outcomes.map(toRow)))
  for (const problem of outcomes.flatMap(toProblems).slice(0, problemsMax)) terminal.note(problem)
  const busy = outcomes.filter(({ status }) => status === 'skipped')
  const unsuccessful = outcomes.filter(({ status }) => status === 'failed' || status === 'partial')
  if (unsuccessful.length > 0)
    throw new CommandFailed(`${unsuccessful.length} of ${outcomes.length} runs did not succeed.`)
  if (busy.length > 0) {
    throw new CommandFailed(
      `${busy.length} of ${outcomes.length} sources are being synced by another process; try again later.`,
      exitCodes.temporary,
    )
  }
}

function toProblems(outcome: RunOutcome): string[] {
  if (outcome.status === 'skipped') return []
  return Object.entries(outcome.members).flatMap(([memberId, member]) => {
    const memberName = `${outcome.sourceId}/${memberId}`
    if (member.outcome === 'failed') return [`${memberName} failed: ${printable(member.message)}`]
    if (member.outcome === 'published' && member.problem !== undefined)
      return [`${memberName} was published in part: ${printable(member.problem)}`]
    if (member.outcome !== 'held') return []
    return [`${memberName} was held back: ${printable(member.reason)} (use --force to publish anyway)`]
  })
}

function toRow(outcome: RunOutcome): Cell[] {
  if (outcome.status === 'skipped') return [outcome.sourceId, 'skipped', '-', '-', '-', '-', 'busy']
  const published = Object.values(outcome.members).filter((member) => member.outcome === 'published')
  const sum = (of: 'records' | 'written' | 'removed') =>
    published.reduce((total, member) => total + member[of], 0)
  return [
    outcome.sourceId,
    outcome.status,
    `${outcome.completed}/${outcome.planned}`,
    sum('records'),
    sum('written'),
    sum('removed'),
    outcome.message,
  ]
}

function toJson(outcome: RunOutcome): object {
  if (outcome.status === 'skipped')
    return { source_id: outcome.sourceId, status: outcome.status, why: 'busy' }
  const { runId, service, sourceId, mode, status, planned, completed, failed, notFresh, message, members } =
    outcome
  return {
    run_id: runId,
    service,
    source_id: sourceId,
    mode,
    status,
    planned,
    completed,
    failed,
    not_fresh: notFresh,
    message: message ?? null,
    members,
  }
}
