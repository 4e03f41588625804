/** `broadsheet registry`: reads public directories for members that the registry lacks, and tries them. */

import type { Command } from 'commander'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { dataCommand, openAppContext, requireLive } from '../command-settings.ts'
import { usageError } from '../exit.ts'
import { startUpstreams } from '../start-upstreams.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import type { JsonFlag } from '../terminal/terminal.ts'

interface TryFlags extends JsonFlag {
  readonly limit: string
}

const limitMax = 1000

export const addRegistry: AddCommand = (program, context) => {
  const registry = program
    .command('registry')
    .description('Read public directories for members that the registry lacks, and try them.')
    .addHelpText(
      ...helpExamples(
        'broadsheet registry directories --profile live',
        'broadsheet registry update job-boards-lever --profile live',
      ),
    )

  dataCommand(registry, 'directories')
    .description('List the directories with their licences. None is read unless you name it.')
    .addHelpText(...helpExamples('broadsheet registry directories --profile live'))
    .action(async (flags: JsonFlag, command: Command) => {
      const { listDirectories } = await import('../../app/directories/update-registry.ts')
      const directories = listDirectories(await openContext(command, context))
      context.terminal.list(directories, flags, { DIRECTORY: 'id', LICENCE: 'licence', ADDRESS: 'url' })
    })

  dataCommand(registry, 'update')
    .description('Read directories; members that the registry lacks become candidates.')
    .argument('[directories...]', 'Which ones (default: those of REGISTRY_DIRECTORIES).')
    .addHelpText(...helpExamples('broadsheet registry update trust-centers --profile live'))
    .action(async (ids: string[], flags: JsonFlag, command: Command) => {
      const { listDirectories, selectDirectories, updateRegistry } = await import(
        '../../app/directories/update-registry.ts'
      )
      const appContext = await openContext(command, context)
      const wanted = ids.length > 0 ? ids : appContext.loaded.config.registry.directories
      if (wanted.length === 0)
        throw usageError(['name directories, or set REGISTRY_DIRECTORIES; `registry directories` lists them'])
      const directories = selectDirectories(listDirectories(appContext), wanted)
      await using _upstreams = await startUpstreams(appContext)
      const updates = await updateRegistry(appContext, directories, context.stopSignal)
      context.terminal.list(updates, flags, {
        DIRECTORY: 'directory',
        ROWS: 'rows',
        MALFORMED: 'malformed',
        'NEW CANDIDATES': 'added',
        PROBLEM: 'problem',
      })
    })

  dataCommand(registry, 'try')
    .description('Try candidates now, as servers do every hour: those that answer are read from then on.')
    .option('--limit <number>', 'How many at most.', '30')
    .addHelpText(...helpExamples('broadsheet registry try --limit 10 --profile live'))
    .action((flags: TryFlags, command: Command) => tryNow(flags, command, context))
}

async function tryNow(flags: TryFlags, command: Command, context: CommandContext): Promise<void> {
  const limit = Number(flags.limit)
  if (!Number.isInteger(limit) || limit < 1 || limit > limitMax)
    throw usageError([`--limit is a whole number from 1 to ${limitMax}`])
  const { tryMembers } = await import('../../app/directories/tasks.ts')
  const { createSourceClient } = await import('../../app/outbound.ts')
  const { loadSources } = await import('../../app/sources.ts')
  const { openExistingStore } = await import('../../app/store.ts')
  const appContext = await openContext(command, context)
  await using _upstreams = await startUpstreams(appContext)
  await using store = await openExistingStore(appContext)
  if (store === undefined) throw usageError(['there is no database yet; start the server first'])
  const { sources, writers } = await loadSources(appContext)
  await using outbound = createSourceClient(appContext, sources, store)
  const deps = { store, sources, writers, outbound }
  const tried = await tryMembers(appContext, deps, { limit }, context.stopSignal)
  context.terminal.result(tried, flags, ({ promoted, forgotten }) =>
    [
      `${tried.tried} tried, ${promoted.length} are read from now on, ${forgotten.length} are forgotten for a quarter.`,
      ...promoted.map((member) => `  ${member} answers`),
      ...forgotten.map((member) => `  ${member} is forgotten`),
    ].join('\n'),
  )
}

async function openContext(command: Command, context: CommandContext) {
  const appContext = await openAppContext(command, context)
  requireLive(appContext.loaded)
  return appContext
}
