/** Ids of showtimes for platforms whose only id is in a booking link, which may be missing or change. */

import { contentHash } from '../../../core/content-hash.ts'

/**
 * The id derives from what identifies a showtime: film, start, auditorium. Those that are equal in all of it are counted, in
 * the order of the list. Undefined for a row that repeats another one: with the same link, or the same in all.
 */
export function createSessionIds(): (identity: readonly string[], linkOrRow: string) => string | undefined {
  const rowsById = new Map<string, Set<string>>()
  return (identity, linkOrRow) => {
    const id = contentHash(1, identity)
    const rows = rowsById.get(id) ?? new Set()
    rowsById.set(id, rows)
    if (rows.has(linkOrRow)) return undefined
    rows.add(linkOrRow)
    return rows.size === 1 ? id : `${id}-${rows.size}`
  }
}
