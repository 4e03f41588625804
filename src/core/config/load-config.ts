/** Reads all settings from defaults, file, environment and flags, checks them, and tells every problem at once. */

import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { closestMatch } from '../closest-match.ts'
import { ConfigurationError } from '../errors.ts'
import { configProblems, configWarnings } from './config-rules.ts'
import { type ConfigTable, type SettingName, settings } from './config-table.ts'
import { type ParsedConfigFile, parseConfigFile } from './parse-config-file.ts'
import { Secret, secretMask } from './secret.ts'
import { maskPasswords, quoteValue, type RawValue, type Setting } from './setting.ts'

export type { SettingName } from './config-table.ts'
export { Secret } from './secret.ts'

type KeysBy<Section, Hidden extends boolean> = {
  [Key in keyof Section]: Section[Key] extends Setting<infer _, Hidden> ? Key : never
}[keyof Section]

type ValueOf<S> = S extends Setting<infer Value, boolean> ? Value : never

/** What the server does, by section and key; safe to print. */
export type Config = {
  readonly [S in keyof ConfigTable as KeysBy<ConfigTable[S], false> extends never ? never : S]: {
    readonly [K in KeysBy<ConfigTable[S], false>]: ValueOf<ConfigTable[S][K]>
  }
}

type AsSecret<Value> = Value extends string ? Secret : Value

/** What nobody may read over your shoulder, by section and key; prints as dots. */
export type Secrets = {
  readonly [S in keyof ConfigTable as KeysBy<ConfigTable[S], true> extends never ? never : S]: {
    readonly [K in KeysBy<ConfigTable[S], true>]: AsSecret<ValueOf<ConfigTable[S][K]>>
  }
}

export interface ConfigSources {
  /** `--config FILE`; without it `broadsheet.config.yaml` is read where it exists. */
  readonly file?: string | undefined
  readonly flags?: Readonly<Partial<Record<SettingName, RawValue>>>
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
}

export interface ExplainedSetting {
  readonly name: SettingName
  /** As it would be written; dots for a secret, undefined where there is none. */
  readonly value: string | undefined
  readonly origin: string
}

export interface LoadedConfig {
  /** What it was read from besides the environment: a thread is not handed secrets, it reads the same settings again. */
  readonly sources: Pick<ConfigSources, 'file' | 'flags'>
  readonly config: Config
  readonly secrets: Secrets
  readonly explained: readonly ExplainedSetting[]
  /** Allowed, but most likely not meant. */
  readonly warnings: readonly string[]
}

