/** Runs one command line to its end and says how it went; `main.js` turns that into the exit code. */

import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { systemClock } from '../core/clock.ts'
import type { CommandContext } from './command-context.ts'
import { commands } from './commands/index.ts'
import { toEnding } from './exit.ts'
import { listenForStop } from './stop-signal.ts'
import { examples } from './terminal/help-examples.ts'
import { openTerminal, type Streams } from './terminal/terminal.ts'

/** Resolves to the exit code; has written everything there is to say. */
export async function runCommandLine(args: readonly string[], streams: Streams): Promise<number> {
  using stop = listenForStop()
  const terminal = openTerminal(streams)
  const context: CommandContext = {
    terminal,
    clock: systemClock,
    stop: stop.signal,
    debug: args.includes('--debug'),
  }
  try {
    await createProgram(context, streams).parseAsync([...args], { from: 'user' })
    return 0
  } catch (thrown) {
    const ending = toEnding(thrown, context.debug)
    if (ending.message) terminal.note(ending.message)
    return ending.code
  }
}

function createProgram(context: CommandContext, { stdout, stderr }: Streams): Command {
  const program = new Command('broadsheet')
    .description(packageJson.description)
    .version(packageJson.version, '-V, --version', 'Show the version.')
    .helpOption('-h, --help', 'Show this page.')
    .helpCommand('help [command]', 'Show the page of a command.')
    .option('--debug', 'Show stacks when something fails.')
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    })
    .addHelpText('after', examples(['broadsheet serve', 'broadsheet sync', 'broadsheet help serve']))
  for (const add of commands) add(program, context)
  return program
}
