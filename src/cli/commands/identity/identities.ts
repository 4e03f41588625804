/** `broadsheet identities`: signs identities out, blocks and unblocks them. */

import type { Command } from 'commander'
import type { AddCommand } from '../../command-context.ts'
import { dataCommand } from '../../command-settings.ts'
import { helpExamples } from '../../terminal/help-examples.ts'
import type { JsonFlag } from '../../terminal/terminal.ts'
import { withOperator } from '../../with-operator.ts'

type NoteFlags = JsonFlag & { readonly note: string }

export const addIdentities: AddCommand = (program, context) => {
  const identities = program
    .command('identities')
    .description('Sign identities out, block and unblock them. Running servers apply it within a second.')
    .addHelpText(
      ...helpExamples(
        'broadsheet identities sign-out name@example.org',
        'broadsheet identities block name@example.org --note "scraping"',
      ),
    )

  identityCommand('sign-out', 'Revoke all management tokens of an identity. Its API keys stay valid.')
    .addHelpText(...helpExamples('broadsheet identities sign-out name@example.org'))
    .action(async (email: string, flags: JsonFlag, command: Command) => {
      const result = await withOperator(command, context, (operator) => operator.signOut(email))
      context.terminal.result(
        result,
        flags,
        ({ email, tokens_revoked }) => `${email} was signed out; tokens revoked: ${tokens_revoked}.`,
      )
    })

  identityCommand(
    'block',
    'Refuse all keys, tokens and sign-ins of an identity, whatever the +tag of its address.',
  )
    .option('--note <text>', 'Reason, stored in the audit log.', '')
    .addHelpText(...helpExamples('broadsheet identities block name@example.org --note "scraping"'))
    .action(async (email: string, flags: NoteFlags, command: Command) => {
      const state = await withOperator(command, context, (operator) => operator.block(email, flags.note))
      context.terminal.result(state, flags, ({ email }) => `${email} is blocked.`)
    })

  identityCommand('unblock', 'Accept the keys and tokens of an identity again.')
    .option('--note <text>', 'Reason, stored in the audit log.', '')
    .addHelpText(...helpExamples('broadsheet identities unblock name@example.org'))
    .action(async (email: string, flags: NoteFlags, command: Command) => {
      const state = await withOperator(command, context, (operator) => operator.unblock(email, flags.note))
      context.terminal.result(state, flags, ({ email }) => `${email} is no longer blocked.`)
    })

  function identityCommand(name: string, about: string): Command {
    return dataCommand(identities, name)
      .description(about)
      .argument('<email>', 'The address the identity signed in with.')
  }
}
