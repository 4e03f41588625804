/** What the tables of sources share. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnySource } from '../../src/sync/source.ts'
import type { RequestRow } from '../../test/support/sandbox/recorded-requests.ts'

/** A page that is written by hand, with new rows below the head of a table. */
export function renderPage(path: string, head: string, rows: readonly string[]): string {
  const lines = readFileSync(join(import.meta.dirname, '../..', path), 'utf8').split('\n')
  const start = lines.indexOf(head)
  if (start < 0) throw new TypeError(`${path} has no table ${head}`)
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'))
  return [...lines.slice(0, start + 2), ...rows, ...lines.slice(end)].join('\n')
}

/** What is requested besides `robots.txt`, in one cell. */
export function showRequests(rows: readonly RequestRow[]): string {
  const requests = rows
    .map(({ request }) => request.replace(/^GET /, '').replace('https://', ''))
    .filter((request) => !request.endsWith('/robots.txt'))
  return [...new Set(requests)].map((request) => `\`${request}\``).join('<br>')
}

export function paceOf({ atOnce, gapMs }: AnySource['polite']): string {
  const gap = gapMs % 1000 === 0 ? `${gapMs / 1000} s` : `${gapMs} ms`
  return atOnce === 1 ? `one per ${gap}` : `${atOnce} at once, ${gap}`
}
