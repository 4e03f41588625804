/** The judged searches give the same order in ClickHouse as in the blocks, so the judgement is the same. */

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { systemClock } from '../../src/core/clock.ts'
import { maintainIndexes } from '../../src/services/jobs/publish/search-index/maintain-indexes.ts'
import { clickHouseSearchOf } from '../../src/services/jobs/queries/clickhouse/clickhouse-search.ts'
import { searchWith } from '../../src/services/jobs/queries/search-engine.ts'
import { openClickHouse } from '../../src/store/clickhouse/clickhouse.ts'
import { ClickHouseServer, clickHouseSkip } from '../support/store/clickhouse-server.ts'
import { sqlite } from '../support/store/test-engines.ts'
import { searchOurs } from './judge-search.ts'
import { publishCorpus } from './search-corpus.ts'
import { queryGroups } from './search-queries.ts'

it('judged searches give the same order in ClickHouse', { skip: clickHouseSkip }, async () => {
  await using server = await ClickHouseServer.start()
  await using clickHouse = await openClickHouse({ url: server.url, timeoutMs: 60_000 })
  await using place = await sqlite.borrowDatabase()
  await using store = await place.openStore()
  await publishCorpus(store)
  const db = store.readModel
  const { signal } = new AbortController()
  const queries = Object.values(queryGroups)
    .flat()
    .map(({ q }) => q)
  const findAll = async () => {
    const found: (readonly string[])[] = []
    for (const q of queries) found.push(await searchOurs(store, q))
    return found
  }
  const expected = await findAll()
  assert.ok(expected.flat().length > 600)
  while (await maintainIndexes({ db, clickHouse, clock: systemClock, signal }));
  searchWith(db, clickHouseSearchOf(db, clickHouse))
  const before = await server.countStatements()
  assert.deepEqual(await findAll(), expected)
  assert.ok((await server.countStatements()) > before + queries.length)
})
