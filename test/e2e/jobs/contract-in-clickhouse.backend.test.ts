/** The tests of the jobs service, with its postings searched in ClickHouse. */

import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { openClickHouse } from '../../../src/store/clickhouse/clickhouse.ts'
import { engineWith } from '../../support/jobs/clickhouse-engine.ts'
import { ClickHouseServer, clickHouseSkip } from '../../support/store/clickhouse-server.ts'
import { testEngines } from '../../support/store/test-engines.ts'

if (clickHouseSkip !== false) it('jobs in ClickHouse', { skip: clickHouseSkip }, () => {})
else await importTests()

async function importTests(): Promise<void> {
  const server = await ClickHouseServer.start()
  const clickHouse = await openClickHouse({ url: server.url, timeoutMs: 60_000 })
  after(async () => {
    await clickHouse[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })
  let searches = 0
  const counted = {
    ...clickHouse,
    query: (statement, options) => {
      // What publishes does not ask for a state.
      if (statement.text.includes('state = ')) searches += 1
      return clickHouse.query(statement, options)
    },
  } as typeof clickHouse
  // Before they are imported, because they read it then.
  testEngines.splice(0, testEngines.length, engineWith(counted))
  await import('./routes.test.ts')
  await import('./job-pages.test.ts')
  await import('./history.test.ts')
  await import('./freshness.test.ts')
  await import('../../../src/services/jobs/routes/posting-changes.test.ts')
  await import('../../../src/services/jobs/queries/suggest.test.ts')
  await import('../../../src/services/jobs/queries/words/understood.test.ts')
  await import('../../../src/services/jobs/queries/blocks/yearly-pay.test.ts')
  it('are answered by ClickHouse', () => assert.ok(searches > 200, `only ${searches} statements`))
}
