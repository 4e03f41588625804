/** A screening is current until its film is over. */

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ValueOrPromise, whenReady } from '../../../core/when-ready.ts'
import type { ParamMarker } from '../../../store/store.ts'
import { dayMs } from '../normalise/time.ts'
import { type CinemaDb, withCinemaTables } from '../schema/tables.ts'
import { cinemaScope } from '../scopes.ts'
import type { SqlConditions } from './sql-conditions.ts'

const minuteMs = 60_000
/** If the runtime is unknown. */
const defaultMinutes = 180

export interface CurrentFilter {
  readonly nowMs: number
  /** No screening that began earlier is still running. */
  readonly sinceMs: number
}

/** The longest runtime per database, valid for one version. */
const longestRuntimes = new WeakMap<CinemaDb, { readonly version: number; readonly minutes: number }>()

export function currentAt(db: CinemaDb, nowMs: number): ValueOrPromise<CurrentFilter> {
  return whenReady(longestMinutes(db), (minutes) => ({ nowMs, sinceMs: nowMs - minutes * minuteMs }))
}

function longestMinutes(db: CinemaDb): ValueOrPromise<number> {
  const version = db.version(cinemaScope)
  const known = longestRuntimes.get(db)
  if (known?.version === version) return known.minutes
  const rows = db.prepared<{ minutes: number | null }>(
    'cinema:longest-runtime',
    (read) =>
      withCinemaTables(read)
        .selectFrom('movie')
        .select((eb) => eb.fn.max('runtime_minutes').as('minutes')),
    {},
  )
  return whenReady(rows, ([row]) => {
    const minutes = Math.max(defaultMinutes, Number(row?.minutes ?? 0))
    longestRuntimes.set(db, { version, minutes })
    return minutes
  })
}

/** Adds the condition on `showtime s`; the bound on the start serves the index. */
export function addCurrent(where: SqlConditions, filter: CurrentFilter | undefined): void {
  if (filter === undefined) return
  where.values.currentAt = filter.nowMs
  where.add(
    'r',
    'currentSince',
    filter.sinceMs,
    (param) => sql<SqlBool>`s.starts_at >= ${param('currentSince')} and ${isRunningOrUpcoming(param)}`,
  )
}

/** Adds the condition on `showtime s` that its business date begins by this instant. */
export function addDayStart(where: SqlConditions, until: number | undefined): void {
  where.add(
    'n',
    'dayUntil',
    until,
    (param) => sql`s.day_starts_at <= ${param('dayUntil')} and s.starts_at <= ${param('startUntil')}`,
  )
  // A business date ends within two days of its beginning; this bound serves the index.
  if (until !== undefined) where.values.startUntil = until + 2 * dayMs
}

function isRunningOrUpcoming(param: ParamMarker): RawBuilder<SqlBool> {
  const runtime = sql`(select r.runtime_minutes from movie r where r.id = s.movie_id)`
  const lengthMs = sql`${sql.lit(minuteMs)} * coalesce(${runtime}, ${sql.lit(defaultMinutes)})`
  return sql<SqlBool>`(s.starts_at > ${param('currentAt')} or s.starts_at + ${lengthMs} > ${param('currentAt')})`
}
