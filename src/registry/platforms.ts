/** What is known about the sources of the registry as a whole: the table `platforms.tsv`. */

import { defined } from '../core/defined.ts'
import { count, httpsUrl, oneOf, required, slug, text } from './columns.ts'
import type { Columns } from './parse-table.ts'
import { type Basis, bases } from './registry-entry.ts'
import type { RegistryFiles } from './registry-files.ts'

export interface Platform {
  readonly basis: Basis
  /** How many requests one read of a member takes, as far as is known. */
  readonly requests: number
  /** How many the first one takes, if that is more: later ones leave out the details of postings that are known. */
  readonly first?: number
  /** Where an operator applies for a key or for permission. */
  readonly apply?: string
  readonly note?: string
}

const platformColumns: Columns<'source' | 'basis' | 'requests' | 'first' | 'apply' | 'note'> = {
  source: required(slug),
  basis: required(oneOf(bases)),
  requests: required(count),
  first: count,
  apply: httpsUrl,
  note: text,
}

/** By the id of the source. */
export function readPlatforms(files: RegistryFiles): ReadonlyMap<string, Platform> {
  const rows = files.entries('platforms.tsv', platformColumns, ({ source = '' }) => source)
  return new Map(
    [...rows].map(([source, { cells }]) => {
      const { basis, requests, first, apply, note } = cells
      return [
        source,
        defined<Platform>({
          basis: basis as Basis,
          requests: Number(requests),
          first: first === undefined ? undefined : Number(first),
          apply,
          note,
        }),
      ]
    }),
  )
}
