/** Loads all settings from defaults, file, environment and flags, and reports all problems together. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { relative, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigurationError } from '../errors.ts'
import { closestMatch } from '../text/closest-match.ts'
import { configProblems, configWarnings } from './config-rules.ts'
import { type ConfigTable, type SettingName, settings } from './config-table.ts'
import type { ParsedConfigFile } from './parse-config-file.ts'
import { Secret, secretMask } from './secret.ts'
import { maskPasswords, type ParseResult, quoteValue, type RawValue, type Setting } from './setting.ts'

export type { SettingName } from './config-table.ts'
export { Secret } from './secret.ts'

type KeysBy<Section, Hidden extends boolean> = {
  [Key in keyof Section]: Section[Key] extends Setting<infer _, Hidden> ? Key : never
}[keyof Section]

type ValueOf<S> = S extends Setting<infer Value, boolean> ? Value : never

/** The settings that are not secret, by section and key. */
export type Config = {
  readonly [S in keyof ConfigTable as KeysBy<ConfigTable[S], false> extends never ? never : S]: {
    readonly [K in KeysBy<ConfigTable[S], false>]: ValueOf<ConfigTable[S][K]>
  }
}

type AsSecret<Value> = Value extends string ? Secret : Value

/** The secret settings, by section and key; they print as dots. */
export type Secrets = {
  readonly [S in keyof ConfigTable as KeysBy<ConfigTable[S], true> extends never ? never : S]: {
    readonly [K in KeysBy<ConfigTable[S], true>]: AsSecret<ValueOf<ConfigTable[S][K]>>
  }
}

export interface ConfigSources {
  /** `--config FILE`. Default: `broadsheet.config.yaml`, if it exists. */
  readonly file?: string | undefined
  readonly flags?: Readonly<Partial<Record<SettingName, RawValue>>>
  readonly env?: Variables
  readonly cwd?: string
  /** Whether the live profile must have a secret. Default: true. */
  readonly needsSecret?: boolean
}

export interface ExplainedSetting {
  readonly name: SettingName
  /** As it would be written; dots for a secret, undefined where there is no value. */
  readonly value: string | undefined
  readonly origin: string
}

export interface LoadedConfig {
  /** Besides the environment. Threads receive these instead of secrets, and load the settings again. */
  readonly sources: Pick<ConfigSources, 'file' | 'flags' | 'cwd' | 'needsSecret'>
  readonly config: Config
  readonly secrets: Secrets
  readonly explained: readonly ExplainedSetting[]
  /** Valid, but most likely a mistake. */
  readonly warnings: readonly string[]
}

