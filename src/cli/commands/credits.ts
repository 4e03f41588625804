/** `broadsheet credits`: what an identity has and has used, and giving it more. */

import type { Command } from 'commander'
import type { AddCommand } from '../command-context.ts'
import { dataSettings, withSettings } from '../command-settings.ts'
import { wrongUsage } from '../exit.ts'
import { examples } from '../terminal/help-examples.ts'
import { asOperator, wholeNumber } from '../with-operator.ts'

const grantMax = 1_000_000_000

export const addCredits: AddCommand = (program, context) => {
  const credits = program
    .command('credits')
    .description('Show and grant credits.')
    .addHelpText(
      'after',
      examples(['broadsheet credits show name@example.org', 'broadsheet credits grant name@example.org 500']),
    )

  withSettings(credits.command('show'), dataSettings)
    .description('Show what an identity has, has used, and the newest entries of its account.')
    .argument('<email>', 'The address the identity signed in with.')
    .option('--json', 'Print JSON.')
    .addHelpText('after', examples(['broadsheet credits show name@example.org']))
    .action(async (email: string, flags: { json?: boolean }, command: Command) => {
      const shown = await asOperator(command, context, (operator) => operator.showCredits(email))
      context.terminal.data(
        flags.json
          ? JSON.stringify(shown, undefined, 2)
          : `${shown.email}: ${shown.available} credits left (${shown.used} of ${shown.allowance} used in ${shown.period}, ${shown.used_of_grants} of ${shown.granted} granted used), renews ${shown.renews_at}`,
      )
    })

  withSettings(credits.command('grant'), dataSettings)
    .description('Give an identity further credits; they do not lapse.')
    .argument('<email>', 'The address the identity signed in with.')
    .argument('<credits>', 'How many.')
    .option('--note <text>', 'Why, for the record.', '')
    .option('--json', 'Print JSON.')
    .addHelpText('after', examples(['broadsheet credits grant name@example.org 500 --note "pilot"']))
    .action(
      async (email: string, amount: string, flags: { note: string; json?: boolean }, command: Command) => {
        const granted = wholeNumber('credits', amount, grantMax)
        if (granted === undefined) throw wrongUsage(['credits are missing'])
        const balance = await asOperator(command, context, (operator) =>
          operator.grant(email, granted, flags.note),
        )
        context.terminal.data(
          flags.json
            ? JSON.stringify(balance, undefined, 2)
            : `${balance.email} was granted ${granted} credits and has ${balance.available} left.`,
        )
      },
    )
}
