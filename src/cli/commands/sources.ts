/** `broadsheet sources`: lists the sources, and shows on what basis and at what pace one is read. */

import type { Command } from 'commander'
import type { SourceSummary } from '../../app/operator/source-summaries.ts'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { dataCommand, openAppContext } from '../command-settings.ts'
import { suggestName, usageError } from '../exit.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import type { JsonFlag } from '../terminal/terminal.ts'

export const addSources: AddCommand = (program, context) => {
  const sources = program
    .command('sources')
    .description('List the sources, or show the basis, pace and terms of one.')
    .addHelpText(
      ...helpExamples('broadsheet sources list', 'broadsheet sources show greenhouse --profile live'),
    )

  dataCommand(sources, 'list')
    .description('List the sources with the number of members that are read and that are off.')
    .addHelpText(...helpExamples('broadsheet sources list --profile live'))
    .action(async (flags: JsonFlag, command: Command) => {
      const sources = await readSources(command, context)
      context.terminal.list(sources, flags, {
        SOURCE: 'source_id',
        SERVICE: 'service',
        BASIS: 'basis',
        MEMBERS: 'members',
        OFF: 'off',
        HOSTS: 'hosts',
        EVERY: ({ every_minutes }) => `${every_minutes} min`,
      })
    })

  dataCommand(sources, 'show')
    .description('Show a source: terms, basis, pace, and where its hosts say what programs may read.')
    .argument('<source>', 'The source, from `sources list`.')
    .addHelpText(...helpExamples('broadsheet sources show workable --profile live'))
    .action(async (id: string, flags: JsonFlag, command: Command) => {
      const all = await readSources(command, context)
      const source = all.find(({ source_id }) => source_id === id)
      if (source === undefined) {
        const ids = all.map(({ source_id }) => source_id)
        throw usageError([`there is no source "${id}"; ${suggestName(id, ids)}`])
      }
      context.terminal.result(source, flags, toText)
    })
}

async function readSources(command: Command, context: CommandContext): Promise<SourceSummary[]> {
  const { listSources } = await import('../../app/operator/source-summaries.ts')
  return await listSources(await openAppContext(command, context))
}

function toText(source: SourceSummary): string {
  return Object.entries(source)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(' ') : (value ?? '-')}`)
    .join('\n')
}
