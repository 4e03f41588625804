/** Names and paths with `*`: `*.gazette.sandbox`, `/api/towns/*`. */

/** A `*` matches any run of characters, slashes and dots included. */
export function matcher(pattern: string): (text: string) => boolean {
  const source = pattern.split('*').map(RegExp.escape).join('.*')
  const regexp = new RegExp(`^${source}$`, 's')
  return (text) => regexp.test(text)
}

/** A pattern with a `?` is compared with path and query, any other with the path alone. */
export function pathMatcher(pattern: string): (pathAndQuery: string) => boolean {
  const matches = matcher(pattern)
  if (pattern.includes('?')) return matches
  return (pathAndQuery) => matches(pathAndQuery.split('?', 1)[0] ?? '')
}
