/** Reads a table of tab-separated values beside the code. */

import { readFileSync } from 'node:fs'

/** The cells of its rows, without the header. */
export function readTable(url: URL): string[][] {
  const [, ...rows] = readFileSync(url, 'utf8').trimEnd().split('\n')
  return rows.map((row) => row.split('\t'))
}
