/**
 * `node scripts/new-source.ts jobs hirely`: writes the adapter, the simulated host and the test of a new source of cinema, jobs
 * or trust. The test fails until nothing is left to do, and says what is.
 */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type SourceService, sourceServices, stepsLeft } from '../test/support/source-steps/steps-left.ts'
import { cinemaFiles } from './new-source/cinema-files.ts'
import { jobFiles } from './new-source/job-files.ts'
import type { NewFile } from './new-source/new-file.ts'
import { trustFiles } from './new-source/trust-files.ts'

const root = join(import.meta.dirname, '..')
const filesOf: Readonly<Record<SourceService, readonly NewFile[]>> = {
  cinema: cinemaFiles,
  jobs: jobFiles,
  trust: trustFiles,
}

/** Throws if the name cannot be the id of a source. */
export function newSource(service: SourceService, id: string): NewFile[] {
  if (!/^[a-z][a-z0-9]{1,30}$/.test(id)) throw new TypeError(`${id}: an id has lower-case letters and digits`)
  const name = `${id[0]?.toUpperCase()}${id.slice(1)}`
  const fill = (template: string) => template.trimStart().replaceAll('hirely', id).replaceAll('Hirely', name)
  return filesOf[service].map(({ path, text }) => ({ path: fill(path), text: fill(text) }))
}

if (import.meta.main) {
  const [given, id = ''] = process.argv.slice(2)
  const service = sourceServices.find((one) => one === given)
  if (service === undefined || id === '') {
    process.stderr.write(`Usage: node scripts/new-source.ts ${sourceServices.join('|')} <id>\n`)
    process.exit(2)
  }
  const files = newSource(service, id)
  for (const { path } of files)
    if (existsSync(join(root, path))) throw new TypeError(`${path} exists already`)
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text, { flag: 'wx' })
  }
  const steps = stepsLeft(service, id).map((step, at) => `${at + 1}. ${step}\n`)
  process.stdout.write(
    `${files.map(({ path }) => `wrote ${path}\n`).join('')}\nWhat is left to do:\n${steps.join('')}`,
  )
}
