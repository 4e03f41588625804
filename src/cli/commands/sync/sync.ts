/** `broadsheet sync`: runs sources now, whether they are due or not. */

import type { Command } from 'commander'
import { createAppContext } from '../../../app/app-context.ts'
import type { SourcesAndWriters } from '../../../app/sources.ts'
import type { RunOutcome } from '../../../app/sync/sync-app.ts'
import type { AddCommand, CommandContext } from '../../command-context.ts'
import { dataSettings, loadSettings, withSettings } from '../../command-settings.ts'
import { suggestName, usageError } from '../../exit.ts'
import { startUpstreams } from '../../start-upstreams.ts'
import { helpExamples } from '../../terminal/help-examples.ts'
import { progressEvents, reportRuns } from '../../terminal/run-reports.ts'
import type { JsonFlag } from '../../terminal/terminal.ts'

type Sources = SourcesAndWriters['sources']

interface SyncFlags extends JsonFlag {
  readonly member?: readonly string[]
  readonly force?: boolean
  readonly resume?: boolean
}

export const addSync: AddCommand = (program, context) => {
  withSettings(program.command('sync'), [...dataSettings, 'sandbox.faults'])
    .description('Fetch from the sources now and store the results.')
    .argument('[source...]', 'Sources to run (default: all).')
    .option('--member <id...>', 'Only these members; needs exactly one source.')
    .option('--force', 'Publish even if a list shrank suspiciously, and map unchanged postings again.')
    .option('--resume', 'Skip members that an interrupted run has just published.')
    .option('--json', 'Print the reports as JSON.')
    .addHelpText(
      ...helpExamples(
        'broadsheet sync',
        'broadsheet sync gazette --member alderbrook',
        'broadsheet sync gazette --fault "gazette.sandbox/api/*=truncate:0.5"',
        "broadsheet sync --profile live --json | jq '.[].status'",
      ),
    )
    .action((names: string[], flags: SyncFlags, command: Command) => sync(names, flags, command, context))
}

async function sync(names: readonly string[], flags: SyncFlags, command: Command, context: CommandContext) {
  const loaded = loadSettings(command, context, { needsSecret: false })
  const { loadSources } = await import('../../../app/sources.ts')
  const { startCommandSync } = await import('../../../app/sync/start-sync.ts')
  const appContext = await createAppContext(loaded, {
    clock: context.clock,
    events: progressEvents(context.terminal),
  })
  const { sources } = await loadSources(appContext)
  const sourceIds = selectSources(sources, names, flags.member)
  const { stopSignal: stop } = context
  await using upstreams = await startUpstreams(appContext)
  await using thread = await startCommandSync(appContext, { sandboxOrigin: upstreams?.origin, stop })
  const outcomes: RunOutcome[] = []
  for (const sourceId of sourceIds) {
    stop.throwIfAborted()
    const { member: members, force = false, resume = false } = flags
    outcomes.push(await thread.run({ sourceId, force, resume, ...(members ? { members } : {}) }))
  }
  stop.throwIfAborted()
  reportRuns(outcomes, flags, context.terminal)
}

/** Wrong names are reported together. */
function selectSources(
  sources: Sources,
  names: readonly string[],
  members: readonly string[] | undefined,
): readonly string[] {
  const sourceIds = sources.map(({ id }) => id)
  const problems = names
    .filter((name) => !sourceIds.includes(name))
    .map((name) => `there is no source "${name}"; ${suggestName(name, sourceIds)}`)
  const [source] = sources.filter(({ id }) => id === names[0])
  if (members && (names.length !== 1 || !source)) problems.push('--member needs exactly one source')
  else if (members && source) problems.push(...findUnknownMembers(source, members))
  if (problems.length > 0) throw usageError(problems)
  return names.length > 0 ? names : sourceIds
}

function findUnknownMembers(source: Sources[number], members: readonly string[]): string[] {
  const memberIds: string[] = source.members.map(({ id }) => id)
  return members
    .filter((member) => !memberIds.includes(member))
    .map((member) => `source "${source.id}" has no member "${member}"; ${suggestName(member, memberIds)}`)
}
