/** Comma-separated lists in a query: trimmed, deduplicated and sorted, so that equal requests have equal cache keys. */

import { type TString, Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { didYouMean, invalidParameter } from './invalid-parameter.ts'

export function commaList(description: string, options: Record<string, unknown> = {}): TString {
  return Type.String({ maxLength: 4000, description: `${description} Comma-separated.`, ...options })
}

interface ListOptions {
  readonly parameter: string
  readonly maxItems: number
  /** For lists whose order matters, such as columns. Default: sorted. */
  readonly keepOrder?: boolean
  readonly allowed?: readonly string[]
  readonly format?: { readonly pattern: RegExp; readonly expected: string }
}

export function parseCommaList(text: string | undefined, options: ListOptions): string[] {
  if (text === undefined) return []
  const { parameter, maxItems, keepOrder, allowed, format } = options
  const items = [...new Set(text.split(',').map((item) => item.trim()))].filter((item) => item !== '')
  if (items.length > maxItems) {
    throw invalidParameter(
      parameter,
      `${parameter} takes at most ${maxItems} values.`,
      `at most ${maxItems}`,
      {
        given: items.length,
      },
    )
  }
  for (const item of items) {
    const isAllowed = allowed ? allowed.includes(item) : (format?.pattern.test(item) ?? true)
    if (isAllowed) continue
    const expectation = allowed ? { allowed, ...didYouMean(item, allowed) } : { expected: format?.expected }
    throw new Failure(
      'invalid_request',
      `${JSON.stringify(item.slice(0, 60))} is not a valid value of ${parameter}.`,
      {
        details: { parameter, ...expectation },
      },
    )
  }
  return keepOrder ? items : items.sort()
}
