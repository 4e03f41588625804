/** What may be bound to a statement, and how it goes over the wire: the same rules on both engines. */

import { Failure } from '../core/errors.ts'

export type SqlValue = null | string | number | bigint | Uint8Array

/** Refuses what an engine would quietly store as something else; booleans become 0 and 1. */
export function toSqlValue(value: unknown): SqlValue {
  switch (typeof value) {
    case 'string':
      // PostgreSQL cannot hold NUL in text; it can only come from a caller's or an upstream's text.
      if (value.includes('\0')) throw new Failure('invalid_request', 'Text must not contain NUL characters.')
      return value
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`a statement cannot be given ${value}`)
      return value
    case 'boolean':
      return value ? 1 : 0
    case 'bigint':
      return value
    default:
      if (value === null || value instanceof Uint8Array) return value
      throw new TypeError(
        `a statement cannot be given ${value === undefined ? 'undefined' : typeName(value)}`,
      )
  }
}

export function toSqlValues(values: readonly unknown[]): SqlValue[] {
  return values.map(toSqlValue)
}

function typeName(value: unknown): string {
  return value instanceof Object ? `a ${value.constructor.name}` : `a ${typeof value}`
}
