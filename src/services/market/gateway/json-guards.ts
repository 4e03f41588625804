/** Guards for provider JSON: a value of the expected type, or null, or an `upstream_changed` failure. */

import { Failure } from '../../../core/errors.ts'

export type Json = Readonly<Record<string, unknown>>

export function upstreamChanged(what: string): Failure {
  return new Failure('upstream_changed', `The provider returned an unexpected format: ${what}.`)
}

export function requireObject(value: unknown): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  throw upstreamChanged('expected an object')
}

export function requireArray(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw upstreamChanged('expected an array')
}

export function objectOrEmpty(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

/** Null for anything but a web address, such as `javascript:`. */
export function webUrlOrNull(value: unknown): string | null {
  const text = textOrNull(value)
  return text !== null && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : null
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Ids and names are strings or numbers. */
export function idTextOrNull(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : textOrNull(value)
}

/** Some figures are numbers or strings. */
export function numericOrNull(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  return numberOrNull(value)
}

export function booleanOrNull(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

export function textList(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

export function instantFromSeconds(seconds: unknown): string | null {
  const ms = (numberOrNull(seconds) ?? Number.NaN) * 1000
  return Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : null
}

/** The day in UTC. */
export function dayFromSeconds(seconds: unknown): string | null {
  return instantFromSeconds(seconds)?.slice(0, 10) ?? null
}

/** `20270115` as a day. */
export function dayFromCompact(value: unknown): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(idTextOrNull(value) ?? '') ?? []
  return year === undefined ? null : `${year}-${month}-${day}`
}

/** Accepts any RFC 3339 form; the result is in UTC. */
export function instantFromText(value: unknown): string | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}
