/** The job boards that are read: what a board is, and the boards of the live profile. */

import type { Member } from '../../../../sync/source.ts'

interface BoardEntry {
  /** As the platform spells it, case included. */
  readonly key: string
  /** The employer. */
  readonly name: string
  /** The employer's home country, ISO 3166-1 alpha-2. */
  readonly home: string
}

export interface Board extends BoardEntry, Member {}

export type BoardsByPlatform = Readonly<Partial<Record<string, readonly BoardEntry[]>>>

/** Operators add the boards they want to read: `greenhouse: [{ key: 'acme', name: 'Acme Inc.', home: 'US' }]`. */
export const liveBoards: BoardsByPlatform = {}

/** Throws when an entry is malformed, so that a typo is found at start. */
export function toBoard({ key, name, home }: BoardEntry): Board {
  if (!/^[\w.%/ -]+$/.test(key) || name === '' || !/^[A-Z]{2}$/.test(home))
    throw new TypeError(`job boards: malformed entry ${JSON.stringify({ key, name, home })}`)
  return { id: key.toLowerCase().replace(/[^a-z0-9._-]+/g, '.'), key, name, home }
}
