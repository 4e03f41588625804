/** Which JavaScript values the columns of PostgreSQL become. */

import pg from 'pg'
import { TextLimit } from '../statements/text-limit.ts'

const { BOOL, BYTEA, INT8, NUMERIC } = pg.types.builtins

export const valueTypes: pg.CustomTypesConfig = { getTypeParser }

/** Of one result: what is thrown while a value is parsed ends the query, and later rows are not kept. */
export function limitedTypes(textMax: number): pg.CustomTypesConfig {
  const limit = new TextLimit(textMax)
  return {
    getTypeParser(oid, format) {
      const parse = getTypeParser(oid, format)
      if (oid === BYTEA) return parse
      return (text: string) => {
        limit.add(text)
        return parse(text)
      }
    },
  }
}

/** Returns the same JavaScript values as SQLite: counts and sums are numbers, booleans are 0 or 1. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === INT8) return toSafeInteger
  if (oid === NUMERIC) return Number
  if (oid === BOOL) return (text: string) => (text === 't' ? 1 : 0)
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid)
}

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is not a safe integer`)
  return value
}
