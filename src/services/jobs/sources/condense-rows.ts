/** Reduces the rows of a large board to the fields that are read, with long texts compressed, so that it fits in memory. */

import { holdText } from '../normalise/held-text.ts'

/** Keeps the fields of `schema`. Long texts in the fields `texts` are compressed. */
export function condenseRows(
  rows: readonly unknown[],
  schema: { readonly properties: object },
  texts: readonly string[],
): unknown[] {
  const names = Object.keys(schema.properties)
  return rows.map((row) => {
    if (!(row instanceof Object)) return row
    const fields = row as Record<string, unknown>
    const condensed: Record<string, unknown> = {}
    for (const name of names) {
      if (name in fields) condensed[name] = texts.includes(name) ? holdTexts(fields[name]) : fields[name]
    }
    return condensed
  })
}

function holdTexts(value: unknown): unknown {
  if (typeof value === 'string') return holdText(value)
  if (Array.isArray(value)) return value.map(holdTexts)
  if (!(value instanceof Object)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, holdTexts(inner)]))
}
