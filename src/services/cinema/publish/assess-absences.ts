/** Decides what it means that a list lacks upcoming showtimes: nothing disappears before two lists agree. */

import { doListsAgree, isShortList, isUnusualLoss } from '../../../core/short-list.ts'

/** Minimum time between the two lists. */
const confirmAfterMs = 30 * 60_000
/** If the list is short; by then many of its showtimes have ended by themselves. */
const confirmShortAfterMs = 6 * 3_600_000
const shortListFloor = 8

export interface UpcomingShowtime {
  readonly id: string
  readonly movieId: string
  readonly startsAt: number
  /** When the first of the consecutive lists without it was captured. */
  readonly absentAt: number | null
}

export interface Absences {
  readonly goneIds: readonly string[]
  /** Absent for the first time. */
  readonly absentIds: readonly string[]
  /** Listed again. */
  readonly returnedIds: readonly string[]
  /** Number of showtimes that are not listed and stay. */
  readonly held: number
  readonly problem?: string
}

/**
 * `upcoming`: the published showtimes of a theater that have not started. `listed`: those of the new list; a new
 * showtime replaces an absent one with the same film and start at once, since sources renumber their sessions.
 */
export function assessAbsences(
  upcoming: readonly UpcomingShowtime[],
  listed: ReadonlyMap<string, Pick<UpcomingShowtime, 'movieId' | 'startsAt'> | undefined>,
  nowMs: number,
): Absences {
  const known = new Set(upcoming.map(({ id }) => id))
  const added = [...listed].flatMap(([id, showtime]) => (known.has(id) || !showtime ? [] : [showtime]))
  const newKeys = countKeys(added.filter(({ startsAt }) => startsAt > nowMs))
  const unlisted = upcoming.filter(({ id }) => !listed.has(id))
  const replacedIds = unlisted.filter((showtime) => takeKey(newKeys, showtime)).map(({ id }) => id)
  const replaced = new Set(replacedIds)
  const missing = unlisted.filter(({ id }) => !replaced.has(id))
  const remaining = upcoming.length - missing.length
  const addedCount = [...newKeys.values()].reduce((sum, count) => sum + count, 0)
  const isShort = isShortList(remaining + addedCount, upcoming.length, shortListFloor)
  const absentBefore = missing.filter(({ absentAt }) => absentAt !== null)
  const agrees = !isShort || doListsAgree(absentBefore.length, missing.length)
  const waitMs = isShort ? confirmShortAfterMs : confirmAfterMs
  const confirmed = agrees ? absentBefore.filter(({ absentAt }) => nowMs - (absentAt ?? nowMs) >= waitMs) : []
  const held = missing.length - confirmed.length
  return {
    goneIds: [...replacedIds, ...confirmed.map(({ id }) => id)],
    absentIds: missing.filter(({ absentAt }) => absentAt === null).map(({ id }) => id),
    returnedIds: upcoming
      .filter(({ id, absentAt }) => absentAt !== null && listed.has(id))
      .map(({ id }) => id),
    held,
    ...(isUnusualLoss(held, upcoming.length)
      ? { problem: `${held} of ${upcoming.length} upcoming showtimes are missing from the list` }
      : {}),
  }
}

/** Nothing is on so far ahead alone: such a list has another year. */
const farMs = 180 * 86_400_000

/** A share of upcoming showtimes that another theater of the chain may have too. */
const foreignShareMax = 0.1

/**
 * Whether the list seems to be that of another theater: hardly any upcoming showtime is in it, but others are. A second
 * such list is believed, unless all of it is far ahead. Sessions of two theaters may have the same ids, so films and starts are compared.
 */
export function isForeignList(
  upcoming: readonly UpcomingShowtime[],
  listed: readonly Pick<UpcomingShowtime, 'movieId' | 'startsAt'>[],
  nowMs: number,
): boolean {
  const keys = new Set(listed.map(keyOf))
  const missing = upcoming.filter((showtime) => !keys.has(keyOf(showtime)))
  const common = upcoming.length - missing.length
  if (upcoming.length < shortListFloor || common > upcoming.length * foreignShareMax) return false
  if (common >= listed.length / 2) return false
  if (listed.length > 0 && listed.every(({ startsAt }) => startsAt > nowMs + farMs)) return true
  const confirmed = missing.filter(
    ({ absentAt }) => absentAt !== null && nowMs - absentAt >= confirmShortAfterMs,
  )
  return !doListsAgree(confirmed.length, missing.length)
}

function keyOf({ movieId, startsAt }: Pick<UpcomingShowtime, 'movieId' | 'startsAt'>): string {
  return `${startsAt} ${movieId}`
}

function countKeys(
  showtimes: readonly Pick<UpcomingShowtime, 'movieId' | 'startsAt'>[],
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of showtimes.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function takeKey(
  counts: Map<string, number>,
  showtime: Pick<UpcomingShowtime, 'movieId' | 'startsAt'>,
): boolean {
  const count = counts.get(keyOf(showtime)) ?? 0
  if (count > 0) counts.set(keyOf(showtime), count - 1)
  return count > 0
}
