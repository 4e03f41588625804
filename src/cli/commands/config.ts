/** `broadsheet config`: are the settings right, and where did each come from. */

import type { Command } from 'commander'
import { examineConfig } from '../../core/config/load-config.ts'
import { ConfigurationError } from '../../core/errors.ts'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { configSources, loadSettings, withSettings } from '../command-settings.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import { toTable } from '../terminal/table.ts'

const flagSettings = [
  'run.profile',
  'server.host',
  'server.port',
  'server.workers',
  'store.dataDir',
  'sandbox.faults',
] as const

export const addConfig: AddCommand = (program, context) => {
  const group = program
    .command('config')
    .description('Check the settings, or show where each value came from.')

  withSettings(group.command('check'), flagSettings)
    .description('Report every problem of the settings at once; exit 2 when there is one.')
    .addHelpText(
      'after',
      helpExamples(['broadsheet config check', 'broadsheet config check --config /etc/broadsheet.yaml']),
    )
    .action((_options, command: Command) => check(command, context))

  withSettings(group.command('explain'), flagSettings)
    .description('Show every setting, its value and its origin; secrets as dots.')
    .option('--json', 'Print JSON.')
    .addHelpText(
      'after',
      helpExamples(['broadsheet config explain', 'broadsheet config explain --json | jq .[0]']),
    )
    .action((options: { json?: boolean }, command: Command) =>
      explain(options.json === true, command, context),
    )
}

function check(command: Command, context: CommandContext): void {
  const { warnings } = loadSettings(command, context)
  context.terminal.note(warnings.length === 0 ? 'The settings are right.' : 'The settings are usable.')
}

/** Also when something is wrong: this is where one looks for the reason. */
function explain(json: boolean, command: Command, context: CommandContext): void {
  const { explained, problems, warnings } = examineConfig(configSources(command))
  const rows = explained.map(({ name, value, origin }) => ({ name, value: value ?? null, origin }))
  context.terminal.data(
    json
      ? JSON.stringify(rows, undefined, 2)
      : toTable(
          ['SETTING', 'VALUE', 'FROM'],
          rows.map(({ name, value, origin }) => [name, value || '-', origin]),
        ),
  )
  for (const warning of warnings) context.terminal.note(`warning: ${warning}`)
  if (problems.length > 0) throw new ConfigurationError(problems)
}
