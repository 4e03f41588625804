/** `broadsheet quarantine`: lists the members that are not synced because they stalled the sync thread, and releases them. */

import type { Command } from 'commander'
import { createAppContext } from '../../../app/app-context.ts'
import type { readQuarantine } from '../../../app/store.ts'
import { toInstant } from '../../../core/clock.ts'
import type { AddCommand, CommandContext } from '../../command-context.ts'
import { dataCommand, loadSettings } from '../../command-settings.ts'
import { CommandFailed } from '../../exit.ts'
import { helpExamples } from '../../terminal/help-examples.ts'
import type { JsonFlag } from '../../terminal/terminal.ts'

type QuarantinedMember = Awaited<ReturnType<typeof readQuarantine>>[number]

export const addQuarantine: AddCommand = (program, context) => {
  const quarantine = program
    .command('quarantine')
    .description('List and release members that are not synced because they stalled the sync thread.')
    .addHelpText(
      ...helpExamples('broadsheet quarantine list', 'broadsheet quarantine release gazette alderbrook'),
    )

  dataCommand(quarantine, 'list')
    .description('List the members in quarantine, and those that are on probation after it.')
    .addHelpText(...helpExamples('broadsheet quarantine list'))
    .action(async (flags: JsonFlag, command: Command) => {
      await using access = await openQuarantine(command, context)
      const members = (await access.list()).map(toJson)
      context.terminal.list(members, flags, {
        SOURCE: 'source_id',
        MEMBER: 'member_id',
        SINCE: 'since',
        UNTIL: 'until',
        TIMES: 'times',
        REASON: 'reason',
      })
    })

  dataCommand(quarantine, 'release')
    .description('Let the next run of the source try the member again.')
    .argument('<source>', 'The source, from `quarantine list`.')
    .argument('<member>', 'The member, from `quarantine list`.')
    .addHelpText(...helpExamples('broadsheet quarantine release gazette alderbrook'))
    .action(async (sourceId: string, memberId: string, flags: JsonFlag, command: Command) => {
      await using access = await openQuarantine(command, context)
      const released = await access.release({ sourceId, memberId })
      if (!released) throw new CommandFailed(`${sourceId}/${memberId} is not in quarantine.`)
      context.terminal.result(
        { source_id: sourceId, member_id: memberId, released },
        flags,
        () => `${sourceId}/${memberId} is released.`,
      )
    })
}

function toJson({ source_id, member_id, since, until, times, reason }: QuarantinedMember) {
  return { source_id, member_id, since: toInstant(since), until: toInstant(until), times, reason }
}

/** Neither creates a database nor rebuilds one. */
async function openQuarantine(command: Command, context: CommandContext) {
  const loaded = loadSettings(command, context, { needsSecret: false })
  const { createStore, readQuarantine, releaseMember, requireDatabase } = await import(
    '../../../app/store.ts'
  )
  requireDatabase(loaded)
  const store = await createStore(await createAppContext(loaded, context), 'worker', { mayMigrate: false })
  return {
    list: () => readQuarantine(store.ledger),
    release: (member: Parameters<typeof releaseMember>[1]) => releaseMember(store.ledger, member),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}
