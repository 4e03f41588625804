/** `broadsheet sync`: runs sources now, whether they are due or not. */

import type { Command } from 'commander'
import type { sourcesOf } from '../../app/sources.ts'
import { nearest } from '../../core/closest-match.ts'
import { openSurroundings } from '../app-context.ts'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { dataSettings, settingsOf, withSettings } from '../command-settings.ts'
import { wrongUsage } from '../exit.ts'
import { examples } from '../terminal/help-examples.ts'
import { finishRuns, progressEvents, type RunOutcome } from '../terminal/run-reports.ts'

type Sources = ReturnType<typeof sourcesOf>

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
      examples([
        'broadsheet sync',
        'broadsheet sync gazette --member alderbrook',
        'broadsheet sync --profile live --json | jq .[].status',
      ]),
    )
    .action((names: string[], flags: SyncFlags, command: Command) => sync(names, flags, command, context))
}

async function sync(names: readonly string[], flags: SyncFlags, command: Command, context: CommandContext) {
  const loaded = settingsOf(command, context)
  const { sourcesOf } = await import('../../app/sources.ts')
  const { openSync } = await import('../../app/sync-app.ts')
  const chosen = chooseSources(sourcesOf(loaded), names, flags.member)
  await using surroundings = await openSurroundings(loaded, context, progressEvents(context.terminal))
  await using side = await openSync(surroundings)
  await side.engine.recover()
  const outcomes: RunOutcome[] = []
  for (const sourceId of chosen) {
    context.stop.throwIfAborted()
    outcomes.push(
      await side.engine.run(sourceId, {
        mode: 'manual',
        signal: context.stop,
        force: flags.force === true,
        resume: flags.resume === true,
        ...(flags.member ? { members: flags.member } : {}),
      }),
    )
  }
  context.stop.throwIfAborted()
  finishRuns(outcomes, flags.json === true, context.terminal)
}

/** Wrong names are wrong usage, all told at once. */
function chooseSources(
  sources: Sources,
  names: readonly string[],
  members: readonly string[] | undefined,
): readonly string[] {
  const known = sources.map(({ id }) => id)
  const problems = names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = nearest(name, known)
      return `there is no source "${name}"; ${meant ? `did you mean "${meant}"?` : `known are ${known.join(', ')}`}`
    })
  const [source] = sources.filter(({ id }) => id === names[0])
  if (members && (names.length !== 1 || !source))
    problems.push('--member needs exactly one source to be named')
  else if (members && source) problems.push(...unknownMembers(source, members))
  if (problems.length > 0) throw wrongUsage(problems)
  return names.length > 0 ? names : known
}

function unknownMembers(source: Sources[number], members: readonly string[]): string[] {
  const known: string[] = source.members.map(({ id }) => id)
  return members
    .filter((member) => !known.includes(member))
    .map((member) => {
      const meant = nearest(member, known)
      return `source "${source.id}" has no member "${member}"${meant ? `; did you mean "${meant}"?` : ''}`
    })
}
