/** `broadsheet members proposals`, `approve` and `reject`: what the rosters of platforms propose to change in the registry. */

import type { Command } from 'commander'
import { createAppContext } from '../app/app-context.ts'
import type { CommandContext } from './command-context.ts'
import { dataSettings, loadSettings, withSettings } from './command-settings.ts'
import { suggestName, usageError } from './exit.ts'
import { toCells } from './name-value.ts'
import { helpExamples } from './terminal/help-examples.ts'
import { toTable } from './terminal/table.ts'
import type { JsonFlag } from './terminal/terminal.ts'

interface ListFlags extends JsonFlag {
  readonly status: string
}

const statuses = ['open', 'approved', 'rejected'] as const

export function addProposals(members: Command, context: CommandContext): void {
  withSettings(members.command('proposals'), dataSettings)
    .description(
      'List what platforms that list their own members propose: additions, renames, moves, closings.',
    )
    .option('--status <status>', 'open, approved or rejected.', 'open')
    .option('--json', 'Print JSON.')
    .addHelpText(...helpExamples('broadsheet members proposals --profile live'))
    .action((flags: ListFlags, command: Command) => list(flags, command, context))

  withSettings(members.command('approve'), dataSettings)
    .description(
      'Change the registry as a proposal says. Cells are name=value: what the platform does not say.',
    )
    .argument('<proposal>', 'The proposal, from `members proposals`.')
    .argument('[cells...]', 'Further cells, such as timezone=Europe/London.')
    .option('--json', 'Print JSON.')
    .addHelpText(...helpExamples('broadsheet members approve p-0f3a52c1d4e6b798 timezone=Europe/London'))
    .action((id: string, cells: string[], flags: JsonFlag, command: Command) =>
      decide(id, 'approved', toCells(cells), flags, command, context),
    )

  withSettings(members.command('reject'), dataSettings)
    .description('Reject a proposal; it is not made again.')
    .argument('<proposal>', 'The proposal, from `members proposals`.')
    .option('--json', 'Print JSON.')
    .addHelpText(...helpExamples('broadsheet members reject p-0f3a52c1d4e6b798'))
    .action((id: string, flags: JsonFlag, command: Command) =>
      decide(id, 'rejected', {}, flags, command, context),
    )
}

async function list(flags: ListFlags, command: Command, context: CommandContext): Promise<void> {
  const status = statuses.find((known) => known === flags.status)
  if (status === undefined)
    throw usageError([`there is no status "${flags.status}"; ${suggestName(flags.status, statuses)}`])
  const loaded = loadSettings(command, context, { needsSecret: false })
  const { listProposals } = await import('../app/operator/proposal-commands.ts')
  const rows = await listProposals(await createAppContext(loaded, context), status)
  context.terminal.result(rows, flags, (all) =>
    toTable(
      ['PROPOSAL', 'SOURCE', 'MEMBER', 'KIND', 'DETAIL'],
      all.map(({ id, source_id, member_id, kind, detail }) => [id, source_id, member_id, kind, detail]),
    ),
  )
}

async function decide(
  id: string,
  status: 'approved' | 'rejected',
  cells: Record<string, string>,
  flags: JsonFlag,
  command: Command,
  context: CommandContext,
): Promise<void> {
  const loaded = loadSettings(command, context, { needsSecret: false })
  const { decideFromCommandLine } = await import('../app/operator/proposal-commands.ts')
  const appContext = await createAppContext(loaded, context)
  const row = await decideFromCommandLine(appContext, { id, status, cells }, context.stopSignal)
  context.terminal.result(row, flags, ({ detail }) => `${id} is ${status}: ${detail}`)
}
