/** `broadsheet sync-jobs`: lists the sources, when each is due, and how its last run ended. */

import type { Command } from 'commander'
import type { AppContext } from '../../../app/app-context.ts'
import type { SyncEngine } from '../../../app/sync/sync-app.ts'
import { type Clock, toInstant } from '../../../core/clock.ts'
import { NoDatabaseError } from '../../../core/errors.ts'
import type { AddCommand, CommandContext } from '../../command-context.ts'
import { dataCommand, openAppContext } from '../../command-settings.ts'
import { helpExamples } from '../../terminal/help-examples.ts'
import type { JsonFlag } from '../../terminal/terminal.ts'

export const addSyncJobs: AddCommand = (program, context) => {
  dataCommand(program, 'sync-jobs')
    .description('List the sources, when each is due, and how its last run ended.')
    .addHelpText(
      ...helpExamples(
        'broadsheet sync-jobs',
        'broadsheet sync-jobs --json | jq ".[] | select(.health != \\"ok\\")"',
      ),
    )
    .action((flags: JsonFlag, command: Command) => listJobs(flags, command, context))
}

async function listJobs(flags: JsonFlag, command: Command, context: CommandContext): Promise<void> {
  const jobs = await readJobs(await openAppContext(command, context))
  context.terminal.list(jobs, flags, {
    SOURCE: 'source_id',
    SERVICE: 'service',
    RUNS: ({ every_minutes }) => `every ${every_minutes} min`,
    DUE: ({ due_at }) => dueText(due_at, context.clock),
    HEALTH: 'health',
    RECORDS: 'records',
    'LAST RUN': ({ last_run: run }) => (run ? `${run.status} ${run.started_at}` : 'never'),
  })
}

async function readJobs(appContext: AppContext): Promise<Job[]> {
  const { createSyncApp } = await import('../../../app/sync/sync-app.ts')
  await using syncApp = await createSyncApp(appContext, { mayMigrate: false }).catch(absent)
  if (syncApp === undefined) return await listNewJobs(appContext)
  const { engine } = syncApp
  const quarantined = await engine.quarantine()
  return await Promise.all(engine.sources.map((source) => toJob(engine, source, quarantined)))
}

function absent(thrown: unknown): undefined {
  if (!(thrown instanceof NoDatabaseError)) throw thrown
}

/** Without a database nothing has run, and none is created to say so. */
async function listNewJobs(appContext: AppContext): Promise<Job[]> {
  const { loadSources } = await import('../../../app/sources.ts')
  const { sources } = await loadSources(appContext)
  return sources.map((source) => ({
    source_id: source.id,
    service: source.service,
    every_minutes: source.everyMinutes,
    members: source.members.length,
    records: 0,
    health: 'missing_artifact',
    quarantined: [],
    not_fresh: null,
    due_at: toInstant(appContext.clock.now()),
    last_run: null,
  }))
}

type Job = Awaited<ReturnType<typeof toJob>>

async function toJob(
  engine: SyncEngine,
  source: SyncEngine['sources'][number],
  quarantined: Awaited<ReturnType<SyncEngine['quarantine']>>,
) {
  const [{ health, recordCount, notFresh, latestRun }, dueAt] = await Promise.all([
    engine.status(source.id),
    engine.dueAt(source.id),
  ])
  return {
    source_id: source.id,
    service: source.service,
    every_minutes: source.everyMinutes,
    members: source.members.length,
    records: recordCount,
    health,
    quarantined: quarantined.filter((row) => row.source_id === source.id).map((row) => row.member_id),
    not_fresh: notFresh ?? null,
    // Null while the source is running.
    due_at: dueAt === undefined ? null : toInstant(dueAt),
    last_run: latestRun
      ? {
          status: latestRun.status,
          started_at: toInstant(latestRun.started_at),
          message: latestRun.error_message,
        }
      : null,
  }
}

function dueText(dueAt: string | null, clock: Clock): string {
  if (dueAt === null) return 'running'
  return Date.parse(dueAt) <= clock.now() ? 'now' : dueAt
}
