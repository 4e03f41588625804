/**
 * Recognizes parameters that are certainly valid, so that the general checker, which takes a few microseconds, is needed
 * only for the rest. Whatever is not recognized is left to it, also to say what is wrong.
 */

import type { TSchema } from 'typebox'

/** True only for values that the schema allows. */
export type IsPlain = (value: unknown) => boolean

interface Keywords {
  readonly type?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
}

/** Keywords that allow or forbid nothing. */
const annotations = new Set(['type', 'description', 'examples', 'default', 'title', 'deprecated'])

/** Undefined if the schema says more than is understood here. */
export function createPlainCheck(schema: TSchema): IsPlain | undefined {
  const keywords = schema as Keywords
  const { format } = keywords
  const limiting = Object.keys(schema).filter((name) => !annotations.has(name))
  const hasOnly = (...names: string[]) => limiting.every((name) => names.includes(name))
  switch (keywords.type) {
    case 'boolean':
      return limiting.length === 0 ? (value) => typeof value === 'boolean' : undefined
    case 'integer':
      return hasOnly('minimum', 'maximum') ? numberCheck(keywords, Number.isSafeInteger) : undefined
    case 'number':
      return hasOnly('minimum', 'maximum', 'format') && (format === undefined || format === 'double')
        ? numberCheck(keywords, Number.isFinite)
        : undefined
    case 'string':
      if (keywords.enum && hasOnly('enum')) return enumCheck(keywords.enum)
      return hasOnly('minLength', 'maxLength') ? lengthCheck(keywords) : undefined
    default:
      return undefined
  }
}

function numberCheck(
  { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Keywords,
  isNumber: (value: number) => boolean,
): IsPlain {
  return (value) => typeof value === 'number' && isNumber(value) && value >= minimum && value <= maximum
}

function enumCheck(allowed: readonly unknown[]): IsPlain {
  return (value) => typeof value === 'string' && allowed.includes(value)
}

/** Lengths are in code points, of which a text has at least half as many as code units. */
function lengthCheck({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Keywords): IsPlain {
  const unitsMin = minLength <= 1 ? minLength : 2 * minLength
  return (value) => typeof value === 'string' && value.length >= unitsMin && value.length <= maxLength
}
