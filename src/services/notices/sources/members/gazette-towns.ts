/** Loads the towns of gazette-towns.tsv. The Gazette is made up, so its members are not in the registry. */

import { fileURLToPath } from 'node:url'
import { memberId, required, text } from '../../../../registry/columns.ts'
import { RegistryFiles } from '../../../../registry/registry-files.ts'
import type { Member } from '../../../../sync/source.ts'

export interface Town extends Member {
  readonly name: string
}

const columns = { id: required(memberId), name: required(text) }

export function loadGazetteTowns(): readonly Town[] {
  const files = new RegistryFiles(undefined, fileURLToPath(new URL('.', import.meta.url)))
  const rows = files.entries('gazette-towns.tsv', columns, ({ id = '' }) => id)
  files.assertValid()
  return [...rows.values()].map(({ cells: { id = '', name = '' } }) => ({ id, name }))
}
