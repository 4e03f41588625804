/** `broadsheet operators`: signs operators in where no e-mail is sent. */

import type { Command } from 'commander'
import type { AddCommand } from '../../command-context.ts'
import { dataCommand, loadSettings } from '../../command-settings.ts'
import { usageError } from '../../exit.ts'
import { helpExamples } from '../../terminal/help-examples.ts'
import type { JsonFlag } from '../../terminal/terminal.ts'
import { withOperator } from '../../with-operator.ts'

export const addOperators: AddCommand = (program, context) => {
  const operators = program
    .command('operators')
    .description('Sign operators in where no e-mail is sent.')
    .addHelpText(...helpExamples('broadsheet operators token name@example.org'))

  dataCommand(operators, 'token')
    .description(
      'Create a management token for an operator, without an e-mail. It is printed once and is valid for twelve hours. The account page signs in with it.',
    )
    .argument('<email>', 'An address that OPERATOR_EMAILS names.')
    .addHelpText(...helpExamples('broadsheet operators token name@example.org'))
    .action(async (email: string, flags: JsonFlag, command: Command) => {
      const { emails } = loadSettings(command, context).config.operators
      if (!emails.some((each) => each.toLowerCase() === email.toLowerCase()))
        throw usageError([`${email.slice(0, 254)} is no operator: OPERATOR_EMAILS does not name it`])
      const token = await withOperator(command, context, (operator) => operator.createToken(email))
      context.terminal.result(token, flags, (created) => created.token)
      // Not on stdout, where scripts read the token.
      context.terminal.note(`The token is shown only this once. It is valid until ${token.expires_at}.`)
    })
}
