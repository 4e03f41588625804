/** `broadsheet alarms`: lists what is wrong now, mutes it, and tests the ways to operators. */

import { type Command, InvalidArgumentError } from 'commander'
import type { AddCommand } from '../command-context.ts'
import { dataCommand, openAppContext } from '../command-settings.ts'
import { CommandFailed } from '../exit.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import type { JsonFlag } from '../terminal/terminal.ts'

interface MuteFlags extends JsonFlag {
  readonly days: number
  readonly note?: string
}

const target = ['<alarm>', 'The id, from `alarms list`; a kind, such as host_refuses; or all.'] as const

export const addAlarms: AddCommand = (program, context) => {
  const alarms = program
    .command('alarms')
    .description('List and mute alarms, and send a test message to operators.')
    .addHelpText(...helpExamples('broadsheet alarms list', 'broadsheet alarms mute host_refuses --days 3'))

  dataCommand(alarms, 'list')
    .description('List open alarms, and what is muted.')
    .addHelpText(...helpExamples('broadsheet alarms list'))
    .action(async (flags: JsonFlag, command: Command) => {
      const { listAlarms } = await import('../../app/alarms/alarm-commands.ts')
      const found = await listAlarms(await openAppContext(command, context))
      if (flags.json) return context.terminal.result(found, flags, String)
      const columns = { ALARM: 'id', STATE: 'state', SINCE: 'since', DETAIL: 'detail' } as const
      context.terminal.list(found.alarms, flags, columns)
      for (const { target, until, muted_by, note } of found.mutes)
        context.terminal.note(`${target} is muted until ${until} by ${muted_by}${note ? `: ${note}` : ''}`)
    })

  dataCommand(alarms, 'mute')
    .description('Do not announce an alarm for a while, also if it is not open yet.')
    .argument(...target)
    .option('--days <n>', 'For so many days, 1 to 365.', parseDays, 1)
    .option('--note <text>', 'Why, in at most 200 characters.')
    .addHelpText(...helpExamples('broadsheet alarms mute host_refuses:api.example.org --days 7'))
    .action(async (name: string, { days, note, ...flags }: MuteFlags, command: Command) => {
      const { muteFromCommandLine } = await import('../../app/alarms/alarm-commands.ts')
      const wanted = { target: name, hours: days * 24, note }
      const muted = await muteFromCommandLine(await openAppContext(command, context), wanted)
      context.terminal.result(muted, flags, ({ until }) => `${name} is muted until ${until}.`)
    })

  dataCommand(alarms, 'unmute')
    .description('Send messages about an alarm again.')
    .argument(...target)
    .addHelpText(...helpExamples('broadsheet alarms unmute host_refuses:api.example.org'))
    .action(async (name: string, flags: JsonFlag, command: Command) => {
      const { unmuteFromCommandLine } = await import('../../app/alarms/alarm-commands.ts')
      await unmuteFromCommandLine(await openAppContext(command, context), name)
      context.terminal.result({ target: name }, flags, () => `${name} is no longer muted.`)
    })

  dataCommand(alarms, 'test')
    .description('Send a test to the addresses of operators and to the webhook.')
    .addHelpText(...helpExamples('broadsheet alarms test --profile live'))
    .action(async (flags: JsonFlag, command: Command) => {
      const { testAlarms } = await import('../../app/alarms/alarm-commands.ts')
      const sent = await testAlarms(await openAppContext(command, context), context.stopSignal)
      context.terminal.list(sent, flags, { RECIPIENT: 'recipient', RESULT: ({ error }) => error ?? 'sent' })
      if (sent.some(({ error }) => error !== null)) throw new CommandFailed('Not every test could be sent.')
    })
}

function parseDays(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text) || Number(text) > 365)
    throw new InvalidArgumentError('It must be a whole number from 1 to 365.')
  return Number(text)
}
