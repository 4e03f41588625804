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
    .map((name) => {
      const stat = statSync(join(operatorFolder, name), { throwIfNoEntry: false })
      return `${name} ${stat?.mtimeMs} ${stat?.size} ${stat?.ino}`
    })
    .join('\n')
}
