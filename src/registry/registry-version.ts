/** Tells whether the operator's tables have changed since they were read. */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Differs after every change. Empty if there are no tables. */
export function registryVersion(operatorFolder: string): string {
  let names: string[]
  try {
    names = readdirSync(operatorFolder).filter((name) => name.endsWith('.tsv'))
  } catch {
    return ''
  }
  return names
    .sort()
    .map((name) => `${name} ${fileVersion(join(operatorFolder, name))}`)
    .join('\n')
}

/** That a file cannot be read is a state like any other. */
function fileVersion(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path)
    return `${mtimeMs} ${size} ${ino}`
  } catch (thrown) {
    return String((thrown as NodeJS.ErrnoException).code)
  }
}
