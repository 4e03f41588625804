/** The kinds of setting there are: each knows how to read its own text strictly and how to say what it expects. */

import { isIPv4, isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { secretMask } from './secret.ts'

export type SettingType = 'text' | 'path' | 'integer' | 'boolean' | 'enum' | 'list' | 'url' | 'duration'

/** What a source of settings holds before it is read: one text, or several where the file has a list. */
export type RawValue = string | readonly string[]

export type ParseResult<Value> = { readonly value: Value } | { readonly wrong: string }

export interface Setting<Value = unknown, Hidden extends boolean = boolean> {
  readonly type: SettingType
  readonly env: string
  /** The command-line option, where it has one. */
  readonly flag: string | undefined
  /** One sentence, for people. */
  readonly about: string
  readonly default: Value
  /** A value that is right, for `.env.example`, where the default is absent or says too little. */
  readonly example: string | undefined
  readonly secret: Hidden
  /** "a whole number from 1 to 64": completes the sentence "must be …". */
  readonly expects: string
  parse(raw: RawValue, cwd: string): ParseResult<Value>
}

interface SettingOptions<Default> {
  readonly env: string
  readonly flag?: string
  readonly about: string
  readonly default: Default
  readonly example?: string
}

export function text<D extends string | undefined>(
  options: SettingOptions<D> & { pattern?: RegExp; expects?: string; charactersMax?: number },
): Setting<string | D, false> {
  const charactersMax = options.charactersMax ?? 500
  const expects = options.expects ?? `text of at most ${charactersMax} characters`
  return defineSetting<string | D>('text', options, expects, (written) => {
    if (written.length > charactersMax) return { wrong: `is longer than ${charactersMax} characters` }
    if (hasControlCharacter(written)) return { wrong: 'holds a control character' }
    if (options.pattern && !options.pattern.test(written)) return { wrong: 'has the wrong form' }
    return { value: written }
  })
}

/** A folder; relative ones are meant from where the command was started. */
export function path<D extends string | undefined>(options: SettingOptions<D>): Setting<string | D, false> {
  return defineSetting<string | D>('path', options, 'a path on this machine', (written, cwd) => {
    if (written.includes('\0')) return { wrong: 'holds a NUL character' }
    return { value: resolve(cwd, written) }
  })
}

export function integer<D extends number | undefined>(
  options: SettingOptions<D> & { min: number; max: number },
): Setting<number | D, false> {
  const { min, max } = options
  return defineSetting<number | D>('integer', options, `a whole number from ${min} to ${max}`, (written) => {
    if (!/^-?\d{1,15}$/.test(written)) return { wrong: 'is not a whole number written in digits' }
    return checkRange(Number(written), min, max)
  })
}

export function boolean<D extends boolean>(options: SettingOptions<D>): Setting<boolean, false> {
  return defineSetting<boolean>('boolean', options, 'true or false', (written) => {
    if (written !== 'true' && written !== 'false') return { wrong: 'is neither true nor false' }
    return { value: written === 'true' }
  })
}

export function oneOf<const Choice extends string>(
  options: SettingOptions<Choice> & { choices: readonly Choice[] },
): Setting<Choice, false> {
  return defineSetting('enum', options, orList(options.choices), (written) => {
    const choice = options.choices.find((known) => known === written)
    return choice === undefined ? { wrong: 'is not one of the known values' } : { value: choice }
  })
}

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

/** Milliseconds, or a number with its unit: `30s`, `500ms`, `2m`, `1h`. */
export function duration<D extends number | undefined>(
  options: SettingOptions<D> & { minMs: number; maxMs: number },
): Setting<number | D, false> {
  const { minMs, maxMs } = options
  const expects = `milliseconds or a duration such as 500ms, 30s, 2m or 1h, from ${toDuration(minMs)} to ${toDuration(maxMs)}`
  return defineSetting<number | D>('duration', options, expects, (written) => {
    const parts = /^(\d{1,10})(ms|s|m|h)?$/.exec(written)
    if (!parts) return { wrong: 'is not a duration' }
    const unit = (parts[2] ?? 'ms') as keyof typeof unitMs
    return checkRange(Number(parts[1]) * unitMs[unit], minMs, maxMs)
  })
}

/** `30s` for 30000: the shortest exact way to write it. */
export function toDuration(ms: number): string {
  if (ms === 0) return '0ms'
  for (const unit of ['h', 'm', 's'] as const) {
    if (ms % unitMs[unit] === 0) return `${ms / unitMs[unit]}${unit}`
  }
  return `${ms}ms`
}

/** An absolute address. Unless it may carry a password (and so is a secret), user and password are refused. */
export function url<D extends string | undefined>(
  options: SettingOptions<D> & { schemes: readonly string[]; mayHoldPassword?: boolean },
): Setting<string | D, false> {
  const expects = `an address that starts with ${orList(options.schemes.map((scheme) => `${scheme}://`))}`
  return defineSetting<string | D>('url', options, expects, (written) => {
    const address = URL.parse(written)
    if (!address) return { wrong: 'is not a complete address' }
    if (!options.schemes.includes(address.protocol.slice(0, -1))) return { wrong: 'has the wrong scheme' }
    if (options.mayHoldPassword) return { value: written }
    if (address.username || address.password) return { wrong: 'must not hold a user name or a password' }
    if (address.search || address.hash) return { wrong: 'must not hold a query or a fragment' }
    return { value: written.replace(/\/+$/, '') }
  })
}

/** Several texts: a YAML list, or one text with commas. */
export function list(
  options: SettingOptions<readonly string[]> & {
    itemsMax: number
    expects: string
    separator?: RegExp
    isItem(item: string): boolean
  },
): Setting<readonly string[], false> {
  return {
    ...commonFields('list', options, options.expects),
    parse(raw) {
      const items = typeof raw === 'string' ? raw.split(options.separator ?? ',') : raw
      const trimmed = items.map((item) => item.trim()).filter((item) => item !== '')
      if (trimmed.length > options.itemsMax) return { wrong: `has more than ${options.itemsMax} entries` }
      const bad = trimmed.find((item) => !options.isItem(item))
      if (bad !== undefined) return { wrong: `has the entry ${quoteValue(bad)}, which does not fit` }
      return { value: Object.freeze(trimmed) }
    },
  }
}

/** The same setting, kept out of sight. */
export function secret<Value>(plain: Setting<Value, false>): Setting<Value, true> {
  return { ...plain, secret: true }
}

/** `10.0.0.1`, `::1`, `10.0.0.0/8`, `fd00::/8`. A zone, as in `fe80::1%eth0`, means something on one machine only. */
export function isAddressOrRange(written: string): boolean {
  const [address = '', bits, ...rest] = written.split('/')
  const bitsMax = isIPv4(address) ? 32 : isIPv6(address) ? 128 : undefined
  if (bitsMax === undefined || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax)
}

/** A value as it is shown in messages: in quotes, on one line, not longer than a line, without a password. */
export function quoteValue(value: string): string {
  const open = maskPasswords(value)
  return JSON.stringify(open.length > 80 ? `${open.slice(0, 79)}…` : open)
}

/** Whatever stands between `//` and `@` in an address is nobody's business. */
export function maskPasswords(message: string): string {
  return message.replace(/(?<!file:)\/\/\S*@/g, `//${secretMask}@`)
}

export function orList(choices: readonly string[]): string {
  if (choices.length < 2) return choices.join('')
  return `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
}

function defineSetting<Value>(
  type: SettingType,
  options: SettingOptions<Value>,
  expects: string,
  parseText: (written: string, cwd: string) => ParseResult<Value>,
): Setting<Value, false> {
  return {
    ...commonFields(type, options, expects),
    parse(raw, cwd) {
      if (typeof raw !== 'string') return { wrong: 'is a list where a single value belongs' }
      const written = raw.trim()
      return written === '' ? { wrong: 'is empty' } : parseText(written, cwd)
    },
  }
}

function commonFields<Value>(type: SettingType, options: SettingOptions<Value>, expects: string) {
  return {
    type,
    env: options.env,
    flag: options.flag,
    about: options.about,
    default: options.default,
    example: options.example,
    secret: false as const,
    expects,
  }
}

function checkRange(value: number, min: number, max: number): ParseResult<number> {
  if (value < min) return { wrong: 'is too small' }
  if (value > max) return { wrong: 'is too large' }
  return { value }
}

function hasControlCharacter(written: string): boolean {
  return /\p{Cc}/u.test(written)
}
