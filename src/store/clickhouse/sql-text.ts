/**
 * Statements of ClickHouse as text with values in it. Its own parameters travel in the URL, which is too short for the lists of
 * codes that searches have.
 */

export class SqlText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type SqlValue = SqlText | string | number | readonly (string | number)[]

/** Strings and numbers become literals, arrays of them literal arrays; other statements are put in as they are. */
export function sql(parts: TemplateStringsArray, ...values: readonly SqlValue[]): SqlText {
  return new SqlText(String.raw({ raw: parts }, ...values.map(toText)))
}

/** A name of a table, column or engine, which must be one of ours. */
export function sqlName(name: string): SqlText {
  if (!/^[A-Za-z_]\w*$/.test(name)) throw new TypeError(`not a name: ${name}`)
  return new SqlText(name)
}

export function joinSql(texts: readonly SqlText[], separator: string): SqlText {
  return new SqlText(texts.map(({ text }) => text).join(separator))
}

function toText(value: SqlValue): string {
  if (value instanceof SqlText) return value.text
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') return toNumber(value)
  return `[${value.map(toText).join(',')}]`
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\0': '\\0' }

function quote(text: string): string {
  return `'${text.toWellFormed().replace(/[\\'\0]/g, (character) => escapes[character] ?? '')}'`
}

function toNumber(number: number): string {
  if (Number.isNaN(number)) return 'nan'
  if (number === Number.POSITIVE_INFINITY) return 'inf'
  return number === Number.NEGATIVE_INFINITY ? '-inf' : String(number)
}
