/** Names of tables and columns that go into a statement's text. */

const plainName = /^[a-z_][a-z0-9_]*$/

/** Throws for anything but a plain lower-case name, so that a text can never be built from data. */
export function quoteIdentifier(name: string): string {
  if (!plainName.test(name)) throw new TypeError(`not a plain name: ${JSON.stringify(name)}`)
  return `"${name}"`
}

export function quoteIdentifiers(names: readonly string[]): string {
  return names.map(quoteIdentifier).join(', ')
}
