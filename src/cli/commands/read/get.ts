/** `broadsheet get`: one request to a running server. */

import type { AddCommand } from '../../command-context.ts'
import { CommandFailed, usageError } from '../../exit.ts'
import { readServerAddress, requestServer } from '../../remote/server-address.ts'
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
        (thrown: Error) => {
          throw new CommandFailed(`${server.url} does not answer: ${thrown.message}`)
        },
      )
      const { status, text } = response
      const isJson = /\bjson\b/.test(response.type)
      const shown = isJson ? JSON.stringify(JSON.parse(text), undefined, 2) : text.trimEnd()
      if (status >= 400) throw new CommandFailed(`${status}\n${shown}`)
      context.terminal.data(shown)
    })
}
