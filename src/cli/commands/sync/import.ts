/** `broadsheet import`: publishes saved responses again, without a request to any upstream. */

import { resolve } from 'node:path'
import type { Command } from 'commander'
import { createAppContext } from '../../../app/app-context.ts'
import type { RunOutcome } from '../../../app/sync/sync-app.ts'
import { isFailure } from '../../../core/errors.ts'
import type { AddCommand, CommandContext } from '../../command-context.ts'
import { dataSettings, loadSettings, withSettings } from '../../command-settings.ts'
import { CommandFailed, usageError } from '../../exit.ts'
import { helpExamples } from '../../terminal/help-examples.ts'
import { progressEvents, reportRuns } from '../../terminal/run-reports.ts'
import type { JsonFlag } from '../../terminal/terminal.ts'

interface ImportFlags extends JsonFlag {
  readonly all?: boolean
  readonly force?: boolean
}

export const addImport: AddCommand = (program, context) => {
  withSettings(program.command('import'), dataSettings)
    .description('Publish saved upstream responses again, from the ledger or from files.')
    .argument('[artifact...]', 'Artifact numbers, or paths of artifact files.')
    .option('--all', 'Every artifact of the ledger, oldest first, to rebuild the read model.')
    .option('--force', 'Publish even if a list shrank suspiciously, and map unchanged postings again.')
    .option('--json', 'Print the reports as JSON.')
    .addHelpText(
      ...helpExamples(
        'broadsheet import 17',
        'broadsheet import ./saved/*.ndjson.zst --force',
        'broadsheet import --all',
      ),
    )
    .action((artifacts: string[], flags: ImportFlags, command: Command) =>
      importArtifacts(artifacts, flags, command, context),
    )
}

async function importArtifacts(
  named: readonly string[],
  flags: ImportFlags,
  command: Command,
  context: CommandContext,
) {
  if (named.length > 0 === (flags.all === true))
    throw usageError(['name the artifacts to import, or use --all, but not both'])
  const loaded = loadSettings(command, context, { needsSecret: false })
  const events = progressEvents(context.terminal)
  const { startCommandSync } = await import('../../../app/sync/start-sync.ts')
  const appContext = await createAppContext(loaded, { clock: context.clock, events })
  const { stopSignal: stop } = context
  await using thread = await startCommandSync(appContext, { sandboxOrigin: undefined, stop })
  const artifacts = flags.all ? (await thread.artifactIds()).map(String) : named
  const outcomes: RunOutcome[] = []
  const problems: string[] = []
  for (const artifact of artifacts) {
    stop.throwIfAborted()
    const idOrPath = /^\d{1,15}$/.test(artifact) ? Number(artifact) : resolve(context.cwd(), artifact)
    try {
      outcomes.push(await thread.import({ artifact: idOrPath, force: flags.force === true }))
    } catch (thrown) {
      stop.throwIfAborted()
      if (!isFailure(thrown) || thrown.retry) throw thrown
      problems.push(`${artifact}: ${thrown.message}`)
    }
  }
  for (const problem of problems) context.terminal.note(problem)
  reportRuns(outcomes, flags, context.terminal)
  if (problems.length > 0)
    throw new CommandFailed(`${problems.length} of ${artifacts.length} artifacts could not be imported.`)
}