export interface ConfigExamination {
  /** Those that could be read. */
  readonly values: ReadonlyMap<SettingName, unknown>
  readonly explained: readonly ExplainedSetting[]
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

const defaultFileName = 'broadsheet.config.yaml'

interface RawSetting {
  readonly raw: RawValue
  readonly origin: string
}

/** Throws `Misconfigured` with all problems. */
export function loadConfig(sources: ConfigSources = {}): LoadedConfig {
  const { values, explained, problems, warnings } = examineConfig(sources)
  if (problems.length > 0) throw new ConfigurationError(problems)
  return {
    sources: { file: sources.file, flags: sources.flags ?? {} },
    config: nestBySection(values, false) as Config,
    secrets: nestBySection(values, true) as Secrets,
    explained,
    warnings,
  }
}

/** The same without throwing: what stands where, also when some of it is wrong. */
export function examineConfig(sources: ConfigSources = {}): ConfigExamination {
  const cwd = sources.cwd ?? process.cwd()
  const env = sources.env ?? process.env
  const problems: string[] = []
  const file = readConfigFile(sources.file, cwd, problems)
  const dotenv = readDotenv(cwd, problems)

  const values = new Map<SettingName, unknown>()
  const explained: ExplainedSetting[] = []
  const rejected = new Set<SettingName>()
  for (const { name, setting } of settings) {
    const [found, ...overridden] = findRawSettings(name, setting, sources.flags ?? {}, env, dotenv, file)
    const reading = found ? setting.parse(found.raw, cwd) : parseDefault(setting, cwd)
    if ('wrong' in reading) {
      rejected.add(name)
      problems.push(describeProblem(name, setting, found, reading.wrong))
    } else values.set(name, reading.value)
    // What is overridden today is what counts tomorrow, without the flag.
    for (const below of overridden) {
      const unused = setting.parse(below.raw, cwd)
      if ('wrong' in unused) problems.push(describeProblem(name, setting, below, unused.wrong))
    }
    const value = displayValue(setting, 'wrong' in reading ? found?.raw : reading.value)
    explained.push({ name, value, origin: found?.origin ?? 'default' })
  }

  const settingValues = {
    get: (name: SettingName) => values.get(name),
    has: (name: SettingName) => !rejected.has(name),
  }
  problems.push(...configProblems(settingValues))
  const warnings = [
    ...configWarnings(settingValues),
    ...misspelledVariables(env, 'the environment'),
    ...misspelledVariables(dotenv, '.env'),
  ]
  return { values, explained, problems, warnings }
}

/** In every place that has it, the one that wins first. */
function findRawSettings(
  name: SettingName,
  setting: Setting,
  flags: Readonly<Partial<Record<SettingName, RawValue>>>,
  env: Readonly<Record<string, string | undefined>>,
  dotenv: Readonly<Record<string, string | undefined>>,
  file: (ParsedConfigFile & { shownAs: string }) | undefined,
): RawSetting[] {
  const rawSettings: RawSetting[] = []
  const flag = flags[name]
  if (flag !== undefined) rawSettings.push({ raw: flag, origin: `flag ${setting.flag ?? name}` })
  // An empty variable counts as absent: compose files hand down empty ones for what is not set.
  const fromEnv = env[setting.env]
  if (fromEnv) rawSettings.push({ raw: fromEnv, origin: `environment variable ${setting.env}` })
  const fromDotenv = dotenv[setting.env]
  if (fromDotenv) rawSettings.push({ raw: fromDotenv, origin: `${setting.env} in .env` })
  const fromFile = file?.values.get(name)
  if (fromFile) rawSettings.push({ raw: fromFile.raw, origin: `${file?.shownAs}, line ${fromFile.line}` })
  return rawSettings
}

function parseDefault(setting: Setting, cwd: string): { value: unknown } | { wrong: string } {
  return setting.type === 'path' && typeof setting.default === 'string'
    ? setting.parse(setting.default, cwd)
    : { value: setting.default }
}

function describeProblem(
  name: SettingName,
  setting: Setting,
  rawSetting: RawSetting | undefined,
  problem: string,
): string {
  const raw = rawSetting?.raw ?? ''
  const value = setting.secret ? 'the value' : typeof raw === 'string' ? quoteValue(raw) : 'the list'
  return `${name}: ${value} from ${rawSetting?.origin ?? 'default'} ${problem}; it must be ${setting.expects}`
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
): (ParsedConfigFile & { shownAs: string }) | undefined {
  const path = resolve(cwd, configPath ?? defaultFileName)
  const shownAs = configPath ?? relative(cwd, path)
  const content = readText(path, shownAs, configPath !== undefined, problems)
  if (content === undefined) return undefined
  const reading = parseConfigFile(content, shownAs)
  problems.push(...reading.problems)
  return { ...reading, shownAs }
}

function readDotenv(cwd: string, problems: string[]): Readonly<Record<string, string | undefined>> {
  const content = readText(resolve(cwd, '.env'), '.env', false, problems)
  return content === undefined ? {} : parseEnv(content)
}

function readText(path: string, shownAs: string, required: boolean, problems: string[]): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code ?? 'unknown'
    if (code === 'ENOENT' && !required) return undefined
    const reasons: Record<string, string> = {
      ENOENT: 'there is no such file',
      EISDIR: 'it is a folder, not a file',
    }
    problems.push(`${shownAs}: cannot be read: ${reasons[code] ?? code}`)
    return undefined
  }
}

function misspelledVariables(env: Readonly<Record<string, string | undefined>>, origin: string): string[] {
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
