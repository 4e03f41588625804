/** The ClickHouse of the settings, if they name one. Nothing of it is loaded without it. */

import type { Clock } from '../../core/clock.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import type { JobsDatabase } from '../../services/jobs/schema/tables.ts'
import type { ClickHouse } from '../../store/clickhouse/clickhouse.ts'

export interface SearchServer extends AsyncDisposable {
  readonly clickHouse: ClickHouse
  /** Searches of this database are answered by it. */
  use(db: JobsDatabase): Promise<void>
  /** Takes what retention lets go of this database, and has it for whoever reads further back. */
  archive(db: JobsDatabase, clock: Clock): Promise<void>
}

export async function openSearchServer({ config, secrets }: LoadedConfig): Promise<SearchServer | undefined> {
  const url = secrets.store.analyticsUrl?.reveal()
  if (url === undefined) return undefined
  const { openClickHouse } = await import('../../store/clickhouse/clickhouse.ts')
  const clickHouse = await openClickHouse({ url, timeoutMs: config.store.statementTimeoutMs })
  return {
    clickHouse,
    async use(db) {
      const [{ clickHouseSearchOf }, { searchWith }] = await Promise.all([
        import('../../services/jobs/queries/clickhouse/clickhouse-search.ts'),
        import('../../services/jobs/queries/search-engine.ts'),
      ])
      searchWith(db, clickHouseSearchOf(db, clickHouse))
    },
    async archive(db, clock) {
      const [
        { archiveChangesWith },
        { clickHouseChanges },
        { archiveShowtimesWith },
        { clickHouseShowtimes },
      ] = await Promise.all([
        import('../../store/changes/change-archive.ts'),
        import('../../store/clickhouse/clickhouse-changes.ts'),
        import('../../services/cinema/schema/showtime-archive.ts'),
        import('../../services/cinema/clickhouse-showtimes.ts'),
      ])
      const options = { clock, days: config.retention.archiveDays }
      archiveChangesWith(db, clickHouseChanges(db, clickHouse, options))
      archiveShowtimesWith(db, clickHouseShowtimes(clickHouse, options))
    },
    [Symbol.asyncDispose]: () => clickHouse[Symbol.asyncDispose](),
  }
}
