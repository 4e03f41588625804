/** `broadsheet audit`: what operators did. */

import type { Command } from 'commander'
import type { AddCommand } from '../command-context.ts'
import { dataSettings, withSettings } from '../command-settings.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import { parsePositiveInteger, withOperator } from '../with-operator.ts'

export const addAudit: AddCommand = (program, context) => {
  withSettings(program.command('audit'), dataSettings)
    .description('What operators did to keys, limits and credits, newest first.')
    .option('--limit <n>', 'How many.', '50')
    .addHelpText('after', helpExamples(['broadsheet audit', 'broadsheet audit --limit 500 | jq .']))
    .action(async (flags: { limit: string }, command: Command) => {
      const limit = parsePositiveInteger('--limit', flags.limit, 10_000) ?? 50
      const actions = await withOperator(command, context, (operator) => operator.listActions(limit))
      context.terminal.data(JSON.stringify(actions, undefined, 2))
    })
}
