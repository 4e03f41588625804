/** Makes text from upstreams safe to print: it must neither control the terminal nor change the order of what is read. */

/** Control characters, line and paragraph separators, and the marks, embeddings, overrides and isolates of bidirectional text. */
const controls = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

export function printable(text: string): string {
  return text.replaceAll(controls, ' ')
}

/** The same for a text whose lines stay. */
export function printableLines(text: string): string {
  return text.split(/\r?\n/).map(printable).join('\n')
}
