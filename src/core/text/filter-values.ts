/**
 * The values of a filter: `a|b` matches either, `!a` excludes, and `=a` is exactly the value `a`, whatever its first character
 * is. `|` is no part of any value, since it separates keys in the rows.
 */

export interface FilterValues {
  /** Of which one must match, if there are any. */
  readonly included: readonly string[]
  readonly excluded: readonly string[]
  /** Those of `included` that were written with `=`. */
  readonly exact: ReadonlySet<string>
}

export const filterValuesMax = 20

export function parseValues(text: string): FilterValues {
  const included: string[] = []
  const excluded: string[] = []
  const exact = new Set<string>()
  for (const part of text.split('|').slice(0, filterValuesMax)) {
    const value = part.trim()
    const isExact = value.startsWith('=')
    if (value.startsWith('!')) excluded.push(value.slice(1))
    else if (value !== '') included.push(isExact ? value.slice(1) : value)
    if (isExact) exact.add(value.slice(1))
  }
  return { included, excluded: excluded.filter((value) => value.trim() !== ''), exact }
}
