/** Runs one command line and returns its exit code, which `main.js` sets. */

import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { systemClock } from '../core/clock.ts'
import type { CommandContext, CommandHost } from './command-context.ts'
import { loadCommands } from './commands/index.ts'
import { toCommandExit } from './exit.ts'
import { listenForStop } from './stop-signal.ts'
import { helpExamples } from './terminal/help-examples.ts'
import { createTerminal, type Streams } from './terminal/terminal.ts'

/** What the commands talk about. */
const words = `
Words:
  source:   A platform that data comes from, such as greenhouse.
  member:   One of many on that platform: a theater, a job board, a trust center.
  sync:     Reads the members of a source and publishes what they list.
  artifact: What a source answered for one member at one time, saved unchanged.
  ledger:   The database of what no source has: identities, keys, credits, syncs.`

export async function runCommandLine(args: readonly string[], host: CommandHost): Promise<number> {
  using stop = listenForStop()
  const terminal = createTerminal(host)
  const context: CommandContext = {
    terminal,
    env: host.env,
    cwd: () => host.cwd(),
    clock: systemClock,
    stopSignal: stop.signal,
    debug: args.includes('--debug'),
  }
  try {
    const program = createProgram(host)
    for (const add of await loadCommands(args[0])) add(program, context)
    await program.parseAsync([...args], { from: 'user' })
    return 0
  } catch (thrown) {
    const exit = toCommandExit(thrown, context.debug)
    if (exit.message) terminal.note(exit.message)
    return exit.code
  }
}

function createProgram({ stdout, stderr }: Streams): Command {
  return new Command('broadsheet')
    .description(packageJson.description)
    .version(packageJson.version, '-V, --version', 'Show the version.')
    .helpOption('-h, --help', 'Show this help.')
    .helpCommand('help [command]', 'Show the help of a command.')
    .option('--debug', 'Print the stack when something fails.')
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError('Add --help to see the commands and options.')
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    })
    .addHelpText('after', words)
    .addHelpText(...helpExamples('broadsheet serve', 'broadsheet sync', 'broadsheet help serve'))
}
