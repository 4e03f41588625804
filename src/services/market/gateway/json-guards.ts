/** Guards for what the provider sends: a value of the expected kind, or null, or the failure that it has changed. */

import { Failure } from '../../../core/errors.ts'

export type Json = Readonly<Record<string, unknown>>

export function upstreamChanged(what: string): Failure {
  return new Failure('upstream_changed', `The provider answered in a form we do not know: ${what}.`)
}

export function requireObject(value: unknown): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  throw upstreamChanged('an object was expected')
}

export function requireArray(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw upstreamChanged('a list was expected')
}

/** A member of an object that is an object itself, or an empty one. */
export function objectOrEmpty(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Ids and names come as text and as numbers. Nothing else has words: what an object says of itself may be junk. */
export function idTextOrNull(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : textOrNull(value)
}

/** Some figures come as numbers and as text. */
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

/** Unix seconds as an instant. */
export function instantFromSeconds(seconds: unknown): string | null {
  const ms = (numberOrNull(seconds) ?? Number.NaN) * 1000
  return Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : null
}

/** Unix seconds as a day in UTC. */
export function dayFromSeconds(seconds: unknown): string | null {
  return instantFromSeconds(seconds)?.slice(0, 10) ?? null
}

/** `20270115` as a day. */
export function dayFromCompact(value: unknown): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(idTextOrNull(value) ?? '') ?? []
  return year === undefined ? null : `${year}-${month}-${day}`
}

/** Text in any RFC 3339 form as an instant in UTC. */
export function instantFromText(value: unknown): string | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}
