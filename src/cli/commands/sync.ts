/** `broadsheet sync`: runs sources now, whether they are due or not. */

import type { Command } from 'commander'
import type { loadSources } from '../../app/sources.ts'
import { closestMatch } from '../../core/closest-match.ts'
import { openAppContext } from '../app-context.ts'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { dataSettings, loadSettings, withSettings } from '../command-settings.ts'
import { usageError } from '../exit.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import { progressEvents, type RunOutcome, reportRuns } from '../terminal/run-reports.ts'

type Sources = ReturnType<typeof loadSources>

interface SyncFlags {
  readonly member?: readonly string[]
  readonly force?: boolean
  readonly resume?: boolean
  readonly json?: boolean
}

export const addSync: AddCommand = (program, context) => {
  withSettings(program.command('sync'), dataSettings)
    .description('Fetch from the sources now and publish what they say.')
    .argument('[source...]', 'Sources to run; all unless named.')
    .option('--member <id...>', 'Only these members of the one named source.')
    .option('--force', 'Publish also what would be held back as suspiciously small.')
    .option('--resume', 'Leave out what an interrupted run has just published.')
    .option('--json', 'Print the reports as JSON.')
    .addHelpText(
      'after',
      helpExamples([
        'broadsheet sync',
        'broadsheet sync gazette --member alderbrook',
        'broadsheet sync --profile live --json | jq .[].status',
      ]),
    )
    .action((names: string[], flags: SyncFlags, command: Command) => sync(names, flags, command, context))
}

async function sync(names: readonly string[], flags: SyncFlags, command: Command, context: CommandContext) {
  const loaded = loadSettings(command, context)
  const { loadSources } = await import('../../app/sources.ts')
  const { createSyncApp } = await import('../../app/sync-app.ts')
  const sourceIds = selectSources(loadSources(loaded), names, flags.member)
  await using appContext = await openAppContext(loaded, context, progressEvents(context.terminal))
  await using syncApp = await createSyncApp(appContext)
  await syncApp.engine.recover()
  const outcomes: RunOutcome[] = []
  for (const sourceId of sourceIds) {
    context.stopSignal.throwIfAborted()
    outcomes.push(
      await syncApp.engine.run(sourceId, {
        mode: 'manual',
        signal: context.stopSignal,
        force: flags.force === true,
        resume: flags.resume === true,
        ...(flags.member ? { members: flags.member } : {}),
      }),
    )
  }
  context.stopSignal.throwIfAborted()
  reportRuns(outcomes, flags.json === true, context.terminal)
}

/** Wrong names are wrong usage, all told at once. */
function selectSources(
  sources: Sources,
  names: readonly string[],
  members: readonly string[] | undefined,
): readonly string[] {
  const sourceIds = sources.map(({ id }) => id)
  const problems = names
    .filter((name) => !sourceIds.includes(name))
    .map((name) => {
      const suggestion = closestMatch(name, sourceIds)
      return `there is no source "${name}"; ${suggestion ? `did you mean "${suggestion}"?` : `known are ${sourceIds.join(', ')}`}`
    })
  const [source] = sources.filter(({ id }) => id === names[0])
  if (members && (names.length !== 1 || !source))
    problems.push('--member needs exactly one source to be named')
  else if (members && source) problems.push(...findUnknownMembers(source, members))
  if (problems.length > 0) throw usageError(problems)
  return names.length > 0 ? names : sourceIds
}

function findUnknownMembers(source: Sources[number], members: readonly string[]): string[] {
  const memberIds: string[] = source.members.map(({ id }) => id)
  return members
    .filter((member) => !memberIds.includes(member))
    .map((member) => {
      const suggestion = closestMatch(member, memberIds)
      return `source "${source.id}" has no member "${member}"${suggestion ? `; did you mean "${suggestion}"?` : ''}`
    })
}
