/** The options that stand for settings: their names and sentences come from the table, their values go back into it. */

import type { Command } from 'commander'
import { settings } from '../core/config/config-table.ts'
import {
  type ConfigSources,
  type LoadedConfig,
  loadConfig,
  type SettingName,
} from '../core/config/load-config.ts'
import type { RawValue } from '../core/config/setting.ts'
import type { CommandContext } from './command-context.ts'

/** Where data comes from and where it lies: every command that touches data takes these. */
export const dataSettings = ['run.profile', 'store.dataDir'] as const satisfies SettingName[]

/** Adds `--config` and the flags of the named settings. */
export function withSettings(command: Command, names: readonly SettingName[]): Command {
  for (const { name, setting } of settings) {
    if (!names.includes(name) || setting.flag === undefined) continue
    const option = `${setting.flag} <${setting.type === 'list' ? 'entry' : 'value'}>`
    if (setting.type === 'list') command.option(`${option}`, `${setting.about} Repeatable.`, collect)
    else command.option(option, `${setting.about} (${setting.env})`)
  }
  return command.option('--config <file>', 'Settings file, instead of broadsheet.config.yaml.')
}

/** Throws `Misconfigured`; tells warnings on the way. */
export function loadSettings(command: Command, context: CommandContext): LoadedConfig {
  const loaded = loadConfig(configSources(command))
  context.debug ||= ['debug', 'trace'].includes(loaded.config.log.level)
  for (const warning of loaded.warnings) context.terminal.note(`warning: ${warning}`)
  return loaded
}

/** What the command line adds to file and environment. */
export function configSources(command: Command): ConfigSources {
  const options = command.optsWithGlobals<Record<string, RawValue | undefined>>()
  const flags: Partial<Record<SettingName, RawValue>> = {}
  for (const { name, setting } of settings) {
    const value = setting.flag && options[camelCase(setting.flag)]
    if (value !== undefined) flags[name] = value
  }
  const file = typeof options.config === 'string' ? options.config : undefined
  return { flags, file }
}

function collect(entry: string, previous: readonly string[] | undefined): string[] {
  return [...(previous ?? []), entry]
}

function camelCase(flag: string): string {
  return flag.replace(/^--/, '').replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
