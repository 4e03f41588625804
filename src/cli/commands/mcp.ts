/** `broadsheet mcp`: connects an agent that starts its servers itself, over standard input and output. */

import { stdin } from 'node:process'
import type { AddCommand } from '../command-context.ts'
import { readServerAddress, requestServer } from '../remote/server-address.ts'
import { bridgeStdio } from '../remote/stdio-bridge.ts'
import { helpExamples } from '../terminal/help-examples.ts'

export const addMcp: AddCommand = (program, context) => {
  program
    .command('mcp')
    .description(
      'Connect an agent to a running server by the Model Context Protocol, over standard input and output. BROADSHEET_URL names the server (default: http://localhost:8000), BROADSHEET_KEY an API key.',
    )
    .addHelpText(...helpExamples('broadsheet mcp', 'BROADSHEET_URL=https://data.example.org broadsheet mcp'))
    .action(async () => {
      const server = readServerAddress(context)
      const { terminal, stopSignal } = context
      stopSignal.addEventListener('abort', () => stdin.destroy(), { once: true })
      await bridgeStdio({
        input: stdin,
        write: (line) => terminal.data(line),
        post: (body, headers, signal) =>
          requestServer(server, '/mcp', {
            method: 'POST',
            headers,
            body,
            signal: AbortSignal.any([signal, stopSignal]),
          }),
      })
    })
}
