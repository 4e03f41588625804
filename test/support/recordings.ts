/** Recorded answers of real upstreams, kept outside the project; tests that replay them are skipped without them. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './project-root.ts'

/** The folder with a service's recordings, or `undefined` where there is none. */
export function recordingsDir(service: string): string | undefined {
  const folder = join(projectRoot, '..', 'shared', 'fixtures', service)
  return existsSync(folder) ? folder : undefined
}
