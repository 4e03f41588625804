/** `broadsheet listen`: posts the changes of a running server to a receiver on this machine. */

import { type Command, InvalidArgumentError, Option } from 'commander'
import { createAppContext } from '../../app/app-context.ts'
import { type LoggedService, loggedServices } from '../../core/logged-services.ts'
import type { AddCommand } from '../command-context.ts'
import { dataSettings, loadSettings, withSettings } from '../command-settings.ts'
import { toCells } from '../name-value.ts'
import { helpExamples } from '../terminal/help-examples.ts'

interface ListenFlags {
  readonly forwardTo: string
  readonly server?: string
  readonly service: LoggedService
  readonly filter: readonly string[]
}

export const addListen: AddCommand = (program, context) => {
  withSettings(program.command('listen'), [...dataSettings, 'server.port'])
    .description(
      'Post the changes of a running server to a receiver on this machine, signed as webhooks are: for receivers that are being written. Each change is sent once.',
    )
    .requiredOption('--forward-to <url>', 'The address of the receiver.', parseAddress)
    .option('--server <url>', 'The server. Default: the one of these settings on this machine.', parseAddress)
    .addOption(new Option('--service <name>', 'Whose changes.').choices(loggedServices).default('cinema'))
    .option('--filter <name=value>', 'A parameter of the changes. Repeatable.', addText, [])
    .addHelpText(
      ...helpExamples(
        'broadsheet listen --forward-to http://localhost:3000/hook',
        'broadsheet listen --forward-to http://localhost:3000/hook --filter type=showtime.seats_freed',
      ),
    )
    .action(async (flags: ListenFlags, command: Command) => {
      const { listen, listenSecret } = await import('../../app/webhooks/listen.ts')
      const filters = toCells(flags.filter)
      const appContext = await createAppContext(loadSettings(command, context), context)
      const { terminal, stopSignal: signal } = context
      const server = flags.server ?? `http://localhost:${appContext.loaded.config.server.port}`
      await listen(appContext, {
        server,
        service: flags.service,
        filters,
        forwardTo: flags.forwardTo,
        signal,
        onStart: () => {
          terminal.note(`The secret of the receiver: ${listenSecret(appContext)}`)
          terminal.note(
            `Changes of ${flags.service} at ${server} are posted to ${flags.forwardTo}. Ctrl-C ends it.`,
          )
        },
        onDelivery: ({ type, number }, { status, error }) =>
          terminal.data(`${number} ${type}: ${status ?? error}`),
        onNote: (text) => terminal.note(text),
      })
    })
}

function parseAddress(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('It must start with http:// or https://.')
  return url.href
}

function addText(text: string, texts: readonly string[]): readonly string[] {
  return [...texts, text]
}
