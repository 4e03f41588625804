/** Converts values for binding to a statement, with the same rules on both engines. */

import { Failure } from '../core/errors.ts'

export type SqlValue = null | string | number | bigint | Uint8Array

/** Throws for values that an engine would store as something else; booleans become 0 and 1. */
export function toSqlValue(value: unknown): SqlValue {
  switch (typeof value) {
    case 'string':
      // PostgreSQL does not allow NUL in text; it can only come from a client or an upstream.
      if (value.includes('\0')) throw new Failure('invalid_request', 'Text must not contain NUL characters.')
      return value
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} cannot be bound to a statement`)
      return value
    case 'boolean':
      return value ? 1 : 0
    case 'bigint':
      return value
    default:
      if (value === null || value instanceof Uint8Array) return value
      throw new TypeError(`${typeName(value)} cannot be bound to a statement`)
  }
}

export function toSqlValues(values: readonly unknown[]): SqlValue[] {
  return values.map(toSqlValue)
}

function typeName(value: unknown): string {
  return value instanceof Object ? `a ${value.constructor.name}` : typeof value
}
