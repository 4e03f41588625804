/** What is left to do before a source is complete. The guide follows it: docs/how-to/add-a-source.md. */

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../project-root.ts'
import { cinemaSteps } from './cinema-steps.ts'
import { jobSteps } from './job-steps.ts'
import type { Step } from './step.ts'
import { trustSteps } from './trust-steps.ts'

export const sourceServices = ['cinema', 'jobs', 'trust'] as const
export type SourceService = (typeof sourceServices)[number]

/** `host`: where the simulated host is. */
const services: Readonly<Record<SourceService, { steps: readonly Step[]; host: string }>> = {
  cinema: { steps: cinemaSteps, host: 'sandbox/cinema/hosts' },
  jobs: { steps: jobSteps, host: 'sandbox/jobs/boards' },
  trust: { steps: trustSteps, host: 'sandbox/trust/pages' },
}

/** One sentence per step, in the order in which they are done. Empty for a complete source. */
export function stepsLeft(service: SourceService, id: string, root = projectRoot): string[] {
  const { steps, host } = services[service]
  const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')
  const folder = `src/services/${service}/sources/adapters`
  const [adapterFile = `${folder}/${id}.ts`] = globSync(`${folder}/{,*/}${id}.ts`, { cwd: root })
  const own = [adapterFile, adapterFile.replace('.ts', '.test.ts'), `${host}/${id}.ts`]
  const marks = own.flatMap((file) =>
    [...read(file).matchAll(new RegExp(`TODO\\(${id}\\) ([^*\\n]+)`, 'g'))].map(
      ([, what = '']) => `${file}: ${what.trim()}`,
    ),
  )
  const adapter = read(adapterFile)
  const name = /name: '([^']+)'/.exec(adapter)?.[1] ?? id
  const left = steps
    .filter(({ isNeeded }) => isNeeded === undefined || isNeeded(adapter))
    .filter(({ file, orIn, pattern }) => {
      const files = [file, ...(orIn === undefined ? [] : globSync(`${orIn}/*.ts`, { cwd: root }))]
      return !files.some((one) => pattern(id, name).test(read(one)))
    })
  return [...marks, ...left.map(({ file, toDo }) => `${file}: ${toDo}`)]
}
