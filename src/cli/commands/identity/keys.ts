/** `broadsheet keys`: lists, creates and revokes API keys. */

import type { Command } from 'commander'
import type { AddCommand } from '../../command-context.ts'
import { dataCommand } from '../../command-settings.ts'
import { usageError } from '../../exit.ts'
import { helpExamples } from '../../terminal/help-examples.ts'
import type { JsonFlag } from '../../terminal/terminal.ts'
import { withOperator } from '../../with-operator.ts'

export const addKeys: AddCommand = (program, context) => {
  const keys = program
    .command('keys')
    .description('List, create and revoke API keys.')
    .addHelpText(...helpExamples('broadsheet keys list', 'broadsheet keys revoke 7Gk2mX0aQv9TzB'))

  dataCommand(keys, 'list')
    .description('List API keys, newest first. Secrets are not stored and cannot be shown.')
    .option('--email <address>', 'Only the keys of this identity.')
    .addHelpText(
      ...helpExamples('broadsheet keys list', 'broadsheet keys list --email name@example.org --json'),
    )
    .action(async (flags: JsonFlag & { email?: string }, command: Command) => {
      const rows = await withOperator(command, context, (operator) => operator.listKeys(flags.email))
      const headings = ['KEY', 'EMAIL', 'STATUS', 'LABEL', 'CREATED', 'LAST USED']
      context.terminal.list(
        rows,
        flags,
        headings,
        ({ id, email, status, label, created_at, last_used_at }) => [
          id,
          email,
          status,
          label,
          created_at,
          last_used_at ?? 'never',
        ],
      )
    })

  dataCommand(keys, 'create')
    .description(
      'Create an API key for an address, without an e-mail to it. The secret is printed once and cannot be recovered.',
    )
    .argument('<email>', 'The address of the identity; one is created if there is none.')
    .option('--label <text>', 'A display name.')
    .addHelpText(...helpExamples('broadsheet keys create name@example.org --label "nightly import"'))
    .action(async (email: string, flags: JsonFlag & { label?: string }, command: Command) => {
      const label = parseLabel(flags.label)
      const key = await withOperator(command, context, (operator) => operator.createKey(email, label))
      context.terminal.result(key, flags, ({ secret }) => secret)
      // Not on stdout, where scripts read the secret.
      context.terminal.note('The secret is shown only this once. Store it now.')
    })

  dataCommand(keys, 'revoke')
    .description('Revoke an API key permanently. Running servers reject it within a second.')
    .argument('<key>', 'The id of the key, from `keys list`.')
    .addHelpText(...helpExamples('broadsheet keys revoke 7Gk2mX0aQv9TzB'))
    .action(async (keyId: string, flags: JsonFlag, command: Command) => {
      const key = await withOperator(command, context, (operator) => operator.revokeKey(keyId))
      context.terminal.result(key, flags, ({ id, revoked_at }) => `Key ${id} was revoked at ${revoked_at}.`)
    })
}

/** As strict as the API. */
function parseLabel(label: string | undefined): string | undefined {
  if (
    label === undefined ||
    (label.length <= 80 && !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(label))
  )
    return label
  throw usageError(['--label must be at most 80 characters in one line'])
}
