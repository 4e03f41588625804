/** A screening is current until its film is over. */

import { sql } from 'kysely'
import { Statement } from '../../../store/statements/statement.ts'
import { dayMs } from '../normalise/time.ts'
import type { CinemaDb, CinemaReadModel } from '../schema/tables.ts'
import { cinemaScope } from '../scopes.ts'
import { ReadOnce } from './read-once.ts'
import type { Conditions } from './sql-conditions.ts'

const minuteMs = 60_000
/** If the runtime is unknown. */
const defaultMinutes = 180

/** When a screening takes place. */
export interface TimeFilter {
  /** Business dates, inclusive. */
  readonly firstDay?: string | undefined
  readonly lastDay?: string | undefined
  /** Only screenings that have not ended at this instant. */
  readonly currentAt?: number | undefined
  /** No screening that began earlier is still running. */
  readonly currentSince?: number | undefined
  /** Business dates that begin before this instant in their theater's time zone. */
  readonly dayStartsUntil?: number | undefined
}

export async function currentFilter(
  db: CinemaDb,
  nowMs: number,
): Promise<Pick<TimeFilter, 'currentAt' | 'currentSince'>> {
  return { currentAt: nowMs, currentSince: nowMs - (await readLongestMinutes(db)) * minuteMs }
}

const longestRuntime = new Statement<CinemaReadModel, object, { minutes: number | null }>((read) =>
  read.selectFrom('movie').select((eb) => eb.fn.max('runtime_minutes').as('minutes')),
)

const longestMinutes = new ReadOnce<number>()

function readLongestMinutes(db: CinemaDb): Promise<number> {
  return longestMinutes.read(
    db,
    () => db.stamp(cinemaScope),
    async () => {
      const [row] = await db.run(longestRuntime, {})
      return Math.max(defaultMinutes, Number(row?.minutes ?? 0))
    },
  )
}

/** On `showtime s`. Some bounds only serve the index: a business date ends within two days of its beginning. */
export const timeConditions: Conditions<TimeFilter> = {
  firstDay: (mark) => sql`s.business_date >= ${mark('firstDay')}`,
  lastDay: (mark) => sql`s.business_date <= ${mark('lastDay')}`,
  currentSince: (mark) => sql`s.starts_at >= ${mark('currentSince')}`,
  currentAt: (mark) => {
    const runtime = sql`(select r.runtime_minutes from movie r where r.id = s.movie_id)`
    const lengthMs = sql`${sql.lit(minuteMs)} * coalesce(${runtime}, ${sql.lit(defaultMinutes)})`
    return sql`(s.starts_at > ${mark('currentAt')} or s.starts_at + ${lengthMs} > ${mark('currentAt')})`
  },
  dayStartsUntil: (mark) => sql`s.day_starts_at <= ${mark('dayStartsUntil')}
    and s.starts_at <= cast(${mark('dayStartsUntil')} as bigint) + ${sql.lit(2 * dayMs)}`,
}

const fewTheatersMax = 50

/** Whether a read of their showtimes may take long, whatever else is selected; undefined for a read of all theaters. */
export function areManyTheaters(theaterIds: readonly string[] | undefined): boolean | undefined {
  return theaterIds && theaterIds.length > fewTheatersMax
}
