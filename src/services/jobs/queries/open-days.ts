/** How many postings of a search were open on each day. It follows from when each was first seen and closed. */

import { toInstant } from '../../../core/clock.ts'
import { toDayNumber } from '../schema/block.ts'
import type { OpenDay } from '../schema/job-posting.ts'
import { type JobsDatabase, withJobTables } from '../schema/tables.ts'
import { type JobFilter, toJobQuery } from './filters.ts'
import { jobSearchOf } from './search-engine.ts'

export interface OpenDaysQuery {
  /** Which postings; whether they are open does not matter. */
  readonly filter: JobFilter
  readonly days: number
  readonly nowMs: number
  readonly signal?: AbortSignal | undefined
}

/** Not a posting that another one counts for: the same one on another board. */
const hasClosingDay = { field: 'closed', from: 1, to: Number.POSITIVE_INFINITY } as const

/**
 * Oldest first, from the first posting on. Postings that were closed before the first day may be deleted, so `days` is at most their
 * retention.
 */
export async function readOpenDays(
  db: JobsDatabase,
  { filter, days, nowMs, signal }: OpenDaysQuery,
): Promise<OpenDay[]> {
  const query = toJobQuery(filter)
  if (query === undefined) return []
  const [active, closed] = await db.snapshot(async (read) => {
    const scan = (active: boolean) =>
      jobSearchOf(db).find(
        withJobTables(read),
        {
          ...query,
          conditions: active ? query.conditions : [...query.conditions, hasClosingDay],
          active,
          signal,
        },
        { fields: new Set(), days: ['first_seen', 'closed'] },
      )
    return [await scan(true), await scan(false)]
  })
  const [openedFirst, openedLater] = [active.countsByDay[0], closed.countsByDay[0]]
  const closedOn = closed.countsByDay[1]
  const today = toDayNumber(toInstant(nowMs).slice(0, 10))
  const firstShown = today - days + 1
  const rows: OpenDay[] = []
  let open = 0
  let hasBegun = false
  for (let day = 1; day <= today; day++) {
    const openedThen = (openedFirst?.[day] ?? 0) + (openedLater?.[day] ?? 0)
    const closedThen = closedOn?.[day] ?? 0
    open += openedThen - closedThen
    hasBegun ||= openedThen > 0
    if (hasBegun && day >= firstShown)
      rows.push({ day: toDay(day), open, opened: openedThen, closed: closedThen })
  }
  return rows
}

function toDay(number: number): string {
  return toInstant(number * 86_400_000).slice(0, 10)
}
