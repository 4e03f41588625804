/** What the registry says about every member: whether it is read, on what basis, and where the fact comes from. */

import { count, day, oneOf, required, text } from './columns.ts'
import type { Columns } from './parse-table.ts'

/**
 * `on`: read. `paused`: off until an operator resumes it. `candidate`: known from a directory, not confirmed yet.
 * `retired`: no longer exists.
 */
export const entryStatuses = ['on', 'paused', 'candidate', 'retired'] as const
export type EntryStatus = (typeof entryStatuses)[number]

/**
 * `open`: an interface or page for everyone. `licence`: data under an open licence. `key`: a key that the operator is
 * issued. `ask`: off until the operator records who agreed.
 */
export const bases = ['open', 'licence', 'key', 'ask'] as const
export type Basis = (typeof bases)[number]

export interface RegistryEntry {
  readonly status: EntryStatus
  readonly basis: Basis
  /** An id of `provenance.tsv`. */
  readonly provenance: string
  /** How many independent lists name it. */
  readonly lists?: number
  /** The day or month on which it was seen with content. */
  readonly seen?: string
}

type EntryColumn = 'status' | 'basis' | 'provenance' | 'lists' | 'seen'

/** The columns that every table of members has. */
export const entryColumns: Columns<EntryColumn> = {
  status: oneOf(entryStatuses),
  basis: oneOf(bases),
  provenance: required(text),
  lists: count,
  seen: day,
}

type EntryCells = Readonly<Partial<Record<EntryColumn, string>>>

/** Equal entries are one object: thousands of members differ in nothing else. */
export function createEntryReader(): (cells: EntryCells, defaultBasis?: Basis) => RegistryEntry {
  const entries = new Map<string, RegistryEntry>()
  return (cells, defaultBasis = 'open') => {
    const { status = 'on', basis = defaultBasis, provenance = '', lists, seen } = cells
    const key = `${status}\t${basis}\t${provenance}\t${lists ?? ''}\t${seen ?? ''}`
    const known = entries.get(key)
    if (known !== undefined) return known
    const entry: RegistryEntry = Object.freeze({
      status: status as EntryStatus,
      basis: basis as Basis,
      provenance,
      ...(lists === undefined ? {} : { lists: Number(lists) }),
      ...(seen === undefined ? {} : { seen }),
    })
    entries.set(key, entry)
    return entry
  }
}
