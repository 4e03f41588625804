/**
 * The values of a filter: `a|b` matches either, `!a` excludes, and `=!a` is the value `!a` itself. `|` is no part of any value,
 * since it separates keys in the rows.
 */

export interface FilterValues {
  /** Of which one must match, if there are any. */
  readonly included: readonly string[]
  readonly excluded: readonly string[]
}

export const filterValuesMax = 20

export function parseValues(text: string): FilterValues {
  const included: string[] = []
  const excluded: string[] = []
  for (const part of text.split('|').slice(0, filterValuesMax)) {
    const value = part.trim()
    if (value.startsWith('!')) excluded.push(value.slice(1))
    else if (value !== '') included.push(value.startsWith('=') ? value.slice(1) : value)
  }
  return { included, excluded: excluded.filter((value) => value.trim() !== '') }
}

/** The filter that includes exactly this value. */
export function toFilterValue(value: string): string {
  const text = value.replaceAll('|', '/')
  return /^\s*[!=]/.test(text) ? `=${text}` : text
}
