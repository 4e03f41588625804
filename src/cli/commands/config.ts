/** `broadsheet config`: checks the settings and shows where each value comes from. */

import type { Command } from 'commander'
import { examineConfig } from '../../core/config/load-config.ts'
import { ConfigurationError } from '../../core/errors.ts'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { configSources, loadSettings, serverSettings, withSettings } from '../command-settings.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import type { JsonFlag } from '../terminal/terminal.ts'

export const addConfig: AddCommand = (program, context) => {
  const group = program
    .command('config')
    .description('Check the settings, or show where each value comes from.')

  withSettings(group.command('check'), serverSettings)
    .description('Report every problem with the settings at once; exit 2 if there is one.')
    .addHelpText(
      ...helpExamples('broadsheet config check', 'broadsheet config check --config /etc/broadsheet.yaml'),
    )
    .action((_flags, command: Command) => {
      const { warnings } = loadSettings(command, context)
      context.terminal.note(`Configuration is valid${warnings.length === 0 ? '' : ', with warnings'}.`)
    })

  withSettings(group.command('explain'), serverSettings)
    .description('Show every setting, its value and where it comes from. Secrets are masked.')
    .option('--json', 'Print JSON.')
    .addHelpText(...helpExamples('broadsheet config explain', 'broadsheet config explain --json | jq .[0]'))
    .action((flags: JsonFlag, command: Command) => explain(flags, command, context))
}

/** Prints the table before it reports problems: it is where their cause is found. */
function explain(flags: JsonFlag, command: Command, context: CommandContext): void {
  const { terminal } = context
  const { explained, problems, warnings } = examineConfig(configSources(command, context))
  const rows = explained.map(({ name, value, origin }) => ({ name, value: value ?? null, origin }))
  terminal.list(rows, flags, { SETTING: 'name', VALUE: ({ value }) => value || '-', FROM: 'origin' })
  for (const warning of warnings) terminal.note(`warning: ${warning}`)
  if (problems.length > 0) throw new ConfigurationError(problems)
}
