/** `broadsheet audit`: lists what operators did. */

import type { Command } from 'commander'
import type { AddCommand } from '../../command-context.ts'
import { dataCommand } from '../../command-settings.ts'
import { helpExamples } from '../../terminal/help-examples.ts'
import type { JsonFlag } from '../../terminal/terminal.ts'
import { parsePositiveInteger, withOperator } from '../../with-operator.ts'

export const addAudit: AddCommand = (program, context) => {
  dataCommand(program, 'audit')
    .description('List operator actions on keys, limits and credits, newest first.')
    .option('--limit <n>', 'Number of entries.', '50')
    .addHelpText(...helpExamples('broadsheet audit', 'broadsheet audit --limit 500 --json | jq .'))
    .action(async (flags: JsonFlag & { limit: string }, command: Command) => {
      const limit = parsePositiveInteger('--limit', flags.limit, 10_000) ?? 50
      const actions = await withOperator(command, context, (operator) => operator.listActions(limit))
      context.terminal.list(actions, flags, {
        AT: 'at',
        OPERATOR: 'operator',
        ACTION: 'action',
        TARGET: 'target',
        DETAILS: ({ details }) =>
          Object.entries(details).map(([name, value]) => `${name}=${JSON.stringify(value)}`),
      })
    })
}
