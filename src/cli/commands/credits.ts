/** `broadsheet credits`: what an identity has and has used, and giving it more. */

import type { Command } from 'commander'
import type { AddCommand } from '../command-context.ts'
import { dataSettings, withSettings } from '../command-settings.ts'
import { usageError } from '../exit.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import { parsePositiveInteger, withOperator } from '../with-operator.ts'

const grantMax = 1_000_000_000

export const addCredits: AddCommand = (program, context) => {
  const credits = program
    .command('credits')
    .description('Show and grant credits.')
    .addHelpText(
      'after',
      helpExamples([
        'broadsheet credits show name@example.org',
        'broadsheet credits grant name@example.org 500',
      ]),
    )

  withSettings(credits.command('show'), dataSettings)
    .description('Show what an identity has, has used, and the newest entries of its account.')
    .argument('<email>', 'The address the identity signed in with.')
    .option('--json', 'Print JSON.')
    .addHelpText('after', helpExamples(['broadsheet credits show name@example.org']))
    .action(async (email: string, flags: { json?: boolean }, command: Command) => {
      const balance = await withOperator(command, context, (operator) => operator.showCredits(email))
      context.terminal.data(
        flags.json
          ? JSON.stringify(balance, undefined, 2)
          : `${balance.email}: ${balance.available} credits left (${balance.used} of ${balance.allowance} used in ${balance.period}, ${balance.used_of_grants} of ${balance.granted} granted used), renews ${balance.renews_at}`,
      )
    })

  withSettings(credits.command('grant'), dataSettings)
    .description('Give an identity further credits; they do not lapse.')
    .argument('<email>', 'The address the identity signed in with.')
    .argument('<credits>', 'How many.')
    .option('--note <text>', 'Why, for the record.', '')
    .option('--json', 'Print JSON.')
    .addHelpText('after', helpExamples(['broadsheet credits grant name@example.org 500 --note "pilot"']))
    .action(
      async (email: string, amount: string, flags: { note: string; json?: boolean }, command: Command) => {
        const amountGranted = parsePositiveInteger('credits', amount, grantMax)
        if (amountGranted === undefined) throw usageError(['credits are missing'])
        const balance = await withOperator(command, context, (operator) =>
          operator.grantCredits(email, amountGranted, flags.note),
        )
        context.terminal.data(
          flags.json
            ? JSON.stringify(balance, undefined, 2)
            : `${balance.email} was granted ${amountGranted} credits and has ${balance.available} left.`,
        )
      },
    )
}
