/** The archive of showtimes in ClickHouse: a row per showtime, with the history as it was when the database let it go. */

import {
  type ArchiveDefinition,
  type ArchiveOptions,
  ArchiveTable,
} from '../../store/clickhouse/archive-table.ts'
import type { ClickHouse } from '../../store/clickhouse/clickhouse.ts'
import { joinSql, sql, sqlName } from '../../store/clickhouse/sql-text.ts'
import type { SoldSeats } from './schema/history.ts'
import { hourMs, hoursMax } from './schema/history.ts'
import type { ArchivedHistory, ArchivedSeatsQuery, ShowtimeArchive } from './schema/showtime-archive.ts'

/** A change of the columns needs another name. */
const showtime: ArchiveDefinition = {
  name: sqlName('showtime_1'),
  columns: sql`id String,
  theater_id LowCardinality(String),
  movie_id String codec(ZSTD),
  starts_at Int64 codec(Delta, ZSTD),
  is_gone Bool,
  seats Array(Tuple(Int64, Nullable(Float64), Nullable(Float64), Nullable(Float64), Nullable(Float64))) codec(ZSTD),
  prices Array(Tuple(Int64, Float64, Float64, String)) codec(ZSTD)`,
  key: sql`id`,
  time: sql`starts_at`,
  shardKey: sql`cityHash64(id)`,
}

export function clickHouseShowtimes(clickHouse: ClickHouse, options: ArchiveOptions): ShowtimeArchive {
  const table = new ArchiveTable(clickHouse, showtime, options)

  /** Each once, as it was kept last. */
  function selectPast({ theaterId, movieId, from, to, except }: ArchivedSeatsQuery) {
    const where = joinSql(
      [
        sql`starts_at >= ${from} and starts_at <= ${to} and not is_gone and notEmpty(seats)`,
        ...(except.length === 0 ? [] : [sql`id not in ${except}`]),
        ...(theaterId === undefined ? [] : [sql`theater_id = ${theaterId}`]),
        ...(movieId === undefined ? [] : [sql`movie_id = ${movieId}`]),
      ],
      ' and ',
    )
    return sql`select id, starts_at, seats from ${table.name} where ${where}
      order by id, kept_at desc limit 1 by id`
  }

  return {
    keep: (showtimes, signal) => table.keep(showtimes, sql`id in ${showtimes.map(({ id }) => id)}`, signal),
    dropOld: (signal) => table.dropOld(signal),
    async readHistory(id, signal) {
      const [row] = await table.query<ArchivedHistory>(
        sql`select starts_at, seats, prices from ${table.name} where id = ${id} order by kept_at desc limit 1`,
        signal,
      )
      return row
    },
    async sumSoldSeats(query, signal) {
      const past = selectPast(query)
      const [[counted], hours] = await Promise.all([
        table.query<{ n: number }>(sql`select count() as n from (${past})`, signal),
        // Of each hour before the start, the last capture, as `lastOfEachHour` has it of what is in the database.
        table.query<SoldSeats['hours'][number]>(
          sql`select hours_before, count() as showtimes, sum(last.1) as capacity, sum(last.2) as sold
            from (
              select hours_before, argMax((assumeNotNull(seat.2), assumeNotNull(seat.4)), seat.1) as last
              from (
                select id, seat, intDiv(starts_at - seat.1 + ${hourMs - 1}, ${hourMs}) - 1 as hours_before
                from (${past}) array join seats as seat
              )
              where hours_before >= 0 and hours_before < ${hoursMax} and seat.2 is not null and seat.4 is not null
              group by id, hours_before
            )
            group by hours_before order by hours_before`,
          signal,
        ),
      ])
      return { showtimes: counted?.n ?? 0, hours }
    },
  }
}
