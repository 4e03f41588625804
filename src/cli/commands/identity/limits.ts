/** `broadsheet limits`: lists requests for higher rate limits and decides them. */

import type { Command } from 'commander'
import type { AddCommand } from '../../command-context.ts'
import { dataCommand } from '../../command-settings.ts'
import { usageError } from '../../exit.ts'
import { helpExamples } from '../../terminal/help-examples.ts'
import type { JsonFlag } from '../../terminal/terminal.ts'
import { parsePositiveInteger, withOperator } from '../../with-operator.ts'

const statuses = ['pending', 'approved', 'rejected'] as const

interface DecideFlags extends JsonFlag {
  readonly perSecond?: string
  readonly perMinute?: string
  readonly note?: string
}

export const addLimits: AddCommand = (program, context) => {
  const limits = program
    .command('limits')
    .description('List and decide requests for higher rate limits.')
    .addHelpText(...helpExamples('broadsheet limits list', 'broadsheet limits approve lr_0123'))

  dataCommand(limits, 'list')
    .description('List requests, newest first.')
    .option('--status <status>', `Only requests with this status: ${statuses.join(', ')}.`)
    .addHelpText(...helpExamples('broadsheet limits list --status pending'))
    .action(async (flags: JsonFlag & { status?: string }, command: Command) => {
      const status = statuses.find((name) => name === flags.status)
      if (flags.status !== undefined && !status) {
        throw usageError([`--status must be one of ${statuses.join(', ')}`])
      }
      const rows = await withOperator(command, context, (operator) => operator.listLimitRequests(status))
      context.terminal.list(rows, flags, {
        REQUEST: 'id',
        EMAIL: 'email',
        STATUS: 'status',
        'PER SECOND': 'requests_per_second',
        'PER MINUTE': 'requests_per_minute',
        CREATED: 'created_at',
        REASON: 'reason',
      })
    })

  decideCommand(
    'approve',
    'Grant the requested limits, or others. Takes effect on running servers within a second.',
  )
    .option('--per-second <n>', 'Requests per second (default: as requested).')
    .option('--per-minute <n>', 'Requests per minute (default: as requested).')
    .addHelpText(
      ...helpExamples(
        'broadsheet limits approve lr_0123',
        'broadsheet limits approve lr_0123 --per-second 3000',
      ),
    )
    .action((id: string, flags: DecideFlags, command: Command) => decide(id, 'approved', flags, command))

  decideCommand('reject', 'Reject a request. The identity may send another.')
    .addHelpText(...helpExamples('broadsheet limits reject lr_0123 --note "Please use the bulk download."'))
    .action((id: string, flags: DecideFlags, command: Command) => decide(id, 'rejected', flags, command))

  function decideCommand(name: string, about: string): Command {
    return dataCommand(limits, name)
      .description(about)
      .argument('<request>', 'The id of the request, from `limits list`.')
      .option('--note <text>', 'Message to the caller.')
  }

  async function decide(
    id: string,
    status: 'approved' | 'rejected',
    { perSecond, perMinute, note, ...flags }: DecideFlags,
    command: Command,
  ): Promise<void> {
    const decision = {
      note,
      perSecond: parsePositiveInteger('--per-second', perSecond, 1_000_000),
      perMinute: parsePositiveInteger('--per-minute', perMinute, 60_000_000),
    }
    const request = await withOperator(command, context, (operator) => operator.decide(id, status, decision))
    const rates = `${request.requests_per_second} per second, ${request.requests_per_minute} per minute`
    context.terminal.result(
      request,
      flags,
      () => `Request ${request.id} is ${status}${status === 'approved' ? `: ${rates}` : ''}.`,
    )
  }
}
