/** The table of platforms in the reference page of job sources, generated from the adapters and the tables of requests. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JobAdapter } from '../../src/services/jobs/sources/define-board-source.ts'
import { jobAdapters } from '../../src/services/jobs/sources/index.ts'
import { listRequests } from '../../test/support/jobs/requests/list-requests.ts'
import { pageRequests } from '../../test/support/jobs/requests/page-requests.ts'

const page = join(import.meta.dirname, '../../docs/reference/jobs-sources.md')
const sourcesDir = join(import.meta.dirname, '../../src/services/jobs/sources')
const head = '| Platform | Requests for a made-up board | Pace | What is unproved |'

/** The page with a new table; the text around it is written by hand. */
export function renderJobSourceReference(): string {
  const lines = readFileSync(page, 'utf8').split('\n')
  const start = lines.indexOf(head)
  if (start < 0) throw new TypeError('docs/reference/jobs-sources.md has no table of platforms')
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'))
  const rows = jobAdapters
    .toSorted((one, other) => one.about.name.localeCompare(other.about.name, 'en'))
    .map(rowOf)
  return [...lines.slice(0, start), head, '|---|---|---|---|', ...rows, ...lines.slice(end)].join('\n')
}

function rowOf({ id, about, polite }: JobAdapter): string {
  const { rows = [], unproved = '–' } = listRequests[id] ?? pageRequests[id] ?? {}
  const requests = rows
    .map(({ request }) => request.replace(/^GET /, '').replace('https://', ''))
    .filter((request, at, all) => !request.endsWith('/robots.txt') && all.indexOf(request) === at)
  const adapter = `../../src/services/jobs/sources/${fileOf(id)}`
  return `| [${about.name}](${adapter}) (\`${id}\`) | ${requests.map((request) => `\`${request}\``).join('<br>')} | ${paceOf(polite)} | ${unproved} |`
}

function fileOf(id: string): string {
  if (id === 'jobposting') return 'formats/jobposting.ts'
  const [file] = globSync(`adapters/**/${id}.ts`, { cwd: sourcesDir })
  if (file === undefined) throw new TypeError(`no file of the adapter ${id}`)
  return file
}

function paceOf({ atOnce, gapMs }: JobAdapter['polite']): string {
  const gap = gapMs % 1000 === 0 ? `${gapMs / 1000} s` : `${gapMs} ms`
  return atOnce === 1 ? `one per ${gap}` : `${atOnce} at once, ${gap}`
}
