/** A folder for what several test files need and is expensive to make. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let ownFolder: string | undefined

/** `npm test` names one for the whole run; a file that runs alone has its own. */
export function sharedFolder(): string {
  const named = process.env.TEST_SHARED_FOLDER ?? ownFolder
  if (named) return named
  const created = mkdtempSync(join(tmpdir(), 'broadsheet-shared-'))
  process.once('exit', () => rmSync(created, { recursive: true, force: true }))
  ownFolder = created
  return created
}
