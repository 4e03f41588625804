/** `broadsheet completion`: prints a script that completes commands and options in a shell. */

import type { Command } from 'commander'
import type { AddCommand } from '../command-context.ts'
import { suggestName, usageError } from '../exit.ts'
import { helpExamples } from '../terminal/help-examples.ts'

const shells: Readonly<Record<string, (program: Command) => string>> = {
  bash: toBashScript,
  zsh: (program) => `autoload -Uz bashcompinit && bashcompinit\n${toBashScript(program)}`,
  fish: toFishScript,
}

export const addCompletion: AddCommand = (program, context) => {
  program
    .command('completion')
    .description('Print a script that completes commands and options in your shell.')
    .argument('<shell>', Object.keys(shells).join(', '))
    .addHelpText(
      ...helpExamples(
        'broadsheet completion fish > ~/.config/fish/completions/broadsheet.fish',
        'source <(broadsheet completion bash)',
      ),
    )
    .action((shell: string) => {
      const toScript = shells[shell]
      if (!toScript)
        throw usageError([
          `there is no completion for "${shell}"; ${suggestName(shell, Object.keys(shells))}`,
        ])
      context.terminal.data(toScript(program))
    })
}

interface CompletedCommand {
  /** `keys list`; empty for the program itself. */
  readonly path: string
  readonly command: Command
}

function listCommands(command: Command, path = ''): CompletedCommand[] {
  return [
    { path, command },
    ...command.commands.flatMap((child) => listCommands(child, `${path} ${child.name()}`.trim())),
  ]
}

function wordsOf(command: Command): string[] {
  const options = command.options.flatMap(({ long }) => long ?? [])
  return [...command.commands.map((child) => child.name()), ...options, '--help']
}

function toBashScript(program: Command): string {
  const commands = listCommands(program)
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`]))
  return `_broadsheet() {
  local word path='' words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${paths.join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${commands.map(({ path, command }) => `    '${path}') words='${wordsOf(command).join(' ')}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _broadsheet broadsheet`
}

function toFishScript(program: Command): string {
  const lines = listCommands(program).flatMap(({ path, command }) => {
    const names = path.split(' ').filter((name) => name !== '')
    const condition =
      names.length === 0
        ? '__fish_use_subcommand'
        : names.map((name) => `__fish_seen_subcommand_from ${name}`).join('; and ')
    const add = (rest: string) => `complete -c broadsheet -n '${condition}' ${rest}`
    return [
      ...command.commands.map((child) => add(`-f -a ${child.name()} -d ${quote(child.description())}`)),
      ...command.options.flatMap(({ long, description }) =>
        long === undefined || long === null ? [] : [add(`-l ${long.slice(2)} -d ${quote(description)}`)],
      ),
    ]
  })
  return lines.join('\n')
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
