/** The table of platforms in the reference page of job sources, generated from the adapters and the tables of requests. */

import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { JobAdapter } from '../../src/services/jobs/sources/define-board-source.ts'
import { jobAdapters } from '../../src/services/jobs/sources/index.ts'
import { listRequests } from '../../test/support/jobs/requests/list-requests.ts'
import { pageRequests } from '../../test/support/jobs/requests/page-requests.ts'
import { paceOf, renderPage, showRequests } from './request-table.ts'

const sourcesDir = join(import.meta.dirname, '../../src/services/jobs/sources')
const head = '| Platform | Requests for a made-up board | Pace | What is unproved |'

/** The page with a new table; the text around it is written by hand. */
export function renderJobSourceReference(): string {
  const rows = jobAdapters
    .toSorted((one, other) => one.about.name.localeCompare(other.about.name, 'en'))
    .map(rowOf)
  return renderPage('docs/reference/jobs-sources.md', head, rows)
}

function rowOf({ id, about, polite }: JobAdapter): string {
  const { rows = [], unproved = '–' } = listRequests[id] ?? pageRequests[id] ?? {}
  const adapter = `../../src/services/jobs/sources/${fileOf(id)}`
  return `| [${about.name}](${adapter}) (\`${id}\`) | ${showRequests(rows)} | ${paceOf(polite)} | ${unproved} |`
}

function fileOf(id: string): string {
  if (id === 'jobposting') return 'formats/jobposting.ts'
  const [file] = globSync(`adapters/**/${id}.ts`, { cwd: sourcesDir })
  if (file === undefined) throw new TypeError(`no file of the adapter ${id}`)
  return file
}
