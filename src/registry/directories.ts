/** Public directories that list members: the table `directories.tsv`. None is read unless an operator says so. */

import { httpsUrl, oneOf, required, slug, text } from './columns.ts'
import type { Columns } from './parse-table.ts'
import { readProvenance } from './provenance.ts'
import type { RegistryFiles } from './registry-files.ts'

export interface Directory {
  readonly id: string
  readonly url: string
  readonly format: 'csv' | 'json'
  /** The columns, or fields of the rows, with the address of a member, its name and the company's site. */
  readonly address: string
  readonly name?: string
  readonly website?: string
  /** An id of `provenance.tsv`, which has the licence. */
  readonly provenance: string
  readonly licence?: string
}

const directoryColumns: Columns<Exclude<keyof Directory, 'licence'>> = {
  id: required(slug),
  url: required(httpsUrl),
  format: required(oneOf(['csv', 'json'])),
  address: required(text),
  name: text,
  website: text,
  provenance: required(slug),
}

/** By id. */
export function readDirectories(files: RegistryFiles): ReadonlyMap<string, Directory> {
  const provenance = readProvenance(files)
  const rows = files.entries('directories.tsv', directoryColumns, ({ id = '' }) => id)
  return new Map(
    [...rows].map(([id, row]) => {
      const origin = provenance.get(row.cells.provenance ?? '')
      if (origin === undefined) files.report(row, `there is no provenance ${row.cells.provenance}`)
      const licence = origin?.licence === undefined ? {} : { licence: origin.licence }
      return [id, { ...(row.cells as unknown as Directory), ...licence }]
    }),
  )
}
