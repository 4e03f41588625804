/** The archive of the change log in ClickHouse. Another read model has another epoch, and numbers of its own. */

import type { ChangeArchive } from '../changes/change-archive.ts'
import { changeColumns, type StoredChange } from '../changes/read-log.ts'
import type { Publications } from '../store.ts'
import { type ArchiveDefinition, type ArchiveOptions, ArchiveTable } from './archive-table.ts'
import type { ClickHouse } from './clickhouse.ts'
import { joinSql, sql, sqlName } from './sql-text.ts'

/** A change of the columns needs another name. */
const changeLog: ArchiveDefinition = {
  name: sqlName('change_log_1'),
  columns: sql`epoch UInt64 codec(ZSTD),
  service LowCardinality(String),
  number UInt64 codec(Delta, ZSTD),
  detected_at Int64 codec(Delta, ZSTD),
  type LowCardinality(String),
  subject String codec(ZSTD),
  keys String codec(ZSTD),
  keys_before Nullable(String) codec(ZSTD),
  severity Nullable(String) codec(ZSTD),
  provider Nullable(String) codec(ZSTD),
  company_id Nullable(String) codec(ZSTD),
  doc Nullable(String) codec(ZSTD)`,
  key: sql`(epoch, service, number)`,
  time: sql`detected_at`,
  shardKey: sql`cityHash64(epoch, service, number)`,
}

export function clickHouseChanges(
  db: Publications,
  clickHouse: ClickHouse,
  options: ArchiveOptions,
): ChangeArchive {
  const table = new ArchiveTable(clickHouse, changeLog, options)
  const columns = joinSql(changeColumns.map(sqlName), ', ')
  const ofService = (service: string) => sql`epoch = ${db.epoch()} and service = ${service}`
  const between = (service: string, from: number, to: number) =>
    sql`${ofService(service)} and number >= ${from} and number <= ${to}`
  return {
    async keep(changes, signal) {
      const [first, last] = [changes[0], changes.at(-1)]
      if (first === undefined || last === undefined) return
      const epoch = db.epoch()
      const rows = changes.map((row) => ({
        ...row,
        epoch,
        number: Number(row.number),
        detected_at: Number(row.detected_at),
      }))
      await table.keep(rows, between(first.service, Number(first.number), Number(last.number)), signal)
    },
    dropOld: (signal) => table.dropOld(signal),
    // The range bounds what `limit 1 by` reads.
    read: (service, from, to, signal) =>
      table.query<StoredChange>(
        sql`select ${columns} from ${table.name} where ${between(service, from, to)}
          order by number, kept_at desc limit 1 by number`,
        signal,
      ),
    async readNext(service, after, signal) {
      const [row] = await table.query<{ number: number }>(
        sql`select number from ${table.name} where ${ofService(service)} and number > ${after}
          order by number limit 1`,
        signal,
      )
      return row?.number
    },
  }
}