export interface ConfigExamination {
  /** Only the valid ones. */
  readonly values: ReadonlyMap<SettingName, unknown>
  readonly explained: readonly ExplainedSetting[]
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

const load = createRequire(import.meta.url)
const defaultFileName = 'broadsheet.config.yaml'

type Variables = Readonly<Record<string, string | undefined>>
type ConfigFile = ParsedConfigFile & { readonly displayPath: string }

/** Where settings come from, the one that wins first. */
interface Layers {
  readonly flags: Readonly<Partial<Record<SettingName, RawValue>>>
  readonly env: Variables
  readonly dotenv: Variables
  readonly file: ConfigFile | undefined
}

interface RawSetting {
  readonly raw: RawValue
  readonly origin: string
}

/** Throws one `ConfigurationError` with all problems. */
export function loadConfig(sources: ConfigSources = {}): LoadedConfig {
  const { values, explained, problems, warnings } = examineConfig(sources)
  if (problems.length > 0) throw new ConfigurationError(problems)
  return {
    sources: {
      file: sources.file,
      flags: sources.flags ?? {},
      cwd: sources.cwd ?? process.cwd(),
      needsSecret: sources.needsSecret ?? true,
    },
    config: nestBySection(values, false) as Config,
    secrets: nestBySection(values, true) as Secrets,
    explained,
    warnings,
  }
}

/** The same without throwing: values and origins, even when some are invalid. */
export function examineConfig(sources: ConfigSources = {}): ConfigExamination {
  const cwd = sources.cwd ?? process.cwd()
  const env = sources.env ?? process.env
  const problems: string[] = []
  const file = readConfigFile(sources.file, cwd, problems)
  const dotenv = readDotenv(cwd, problems)

  const layers: Layers = { flags: sources.flags ?? {}, env, dotenv, file }
  const values = new Map<SettingName, unknown>()
  const explained: ExplainedSetting[] = []
  for (const { name, setting } of settings) {
    const parse = (rawSetting: RawSetting) => {
      const result = setting.parse(rawSetting.raw, cwd)
      if ('problem' in result) problems.push(describeProblem(name, setting, rawSetting, result.problem))
      return result
    }
    const [winner, ...overridden] = findRawSettings(name, setting, layers)
    const result = winner ? parse(winner) : parseDefault(setting, cwd)
    if ('value' in result) values.set(name, result.value)
    // Overridden values are checked too: they count as soon as the flag is gone.
    for (const rawSetting of overridden) parse(rawSetting)
    const value = displayValue(setting, 'value' in result ? result.value : winner?.raw)
    explained.push({ name, value, origin: winner?.origin ?? 'default' })
  }

  problems.push(...configProblems(values, sources.needsSecret ?? true))
  const warnings = [
    ...configWarnings(values),
    ...misspelledVariables(env, 'the environment'),
    ...misspelledVariables(dotenv, '.env'),
  ]
  return { values, explained, problems, warnings }
}

/** From every layer that has it, the one that wins first. */
function findRawSettings(
  name: SettingName,
  setting: Setting,
  { flags, env, dotenv, file }: Layers,
): RawSetting[] {
  const rawSettings: RawSetting[] = []
  const flag = flags[name]
  if (flag !== undefined) rawSettings.push({ raw: flag, origin: `flag ${setting.flag ?? name}` })
  // An empty variable counts as unset: compose files pass empty ones for settings without a value.
  const fromEnv = env[setting.env]
  if (fromEnv) rawSettings.push({ raw: fromEnv, origin: `environment variable ${setting.env}` })
  const fromDotenv = dotenv[setting.env]
  if (fromDotenv) rawSettings.push({ raw: fromDotenv, origin: `${setting.env} in .env` })
  const fromFile = file?.values.get(name)
  if (fromFile) rawSettings.push({ raw: fromFile.raw, origin: `${file?.displayPath}, line ${fromFile.line}` })
  return rawSettings
}

function parseDefault(setting: Setting, cwd: string): ParseResult<unknown> {
  return setting.type === 'path' && typeof setting.default === 'string'
    ? setting.parse(setting.default, cwd)
    : { value: setting.default }
}

function describeProblem(
  name: SettingName,
  setting: Setting,
  { raw, origin }: RawSetting,
  problem: string,
): string {
  const value = setting.secret ? 'the value' : typeof raw === 'string' ? quoteValue(raw) : 'the list'
  return `${name}: ${value} from ${origin} ${problem}; it must be ${setting.expects}`
}

function displayValue(setting: Setting, value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (setting.secret) return secretMask
  return maskPasswords(Array.isArray(value) ? value.join('; ') : String(value))
}

function readConfigFile(
  configPath: string | undefined,
  cwd: string,
  problems: string[],
): ConfigFile | undefined {
  const path = resolve(cwd, configPath ?? defaultFileName)
  const displayPath = configPath ?? relative(cwd, path)
  const content = readText(path, displayPath, configPath !== undefined, problems)
  if (content === undefined) return undefined
  // Loaded only if there is a file: the YAML parser is large.
  const { parseConfigFile } = load('./parse-config-file.ts') as typeof import('./parse-config-file.ts')
  const parsed = parseConfigFile(content, displayPath)
  problems.push(...parsed.problems)
  return { ...parsed, displayPath }
}

function readDotenv(cwd: string, problems: string[]): Variables {
  const content = readText(resolve(cwd, '.env'), '.env', false, problems)
  return content === undefined ? {} : parseEnv(content)
}

function readText(
  path: string,
  displayPath: string,
  required: boolean,
  problems: string[],
): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code ?? 'unknown'
    if (code === 'ENOENT' && !required) return undefined
    const reasons: Record<string, string> = {
      ENOENT: 'there is no such file',
      EISDIR: 'it is a folder, not a file',
    }
    problems.push(`${displayPath}: cannot be read: ${reasons[code] ?? code}`)
    return undefined
  }
}

function misspelledVariables(env: Variables, origin: string): string[] {
  const variableNames = new Set(settings.map(({ setting }) => setting.env))
  return Object.keys(env)
    .filter((name) => name.startsWith('BROADSHEET_') && !variableNames.has(name))
    .flatMap((name) => {
      const meant = closestMatch(name, variableNames)
      return meant ? [`${name} in ${origin} is not a setting; did you mean ${meant}?`] : []
    })
}

function nestBySection(values: ReadonlyMap<SettingName, unknown>, hidden: boolean): object {
  const nested: Record<string, Record<string, unknown>> = {}
  for (const { name, setting } of settings) {
    if (setting.secret !== hidden) continue
    const [section = '', key = ''] = name.split('.')
    const value = values.get(name)
    nested[section] ??= {}
    nested[section][key] = hidden && typeof value === 'string' ? new Secret(value) : value
  }
  for (const section of Object.values(nested)) Object.freeze(section)
  return Object.freeze(nested)
}
