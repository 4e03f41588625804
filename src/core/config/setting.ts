/** The kinds of settings: each parses its input strictly and states what it expects. */

import { isIPv4, isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { secretMask } from './secret.ts'

export type SettingType = 'text' | 'path' | 'integer' | 'boolean' | 'enum' | 'list' | 'url' | 'duration'

/** A value before it is parsed: one text, or several where the file has a list. */
export type RawValue = string | readonly string[]

export type ParseResult<Value> = { readonly value: Value } | { readonly problem: string }

interface SettingOptions<Default> {
  readonly env: string
  /** The command-line option, where there is one. */
  readonly flag?: string
  /** A description for users. */
  readonly about: string
  readonly default: Default
  /** A valid value for `.env.example`, where the default is absent or says too little. */
  readonly example?: string
}

export interface Setting<Value = unknown, Hidden extends boolean = boolean> extends SettingOptions<Value> {
  readonly type: SettingType
  readonly secret: Hidden
  /** "a whole number from 1 to 64": completes the sentence "must be …". */
  readonly expects: string
  parse(raw: RawValue, cwd: string): ParseResult<Value>
}

export function text<D extends string | undefined>(
  options: SettingOptions<D> & { pattern?: RegExp; expects?: string; charactersMax?: number },
): Setting<string | D, false> {
  const charactersMax = options.charactersMax ?? 500
  const expects = options.expects ?? `text of at most ${charactersMax} characters`
  return defineSetting<string | D>('text', options, expects, (input) => {
    if (input.length > charactersMax) return { problem: `is longer than ${charactersMax} characters` }
    if (/\p{Cc}/u.test(input)) return { problem: 'contains a control character' }
    if (options.pattern && !options.pattern.test(input)) return { problem: 'has an invalid format' }
    return { value: input }
  })
}

/** Relative paths are resolved against the current directory. */
export function path<D extends string | undefined>(options: SettingOptions<D>): Setting<string | D, false> {
  return defineSetting<string | D>('path', options, 'a path on this machine', (input, cwd) => {
    if (input.includes('\0')) return { problem: 'contains a NUL character' }
    return { value: resolve(cwd, input) }
  })
}

export function integer<D extends number | undefined>(
  options: SettingOptions<D> & { min: number; max: number },
): Setting<number | D, false> {
  const { min, max } = options
  return defineSetting<number | D>('integer', options, `a whole number from ${min} to ${max}`, (input) => {
    if (!/^-?\d{1,15}$/.test(input)) return { problem: 'is not a whole number in digits' }
    return checkRange(Number(input), min, max)
  })
}

export function boolean<D extends boolean>(options: SettingOptions<D>): Setting<boolean, false> {
  return defineSetting<boolean>('boolean', options, 'true or false', (input) => {
    if (input !== 'true' && input !== 'false') return { problem: 'is neither true nor false' }
    return { value: input === 'true' }
  })
}

export function oneOf<const Choice extends string>(
  options: SettingOptions<Choice> & { choices: readonly Choice[] },
): Setting<Choice, false> {
  return defineSetting('enum', options, orList(options.choices), (input) => {
    const choice = options.choices.find((candidate) => candidate === input)
    return choice === undefined ? { problem: 'is not an allowed value' } : { value: choice }
  })
}

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

/** Milliseconds, or a number with a unit: `30s`, `500ms`, `2m`, `1h`. */
export function duration<D extends number | undefined>(
  options: SettingOptions<D> & { minMs: number; maxMs: number },
): Setting<number | D, false> {
  const { minMs, maxMs } = options
  const expects = `milliseconds or a duration such as 500ms, 30s, 2m or 1h, from ${toDuration(minMs)} to ${toDuration(maxMs)}`
  return defineSetting<number | D>('duration', options, expects, (input) => {
    const parts = /^(\d{1,10})(ms|s|m|h)?$/.exec(input)
    if (!parts) return { problem: 'is not a duration' }
    const unit = (parts[2] ?? 'ms') as keyof typeof unitMs
    return checkRange(Number(parts[1]) * unitMs[unit], minMs, maxMs)
  })
}

/** The shortest exact form: `30s` for 30000. */
export function toDuration(ms: number): string {
  if (ms === 0) return '0ms'
  for (const unit of ['h', 'm', 's'] as const) {
    if (ms % unitMs[unit] === 0) return `${ms / unitMs[unit]}${unit}`
  }
  return `${ms}ms`
}

/** An absolute URL. User name and password are rejected unless the setting is a secret and allows them. */
export function url<D extends string | undefined>(
  options: SettingOptions<D> & { schemes: readonly string[]; mayHoldPassword?: boolean },
): Setting<string | D, false> {
  const expects = `a URL that starts with ${orList(options.schemes.map((scheme) => `${scheme}://`))}`
  return defineSetting<string | D>('url', options, expects, (input) => {
    const parsed = URL.parse(input)
    if (!parsed) return { problem: 'is not an absolute URL' }
    if (!options.schemes.includes(parsed.protocol.slice(0, -1))) return { problem: 'has the wrong scheme' }
    if (options.mayHoldPassword) return { value: input }
    if (parsed.username || parsed.password) return { problem: 'must not contain a user name or a password' }
    if (parsed.search || parsed.hash) return { problem: 'must not contain a query or a fragment' }
    return { value: input.replace(/(?<!\/)\/+$/, '') }
  })
}

/** A YAML list, or one text with separators. */
export function list(
  options: SettingOptions<readonly string[]> & {
    itemsMax: number
    expects: string
    separator?: RegExp
    isItem(item: string): boolean
  },
): Setting<readonly string[], false> {
  return {
    ...options,
    type: 'list',
    secret: false,
    parse(raw) {
      const items = typeof raw === 'string' ? raw.split(options.separator ?? ',') : raw
      const trimmed = items.map((item) => item.trim()).filter((item) => item !== '')
      if (trimmed.length > options.itemsMax) return { problem: `has more than ${options.itemsMax} entries` }
      const invalid = trimmed.find((item) => !options.isItem(item))
      if (invalid !== undefined) return { problem: `has the invalid entry ${quoteValue(invalid)}` }
      return { value: Object.freeze(trimmed) }
    },
  }
}

/** The same setting, never printed. */
export function secret<Value>(plain: Setting<Value, false>): Setting<Value, true> {
  return { ...plain, secret: true }
}

/** `10.0.0.1`, `::1`, `10.0.0.0/8`, `fd00::/8`. Zones, as in `fe80::1%eth0`, are rejected: they mean something on one machine only. */
export function isAddressOrRange(input: string): boolean {
  const [address = '', bits, ...rest] = input.split('/')
  const bitsMax = isIPv4(address) ? 32 : isIPv6(address) ? 128 : undefined
  if (bitsMax === undefined || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax)
}

/** A value for messages: in quotes, at most a line long, without passwords. */
export function quoteValue(value: string): string {
  const masked = maskPasswords(value)
  return JSON.stringify(masked.length > 80 ? `${masked.slice(0, 79)}…` : masked)
}

/** Masks everything between `//` and `@`. */
export function maskPasswords(message: string): string {
  return message.replace(/\S+/g, (word) => {
    const start = word.search(/(?<!file:)\/\//)
    const end = word.lastIndexOf('@')
    return start < 0 || end < start ? word : `${word.slice(0, start)}//${secretMask}${word.slice(end)}`
  })
}

export function orList(choices: readonly string[]): string {
  if (choices.length < 2) return choices.join('')
  return `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
}

function defineSetting<Value>(
  type: SettingType,
  options: SettingOptions<Value>,
  expects: string,
  parseText: (input: string, cwd: string) => ParseResult<Value>,
): Setting<Value, false> {
  return {
    ...options,
    type,
    expects,
    secret: false,
    parse(raw, cwd) {
      if (typeof raw !== 'string') return { problem: 'is a list, not a single value' }
      const input = raw.trim()
      return input === '' ? { problem: 'is empty' } : parseText(input, cwd)
    },
  }
}

function checkRange(value: number, min: number, max: number): ParseResult<number> {
  if (value < min) return { problem: 'is too small' }
  if (value > max) return { problem: 'is too large' }
  return { value }
}
