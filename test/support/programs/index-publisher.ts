/** A node of the tests that publishes to the search index until nothing is left: `index-publisher.ts <place as JSON>`. */

import { systemClock } from '../../../src/core/clock.ts'
import { maintainIndexes } from '../../../src/services/jobs/publish/search-index/maintain-indexes.ts'
import { openClickHouse } from '../../../src/store/clickhouse/clickhouse.ts'
import { openStore, type StoreOptions } from '../../../src/store/open.ts'

interface IndexPlace {
  readonly database: Pick<StoreOptions, 'dataDir' | 'databaseUrl' | 'schemaPrefix'>
  readonly clickHouseUrl: string
}

const { database, clickHouseUrl }: IndexPlace = JSON.parse(process.argv[2] ?? '')
await using store = await openStore({
  ...database,
  role: 'worker',
  statementTimeoutMs: 600_000,
  poolMax: 2,
  clock: systemClock,
})
await using clickHouse = await openClickHouse({ url: clickHouseUrl })
const { signal } = new AbortController()
process.stdout.write('publishing\n')
while (await maintainIndexes({ db: store.readModel, clickHouse, clock: systemClock, signal }));
