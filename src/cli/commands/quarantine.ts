/** `broadsheet quarantine`: lists the members that are not synced because they stalled the sync thread, and releases them. */

import type { Command } from 'commander'
import { createAppContext } from '../../app/app-context.ts'
import type { SyncEngine } from '../../app/sync-app.ts'
import { toInstant } from '../../core/clock.ts'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { dataSettings, loadSettings, withSettings } from '../command-settings.ts'
import { CommandFailed } from '../exit.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import { toTable } from '../terminal/table.ts'
import type { JsonFlag } from '../terminal/terminal.ts'

export const addQuarantine: AddCommand = (program, context) => {
  const quarantine = program
    .command('quarantine')
    .description('List and release members that are not synced because they stalled the sync thread.')
    .addHelpText(
      ...helpExamples('broadsheet quarantine list', 'broadsheet quarantine release gazette alderbrook'),
    )

  withSettings(quarantine.command('list'), dataSettings)
    .description('List the members in quarantine, and those that are on probation after it.')
    .option('--json', 'Print JSON.')
    .addHelpText(...helpExamples('broadsheet quarantine list'))
    .action(async (flags: JsonFlag, command: Command) => {
      const rows = await withEngine(command, context, (engine) => engine.quarantine())
      const members = rows.map((row) => ({
        source_id: row.source_id,
        member_id: row.member_id,
        reason: row.reason,
        times: row.times,
        since: toInstant(row.since),
        until: toInstant(row.until),
      }))
      context.terminal.result(members, flags, () =>
        toTable(
          ['SOURCE', 'MEMBER', 'SINCE', 'UNTIL', 'TIMES', 'REASON'],
          members.map((row) => [
            row.source_id,
            row.member_id,
            row.since,
            row.until,
            String(row.times),
            row.reason,
          ]),
        ),
      )
    })

  withSettings(quarantine.command('release'), dataSettings)
    .description('Let the next run of the source try the member again.')
    .argument('<source>', 'The source, from `quarantine list`.')
    .argument('<member>', 'The member, from `quarantine list`.')
    .option('--json', 'Print JSON.')
    .addHelpText(...helpExamples('broadsheet quarantine release gazette alderbrook'))
    .action(async (sourceId: string, memberId: string, flags: JsonFlag, command: Command) => {
      const released = await withEngine(command, context, (engine) => engine.release({ sourceId, memberId }))
      if (!released) throw new CommandFailed(`${sourceId}/${memberId} is not in quarantine.`)
      context.terminal.result(
        { source_id: sourceId, member_id: memberId, released },
        flags,
        () => `${sourceId}/${memberId} is released.`,
      )
    })
}

async function withEngine<Result>(
  command: Command,
  context: CommandContext,
  work: (engine: SyncEngine) => Promise<Result>,
): Promise<Result> {
  const loaded = loadSettings(command, context)
  const { createSyncApp } = await import('../../app/sync-app.ts')
  await using syncApp = await createSyncApp(await createAppContext(loaded, context))
  return await work(syncApp.engine)
}
