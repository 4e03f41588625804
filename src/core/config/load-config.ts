/** Reads all settings from defaults, file, environment and flags, checks them, and tells every problem at once. */

import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { nearest } from '../closest-match.ts'
import { Misconfigured } from '../errors.ts'
import { configProblems, configWarnings } from './config-rules.ts'
import { type ConfigTable, type SettingName, settings } from './config-table.ts'
import { type FileReading, parseConfigFile } from './parse-config-file.ts'
import { dots, Secret } from './secret.ts'
import { quoted, type RawValue, type Setting, withoutPasswords } from './setting.ts'

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

type Hide<Value> = Value extends string ? Secret : Value

/** What nobody may read over your shoulder, by section and key; prints as dots. */
export type Secrets = {
  readonly [S in keyof ConfigTable as KeysBy<ConfigTable[S], true> extends never ? never : S]: {
    readonly [K in KeysBy<ConfigTable[S], true>]: Hide<ValueOf<ConfigTable[S][K]>>
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

interface Found {
  readonly raw: RawValue
  readonly origin: string
}

/** Throws `Misconfigured` with all problems. */
export function loadConfig(sources: ConfigSources = {}): LoadedConfig {
  const { values, explained, problems, warnings } = examineConfig(sources)
  if (problems.length > 0) throw new Misconfigured(problems)
  return {
    sources: { file: sources.file, flags: sources.flags ?? {} },
    config: nest(values, false) as Config,
    secrets: nest(values, true) as Secrets,
    explained,
    warnings,
  }
}

/** The same without throwing: what stands where, also when some of it is wrong. */
export function examineConfig(sources: ConfigSources = {}): ConfigExamination {
  const cwd = sources.cwd ?? process.cwd()
  const env = sources.env ?? process.env
  const problems: string[] = []
  const file = readFile(sources.file, cwd, problems)
  const dotenv = readDotenv(cwd, problems)

  const values = new Map<SettingName, unknown>()
  const explained: ExplainedSetting[] = []
  const refused = new Set<SettingName>()
  for (const { name, setting } of settings) {
    const [found, ...overridden] = findAll(name, setting, sources.flags ?? {}, env, dotenv, file)
    const reading = found ? setting.read(found.raw, cwd) : defaultOf(setting, cwd)
    if ('wrong' in reading) {
      refused.add(name)
      problems.push(describeProblem(name, setting, found, reading.wrong))
    } else values.set(name, reading.value)
    // What is overridden today is what counts tomorrow, without the flag.
    for (const below of overridden) {
      const unused = setting.read(below.raw, cwd)
      if ('wrong' in unused) problems.push(describeProblem(name, setting, below, unused.wrong))
    }
    const value = shown(setting, 'wrong' in reading ? found?.raw : reading.value)
    explained.push({ name, value, origin: found?.origin ?? 'default' })
  }

  const known = {
    get: (name: SettingName) => values.get(name),
    has: (name: SettingName) => !refused.has(name),
  }
  problems.push(...configProblems(known))
  const warnings = [
    ...configWarnings(known),
    ...misspelled(env, 'the environment'),
    ...misspelled(dotenv, '.env'),
  ]
  return { values, explained, problems, warnings }
}

/** In every place that has it, the one that wins first. */
function findAll(
  name: SettingName,
  setting: Setting,
  flags: Readonly<Partial<Record<SettingName, RawValue>>>,
  env: Readonly<Record<string, string | undefined>>,
  dotenv: Readonly<Record<string, string | undefined>>,
  file: (FileReading & { shownAs: string }) | undefined,
): Found[] {
  const found: Found[] = []
  const flag = flags[name]
  if (flag !== undefined) found.push({ raw: flag, origin: `flag ${setting.flag ?? name}` })
  // An empty variable counts as absent: compose files hand down empty ones for what is not set.
  const fromEnv = env[setting.env]
  if (fromEnv) found.push({ raw: fromEnv, origin: `environment variable ${setting.env}` })
  const fromDotenv = dotenv[setting.env]
  if (fromDotenv) found.push({ raw: fromDotenv, origin: `${setting.env} in .env` })
  const fromFile = file?.values.get(name)
  if (fromFile) found.push({ raw: fromFile.raw, origin: `${file?.shownAs}, line ${fromFile.line}` })
  return found
}

function defaultOf(setting: Setting, cwd: string): { value: unknown } | { wrong: string } {
  return setting.type === 'path' && typeof setting.default === 'string'
    ? setting.read(setting.default, cwd)
    : { value: setting.default }
}

function describeProblem(
  name: SettingName,
  setting: Setting,
  found: Found | undefined,
  wrong: string,
): string {
  const raw = found?.raw ?? ''
  const value = setting.secret ? 'the value' : typeof raw === 'string' ? quoted(raw) : 'the list'
  return `${name}: ${value} from ${found?.origin ?? 'default'} ${wrong}; it must be ${setting.expects}`
}

function shown(setting: Setting, value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (setting.secret) return dots
  return withoutPasswords(Array.isArray(value) ? value.join('; ') : String(value))
}

function readFile(
  given: string | undefined,
  cwd: string,
  problems: string[],
): (FileReading & { shownAs: string }) | undefined {
  const path = resolve(cwd, given ?? defaultFileName)
  const shownAs = given ?? relative(cwd, path)
  const content = readText(path, shownAs, given !== undefined, problems)
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

function misspelled(env: Readonly<Record<string, string | undefined>>, place: string): string[] {
  const known = new Set(settings.map(({ setting }) => setting.env))
  return Object.keys(env)
    .filter((name) => name.startsWith('BROADSHEET_') && !known.has(name))
    .flatMap((name) => {
      const meant = nearest(name, known)
      return meant ? [`${name} in ${place} is not a setting; did you mean ${meant}?`] : []
    })
}

function nest(values: ReadonlyMap<SettingName, unknown>, hidden: boolean): object {
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
