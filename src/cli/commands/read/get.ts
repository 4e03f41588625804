/** `broadsheet get`: one request to a running server. */

import { printableLines } from '../../../core/text/printable.ts'
import type { AddCommand } from '../../command-context.ts'
import { CommandFailed, usageError } from '../../exit.ts'
import {
  readServerAddress,
  reasonOf,
  requestServer,
  type ServerResponse,
} from '../../remote/server-address.ts'
import { helpExamples } from '../../terminal/help-examples.ts'

interface GetFlags {
  readonly csv?: boolean
}

export const addGet: AddCommand = (program, context) => {
  program
    .command('get')
    .description('Send a request to a running server, which BROADSHEET_URL names, and print the response.')
    .argument('<path>', 'A path with its query.')
    .option('--csv', 'Print the rows of a list as CSV.')
    .addHelpText(
      ...helpExamples(
        'broadsheet get "/cinema/v1/movies/search?playing_now=true&limit=5"',
        'broadsheet get /notices/v1/notices --csv',
      ),
    )
    .action(async (path: string, { csv }: GetFlags) => {
      if (!/^\/(?!\/)/.test(path)) throw usageError(['the path must start with one slash'])
      const server = readServerAddress(context)
      const headers = { accept: csv ? 'text/csv' : 'application/json' }
      const response = await requestServer(server, path, { headers, signal: context.stopSignal }).catch(
        (thrown: unknown) => {
          context.stopSignal.throwIfAborted()
          throw new CommandFailed(`${server.url} does not answer: ${reasonOf(thrown)}`)
        },
      )
      const shown = toShown(response)
      if (response.status >= 400) throw new CommandFailed(`${response.status}\n${printableLines(shown)}`)
      context.terminal.foreign(shown)
    })
}

function toShown({ status, type, text }: ServerResponse): string {
  if (!/\bjson\b/.test(type)) return text.trimEnd()
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    throw new CommandFailed(`The server responded with status ${status} and a body that is not JSON.`)
  }
}
