/** Command-line options for settings, generated from the settings table. */

import type { Command } from 'commander'
import { type AppContext, createAppContext } from '../app/app-context.ts'
import { settings } from '../core/config/config-table.ts'
import {
  type ConfigSources,
  type LoadedConfig,
  loadConfig,
  type SettingName,
} from '../core/config/load-config.ts'
import { type RawValue, toDuration } from '../core/config/setting.ts'
import type { CommandContext } from './command-context.ts'
import { usageError } from './exit.ts'

/** For every command that touches data. */
export const dataSettings = ['run.profile', 'store.dataDir'] as const satisfies SettingName[]

/** For commands about the server as a whole. */
export const serverSettings = [
  ...dataSettings,
  'server.host',
  'server.port',
  'server.workers',
  'sandbox.faults',
] as const satisfies SettingName[]

/** Adds `--config` and the flags of the named settings. */
export function withSettings(command: Command, names: readonly SettingName[]): Command {
  for (const { name, setting } of settings) {
    if (!names.includes(name) || setting.flag === undefined) continue
    const option = `${setting.flag} <${setting.type === 'list' ? 'entry' : 'value'}>`
    const about = `${setting.about}${setting.type === 'list' ? ' Repeatable.' : ''} (default: ${defaultText(setting)}; environment: ${setting.env})`
    if (setting.type === 'list') command.option(option, about, collect)
    else command.option(option, about)
  }
  return command.option('--config <file>', 'Settings file (default: broadsheet.config.yaml).')
}

/** A command about data, which can print JSON. */
export function dataCommand(parent: Command, name: string): Command {
  return withSettings(parent.command(name), dataSettings).option('--json', 'Print JSON.')
}

function defaultText({ type, default: value }: (typeof settings)[number]['setting']): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none'
  return type === 'duration' ? toDuration(Number(value)) : String(value)
}

/** `needsSecret: false` is for commands that neither sign nor hash anything. Throws `ConfigurationError`; prints warnings. */
export function loadSettings(
  command: Command,
  context: CommandContext,
  { needsSecret = true }: Pick<ConfigSources, 'needsSecret'> = {},
): LoadedConfig {
  const loaded = loadConfig({ ...configSources(command, context), needsSecret })
  context.debug ||= ['debug', 'trace'].includes(loaded.config.log.level)
  for (const warning of loaded.warnings) context.terminal.note(`warning: ${warning}`)
  return loaded
}

/** For commands that need no secret. */
export async function openAppContext(command: Command, context: CommandContext): Promise<AppContext> {
  return await createAppContext(loadSettings(command, context, { needsSecret: false }), context)
}

/** The members of the sandbox are made up: only the live profile has a registry. */
export function requireLive({ config }: LoadedConfig): void {
  if (config.run.profile !== 'live')
    throw usageError(['the members of the sandbox are made up; add --profile live'])
}

/** The settings on the command line, the file to read, and where the command runs. */
export function configSources(command: Command, { env, cwd }: CommandContext): ConfigSources {
  const options = command.optsWithGlobals<Record<string, RawValue | undefined>>()
  const flags: Partial<Record<SettingName, RawValue>> = {}
  for (const { name, setting } of settings) {
    const value = setting.flag && options[camelCase(setting.flag)]
    if (value !== undefined) flags[name] = value
  }
  const file = typeof options.config === 'string' ? options.config : undefined
  return { flags, file, env, cwd: cwd() }
}

function collect(entry: string, previous: readonly string[] | undefined): string[] {
  return [...(previous ?? []), entry]
}

function camelCase(flag: string): string {
  return flag.replace(/^--/, '').replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
