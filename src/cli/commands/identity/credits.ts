/** `broadsheet credits`: shows the credits of an identity and grants more. */

import type { Command } from 'commander'
import type { AddCommand } from '../../command-context.ts'
import { dataCommand } from '../../command-settings.ts'
import { usageError } from '../../exit.ts'
import { helpExamples } from '../../terminal/help-examples.ts'
import type { JsonFlag } from '../../terminal/terminal.ts'
import { parsePositiveInteger, withOperator } from '../../with-operator.ts'

const grantMax = 1_000_000_000

export const addCredits: AddCommand = (program, context) => {
  const credits = program
    .command('credits')
    .description('Show and grant credits.')
    .addHelpText(
      ...helpExamples(
        'broadsheet credits show name@example.org',
        'broadsheet credits grant name@example.org 500',
      ),
    )

  dataCommand(credits, 'show')
    .description(
      'Show the credits an identity has left and has used; --json adds its newest charges and grants.',
    )
    .argument('<email>', 'The address the identity signed in with.')
    .addHelpText(...helpExamples('broadsheet credits show name@example.org'))
    .action(async (email: string, flags: JsonFlag, command: Command) => {
      const balance = await withOperator(command, context, (operator) => operator.showCredits(email))
      context.terminal.result(
        balance,
        flags,
        ({ email, available, used, allowance, period, used_of_grants, granted, renews_at }) =>
          `${email}: ${available} credits left (${used} of ${allowance} used in ${period}, ${used_of_grants} of ${granted} granted used), renews ${renews_at}`,
      )
    })

  dataCommand(credits, 'grant')
    .description('Grant extra credits; they do not expire.')
    .argument('<email>', 'The address the identity signed in with.')
    .argument('<credits>', 'Number of credits.')
    .option('--note <text>', 'Reason, stored in the audit log.', '')
    .addHelpText(...helpExamples('broadsheet credits grant name@example.org 500 --note "pilot"'))
    .action(async (email: string, amount: string, flags: JsonFlag & { note: string }, command: Command) => {
      const amountGranted = parsePositiveInteger('credits', amount, grantMax)
      if (amountGranted === undefined) throw usageError(['credits are missing'])
      const balance = await withOperator(command, context, (operator) =>
        operator.grantCredits(email, amountGranted, flags.note),
      )
      context.terminal.result(
        balance,
        flags,
        ({ email, available }) => `${email} was granted ${amountGranted} credits and has ${available} left.`,
      )
    })
}
