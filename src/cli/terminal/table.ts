/** Rows as aligned columns of text. */

export function toTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map(printable))
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...clean.map((row) => row[column]?.length ?? 0)),
  )
  return [headings, ...clean]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Text from upstreams must not control the terminal. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}
