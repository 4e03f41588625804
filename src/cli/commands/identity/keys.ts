/** `broadsheet keys`: lists, creates and revokes API keys. */

import { type Command, Option } from 'commander'
import { type Scope, scopes } from '../../../core/scopes.ts'
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
      context.terminal.list(rows, flags, {
        KEY: 'id',
        EMAIL: 'email',
        STATUS: 'status',
        LABEL: 'label',
        SCOPES: ({ scopes: allowed }) => (allowed.length === scopes.length ? 'all' : allowed),
        CREATED: 'created_at',
        'LAST USED': ({ last_used_at }) => last_used_at ?? 'never',
        EXPIRES: ({ expires_at }) => expires_at ?? 'never',
      })
    })

  dataCommand(keys, 'create')
    .description(
      'Create an API key for an address, without an e-mail to it. The secret is printed once and cannot be recovered.',
    )
    .argument('<email>', 'The address of the identity; one is created if there is none.')
    .option('--label <text>', 'A display name.')
    .addOption(
      new Option(
        '--scopes <names...>',
        'Only what these allow. Default: everything that keys can do.',
      ).choices(scopes),
    )
    .option('--days <number>', 'Valid for so many days. Default: until revoked, or KEY_DAYS.', parseDays)
    .option('--addresses <networks...>', 'Only from these addresses and networks, at most 20.')
    .addHelpText(
      ...helpExamples(
        'broadsheet keys create name@example.org --label "nightly import"',
        'broadsheet keys create name@example.org --scopes read changes --days 90 --addresses 198.51.100.0/24',
      ),
    )
    .action(async (email: string, flags: CreateFlags, command: Command) => {
      const { days, scopes: wanted, addresses } = flags
      if (addresses !== undefined && addresses.length > 20)
        throw usageError(['--addresses takes at most 20 addresses and networks'])
      const options = { label: parseLabel(flags.label), days, scopes: wanted, allowed_addresses: addresses }
      const key = await withOperator(command, context, (operator) => operator.createKey(email, options))
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

interface CreateFlags extends JsonFlag {
  readonly label?: string
  readonly scopes?: readonly Scope[]
  readonly days?: number
  readonly addresses?: readonly string[]
}

function parseDays(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= 3650) return Number(text)
  throw usageError(['--days must be a whole number from 1 to 3650'])
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
