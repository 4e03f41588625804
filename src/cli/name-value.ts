/** Arguments such as `key=acme`. */

import { usageError } from './exit.ts'

/** A value may contain `=`. */
export function toCells(texts: readonly string[]): Record<string, string> {
  const problems = texts.filter((text) => text.indexOf('=') < 1).map((text) => `"${text}" is not name=value`)
  if (problems.length > 0) throw usageError(problems)
  return Object.fromEntries(
    texts.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
  )
}
