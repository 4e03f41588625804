/** Where entries come from, and under which licence: the table `provenance.tsv`. */

import { httpsUrl, required, slug, text } from './columns.ts'
import type { Columns } from './parse-table.ts'
import type { RegistryFiles } from './registry-files.ts'

export interface Provenance {
  readonly id: string
  readonly name: string
  readonly licence?: string
  readonly url?: string
}

const provenanceColumns: Columns<keyof Provenance> = {
  id: required(slug),
  name: required(text),
  licence: text,
  url: httpsUrl,
}

/** By id. */
export function readProvenance(files: RegistryFiles): ReadonlyMap<string, Provenance> {
  const rows = files.entries('provenance.tsv', provenanceColumns, ({ id = '' }) => id)
  return new Map([...rows].map(([id, { cells }]) => [id, cells as Provenance]))
}
