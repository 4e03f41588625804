/** Ids of showtimes for platforms whose only id is in a booking link, which may be missing or change. */

import { contentHash } from '../../../core/content-hash.ts'

export interface ListedShow {
  /** What identifies a showtime: film, start, auditorium. */
  readonly identity: readonly string[]
  readonly link: string | undefined
  /** As it is listed, without the link. */
  readonly row: unknown
  /** Where it is listed, if a showtime may be on several pages. */
  readonly page?: unknown
}

interface KnownShow {
  link: string | undefined
  readonly row: string
  readonly page: unknown
}

/**
 * The id derives from the identity. Showtimes that are equal in all of it are counted, in the order of the list. Undefined
 * for a row that repeats another one: with the same link, or, where one of them has no link, the same in all or on another
 * page.
 */
export function createSessionIds(): (show: ListedShow) => string | undefined {
  const showsById = new Map<string, KnownShow[]>()
  return ({ identity, link, row, page }) => {
    const id = contentHash(1, identity)
    const shows = showsById.get(id) ?? []
    showsById.set(id, shows)
    const text = JSON.stringify(row)
    const known = shows.find((show) =>
      show.link !== undefined && link !== undefined
        ? show.link === link
        : show.row === text || show.page !== page,
    )
    if (known !== undefined) {
      known.link ??= link
      return undefined
    }
    shows.push({ link, row: text, page })
    return shows.length === 1 ? id : `${id}-${shows.length}`
  }
}
