/** SQLite, whose postings are searched in ClickHouse: whatever a transaction publishes is indexed before it resolves. */

import { systemClock } from '../../../src/core/clock.ts'
import { maintainIndexes } from '../../../src/services/jobs/publish/search-index/maintain-indexes.ts'
import { clickHouseSearchOf } from '../../../src/services/jobs/queries/clickhouse/clickhouse-search.ts'
import { searchWith } from '../../../src/services/jobs/queries/search-engine.ts'
import type { JobsDatabase } from '../../../src/services/jobs/schema/tables.ts'
import type { ClickHouse } from '../../../src/store/clickhouse/clickhouse.ts'
import type { Store } from '../../../src/store/store.ts'
import { sqlite, type TestDatabase, type TestEngine } from '../store/test-engines.ts'

export function engineWith(clickHouse: ClickHouse): TestEngine {
  const searched = (place: TestDatabase): TestDatabase => ({
    ...place,
    openStore: async (overrides) => searchedIn(clickHouse, await place.openStore(overrides)),
  })
  return {
    ...sqlite,
    createDatabase: async () => searched(await sqlite.createDatabase()),
    borrowDatabase: async () => searched(await sqlite.borrowDatabase()),
  }
}

function searchedIn(clickHouse: ClickHouse, store: Store): Store {
  const db = store.readModel
  const context = { db, clickHouse, clock: systemClock, signal: new AbortController().signal }
  const transaction: JobsDatabase['transaction'] = async (...args) => {
    const result = await db.transaction(...args)
    while (await maintainIndexes(context));
    return result
  }
  const readModel = new Proxy(db, {
    get(_, name) {
      const value: unknown = name === 'transaction' ? transaction : Reflect.get(db, name, db)
      return typeof value === 'function' ? value.bind(db) : value
    },
  })
  searchWith(readModel, clickHouseSearchOf(db, clickHouse))
  return { ...store, readModel }
}
