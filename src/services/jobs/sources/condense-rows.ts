/** Reduces the rows of a board to the fields that are read, so that large boards fit in memory. */

import { hash } from 'node:crypto'
import { plainText } from '../normalise/fields.ts'

/** Longer texts are only used for change detection. */
const digestTextsLongerThan = 200

/** Keeps the fields of `schema`, with a digest in place of each long text in the fields `texts`. */
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
      if (name in fields) condensed[name] = texts.includes(name) ? digestTexts(fields[name]) : fields[name]
    }
    return condensed
  })
}

function digestTexts(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > digestTextsLongerThan ? hash('sha256', plainText(value), 'base64url') : value
  if (Array.isArray(value)) return value.map(digestTexts)
  if (!(value instanceof Object)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, digestTexts(inner)]))
}
