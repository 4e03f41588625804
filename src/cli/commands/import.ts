/** `broadsheet import`: publishes saved answers again, without asking any upstream. */

import type { Command } from 'commander'
import { isFailure } from '../../core/errors.ts'
import { offlineAppContext } from '../app-context.ts'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { dataSettings, loadSettings, withSettings } from '../command-settings.ts'
import { CommandFailed } from '../exit.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import { progressEvents, type RunOutcome, reportRuns } from '../terminal/run-reports.ts'

interface ImportFlags {
  readonly force?: boolean
  readonly json?: boolean
}

export const addImport: AddCommand = (program, context) => {
  withSettings(program.command('import'), dataSettings)
    .description('Publish saved upstream answers again: by number in the ledger, or from files.')
    .argument('<artifact...>', 'Numbers of artifacts, or paths of artifact files.')
    .option('--force', 'Publish also what would be held back as suspiciously small.')
    .option('--json', 'Print the reports as JSON.')
    .addHelpText(
      'after',
      helpExamples(['broadsheet import 17', 'broadsheet import ./saved/*.ndjson.gz --force']),
    )
    .action((artifacts: string[], flags: ImportFlags, command: Command) =>
      importArtifacts(artifacts, flags, command, context),
    )
}

async function importArtifacts(
  artifacts: readonly string[],
  flags: ImportFlags,
  command: Command,
  context: CommandContext,
) {
  const loaded = loadSettings(command, context)
  const appContext = offlineAppContext(loaded, context, progressEvents(context.terminal))
  const { createSyncApp } = await import('../../app/sync-app.ts')
  await using syncApp = await createSyncApp(appContext)
  const outcomes: RunOutcome[] = []
  const problems: string[] = []
  for (const artifact of artifacts) {
    context.stopSignal.throwIfAborted()
    const idOrPath = /^\d{1,15}$/.test(artifact) ? Number(artifact) : artifact
    try {
      outcomes.push(
        await syncApp.engine.import(idOrPath, { signal: context.stopSignal, force: flags.force === true }),
      )
    } catch (thrown) {
      context.stopSignal.throwIfAborted()
      if (!isFailure(thrown) || thrown.retry) throw thrown
      problems.push(`${artifact}: ${thrown.message}`)
    }
  }
  for (const problem of problems) context.terminal.note(problem)
  reportRuns(outcomes, flags.json === true, context.terminal)
  if (problems.length > 0)
    throw new CommandFailed(`${problems.length} of ${artifacts.length} artifacts could not be imported.`)
}
