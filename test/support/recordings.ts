/** Recorded responses of real upstreams, stored outside the project; tests that replay them are skipped without them. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './project-root.ts'

/** The folder with the recordings of a service, if there is one. */
export function recordingsDir(service: string): string | undefined {
  const folder = join(projectRoot, '..', 'shared', 'fixtures', service)
  return existsSync(folder) ? folder : undefined
}
