/** `broadsheet sources`: lists the sources, and shows on what basis and at what pace one is read. */

import type { Command } from 'commander'
import { createAppContext } from '../../app/app-context.ts'
import type { SourceSummary } from '../../app/operator/source-summaries.ts'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { dataSettings, loadSettings, withSettings } from '../command-settings.ts'
import { suggestName, usageError } from '../exit.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import { toTable } from '../terminal/table.ts'
import type { JsonFlag } from '../terminal/terminal.ts'

export const addSources: AddCommand = (program, context) => {
  const sources = program
    .command('sources')
    .description('List the sources, or show the basis, pace and terms of one.')
    .addHelpText(
      ...helpExamples('broadsheet sources list', 'broadsheet sources show greenhouse --profile live'),
    )

  withSettings(sources.command('list'), dataSettings)
    .description('List the sources with the number of members that are read and that are off.')
    .option('--json', 'Print JSON.')
    .addHelpText(...helpExamples('broadsheet sources list --profile live'))
    .action(async (flags: JsonFlag, command: Command) => {
      context.terminal.result(await readSources(command, context), flags, (all) =>
        toTable(
          ['SOURCE', 'SERVICE', 'BASIS', 'MEMBERS', 'OFF', 'HOSTS', 'EVERY'],
          all.map((source) => [
            source.source_id,
            source.service,
            source.basis ?? '',
            String(source.members),
            String(source.off),
            String(source.hosts),
            `${source.every_minutes} min`,
          ]),
        ),
      )
    })

  withSettings(sources.command('show'), dataSettings)
    .description('Show a source: terms, basis, pace, and where its hosts say what programs may read.')
    .argument('<source>', 'The source, from `sources list`.')
    .option('--json', 'Print JSON.')
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
  const loaded = loadSettings(command, context, { needsSecret: false })
  const { listSources } = await import('../../app/operator/source-summaries.ts')
  return await listSources(await createAppContext(loaded, context))
}

function toText(source: SourceSummary): string {
  return Object.entries(source)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(' ') : (value ?? '-')}`)
    .join('\n')
}
