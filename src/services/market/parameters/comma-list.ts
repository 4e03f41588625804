/** Comma lists in a query: trimmed, without repeats, in one order, so that the same question has the same key. */

import { type TString, Type } from 'typebox'
import { nearest } from '../../../core/closest-match.ts'
import { Failure } from '../../../core/errors.ts'

export function csv(description: string, options: Record<string, unknown> = {}): TString {
  return Type.String({ maxLength: 4000, description: `${description} Separated by commas.`, ...options })
}

interface ListOptions {
  readonly parameter: string
  readonly most: number
  /** As written, e.g. columns; sorted unless told. */
  readonly ordered?: boolean
  readonly known?: readonly string[]
  readonly form?: { readonly pattern: RegExp; readonly expected: string }
}

export function parseList(written: string | undefined, options: ListOptions): string[] {
  if (written === undefined) return []
  const { parameter, most, ordered, known, form } = options
  const items = [...new Set(written.split(',').map((item) => item.trim()))].filter((item) => item !== '')
  if (items.length > most) {
    throw new Failure('invalid_request', `At most ${most} values in ${parameter}.`, {
      details: { parameter, expected: `at most ${most}`, given: items.length },
    })
  }
  for (const item of items) {
    const isGood = known ? known.includes(item) : (form?.pattern.test(item) ?? true)
    if (isGood) continue
    const meant = known ? nearest(item, known) : undefined
    throw new Failure(
      'invalid_request',
      `${JSON.stringify(item.slice(0, 60))} is not a value of ${parameter}.`,
      {
        details: {
          parameter,
          ...(known ? { allowed: known } : { expected: form?.expected }),
          ...(meant ? { did_you_mean: meant } : {}),
        },
      },
    )
  }
  return ordered ? items : items.sort()
}
