/** `broadsheet audit`: lists what operators did. */

import type { Command } from 'commander'
import type { AddCommand } from '../../command-context.ts'
import { dataSettings, withSettings } from '../../command-settings.ts'
import { helpExamples } from '../../terminal/help-examples.ts'
import { toTable } from '../../terminal/table.ts'
import type { JsonFlag } from '../../terminal/terminal.ts'
import { parsePositiveInteger, withOperator } from '../../with-operator.ts'

export const addAudit: AddCommand = (program, context) => {
  withSettings(program.command('audit'), dataSettings)
    .description('List operator actions on keys, limits and credits, newest first.')
    .option('--limit <n>', 'Number of entries.', '50')
    .option('--json', 'Print JSON.')
    .addHelpText(...helpExamples('broadsheet audit', 'broadsheet audit --limit 500 --json | jq .'))
    .action(async (flags: JsonFlag & { limit: string }, command: Command) => {
      const limit = parsePositiveInteger('--limit', flags.limit, 10_000) ?? 50
      const actions = await withOperator(command, context, (operator) => operator.listActions(limit))
      context.terminal.result(actions, flags, () =>
        toTable(
          ['AT', 'OPERATOR', 'ACTION', 'TARGET', 'DETAILS'],
          actions.map(({ at, operator, action, target, details }) => [
            at,
            operator,
            action,
            target,
            Object.entries(details)
              .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
              .join(' '),
          ]),
        ),
      )
    })
}
