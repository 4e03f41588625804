/** `broadsheet members proposals`, `approve` and `reject`: what the rosters of platforms propose to change in the registry. */

import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import { dataCommand, openAppContext } from './command-settings.ts'
import { suggestName, usageError } from './exit.ts'
import { toCells } from './name-value.ts'
import { helpExamples } from './terminal/help-examples.ts'
import type { JsonFlag } from './terminal/terminal.ts'

interface ListFlags extends JsonFlag {
  readonly status: string
}

const statuses = ['open', 'approved', 'rejected'] as const

export function addProposals(members: Command, context: CommandContext): void {
  dataCommand(members, 'proposals')
    .description(
      'List what platforms that list their own members propose: additions, renames, moves, closings.',
    )
    .option('--status <status>', 'open, approved or rejected.', 'open')
    .addHelpText(...helpExamples('broadsheet members proposals --profile live'))
    .action((flags: ListFlags, command: Command) => list(flags, command, context))

  dataCommand(members, 'approve')
    .description(
      'Change the registry as a proposal says. Cells are name=value: what the platform does not say.',
    )
    .argument('<proposal>', 'The proposal, from `members proposals`.')
    .argument('[cells...]', 'Further cells, such as timezone=Europe/London.')
    .addHelpText(...helpExamples('broadsheet members approve p-0f3a52c1d4e6b798 timezone=Europe/London'))
    .action((id: string, cells: string[], flags: JsonFlag, command: Command) =>
      decide(id, 'approved', toCells(cells), flags, command, context),
    )

  dataCommand(members, 'reject')
    .description('Reject a proposal; it is not made again.')
    .argument('<proposal>', 'The proposal, from `members proposals`.')
    .addHelpText(...helpExamples('broadsheet members reject p-0f3a52c1d4e6b798'))
    .action((id: string, flags: JsonFlag, command: Command) =>
      decide(id, 'rejected', {}, flags, command, context),
    )
}

async function list(flags: ListFlags, command: Command, context: CommandContext): Promise<void> {
  const status = statuses.find((known) => known === flags.status)
  if (status === undefined)
    throw usageError([`there is no status "${flags.status}"; ${suggestName(flags.status, statuses)}`])
  const { listProposals } = await import('../app/operator/proposal-commands.ts')
  const rows = await listProposals(await openAppContext(command, context), status)
  const columns = {
    PROPOSAL: 'id',
    SOURCE: 'source_id',
    MEMBER: 'member_id',
    KIND: 'kind',
    DETAIL: 'detail',
  } as const
  context.terminal.list(rows, flags, columns)
}

async function decide(
  id: string,
  status: 'approved' | 'rejected',
  cells: Record<string, string>,
  flags: JsonFlag,
  command: Command,
  context: CommandContext,
): Promise<void> {
  const { decideFromCommandLine } = await import('../app/operator/proposal-commands.ts')
  const appContext = await openAppContext(command, context)
  const row = await decideFromCommandLine(appContext, { id, status, cells }, context.stopSignal)
  context.terminal.result(row, flags, ({ detail }) => `${id} is ${status}: ${detail}`)
}
