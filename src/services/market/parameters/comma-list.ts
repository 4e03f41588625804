/** Comma lists in a query: trimmed, without repeats, in one order, so that the same question has the same key. */

import { type TString, Type } from 'typebox'
import { closestMatch } from '../../../core/closest-match.ts'
import { Failure } from '../../../core/errors.ts'

export function commaList(description: string, options: Record<string, unknown> = {}): TString {
  return Type.String({ maxLength: 4000, description: `${description} Separated by commas.`, ...options })
}

interface ListOptions {
  readonly parameter: string
  readonly maxItems: number
  /** As written, e.g. columns; sorted unless told. */
  readonly keepOrder?: boolean
  readonly allowed?: readonly string[]
  readonly format?: { readonly pattern: RegExp; readonly expected: string }
}

export function parseCommaList(text: string | undefined, options: ListOptions): string[] {
  if (text === undefined) return []
  const { parameter, maxItems, keepOrder, allowed, format } = options
  const items = [...new Set(text.split(',').map((item) => item.trim()))].filter((item) => item !== '')
  if (items.length > maxItems) {
    throw new Failure('invalid_request', `At most ${maxItems} values in ${parameter}.`, {
      details: { parameter, expected: `at most ${maxItems}`, given: items.length },
    })
  }
  for (const item of items) {
    const isAllowed = allowed ? allowed.includes(item) : (format?.pattern.test(item) ?? true)
    if (isAllowed) continue
    const suggestion = allowed ? closestMatch(item, allowed) : undefined
    throw new Failure(
      'invalid_request',
      `${JSON.stringify(item.slice(0, 60))} is not a value of ${parameter}.`,
      {
        details: {
          parameter,
          ...(allowed ? { allowed } : { expected: format?.expected }),
          ...(suggestion ? { did_you_mean: suggestion } : {}),
        },
      },
    )
  }
  return keepOrder ? items : items.sort()
}
