/** Quotes names of tables and columns for the text of a statement. */

const plainName = /^[a-z_][a-z0-9_]*$/

/** Throws for anything but a plain lower-case name, so that statements are never built from data. */
export function quoteIdentifier(name: string): string {
  if (!plainName.test(name)) throw new TypeError(`not a plain name: ${JSON.stringify(name)}`)
  return `"${name}"`
}

export function quoteIdentifiers(names: readonly string[]): string {
  return names.map(quoteIdentifier).join(', ')
}
