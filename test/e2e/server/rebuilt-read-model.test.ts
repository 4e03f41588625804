/** A read model that is deleted and built again counts its versions from the start. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jobsService } from '../../../src/services/jobs/index.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { publishBoards, testPosting } from '../../support/jobs/publish-boards.ts'
import { openTestServer, type TestResponse } from '../../support/server/test-server.ts'
import { type TestDatabase, testEngines } from '../../support/store/test-engines.ts'

const now = Date.UTC(2026, 10, 15, 6)
const paths = [
  '/job-postings/v1/jobs/search?limit=1',
  '/job-postings/v1/jobs/facets?field=city',
  '/job-postings/collections?format=json',
]

for (const { name, skip, createDatabase } of testEngines) {
  describe(`${name}: a rebuilt read model`, { skip }, () => {
    it('never yields a 304 or accepts a cursor for the data before', async () => {
      await using testDatabase = await createDatabase()
      const before = await askAll(testDatabase, ['Baker', 'Cook'])
      const unchanged = await askAll(testDatabase, undefined, before)
      assert.deepEqual(
        unchanged.map(({ status }) => status),
        [304, 304, 304],
      )
      await testDatabase.deleteReadModel()
      const after = await askAll(testDatabase, ['Driver', 'Pilot'], before)
      assert.deepEqual(
        after.map(({ status }) => status),
        [200, 200, 200],
      )
      const cursor = before[0]?.json.meta.pagination.next_cursor
      assert.equal(typeof cursor, 'string')
      const [page] = await askAll(testDatabase, undefined, [], `&cursor=${cursor}`)
      assert.equal(page?.status, 400)
      assert.equal(page?.json.error.code, 'invalid_cursor')
    })
  })
}

/** Publishes the titles, if any, and asks for each path as a client that has the earlier responses. */
async function askAll(
  testDatabase: TestDatabase,
  titles: readonly string[] | undefined,
  earlier: readonly TestResponse[] = [],
  suffix = '',
): Promise<TestResponse[]> {
  await using store = await testDatabase.openStore()
  if (titles !== undefined) {
    const records = titles.map((title, at) => testPosting(String(at), { title, department: title }))
    await publishBoards(store, now, [{ board: 'acme', records }])
  }
  await using server = await openTestServer({
    service: jobsService(store.readModel, 'https://data.example.org'),
    store,
    clock: new FakeClock(now),
  })
  const responses: TestResponse[] = []
  for (const [at, path] of paths.entries()) {
    const etag = earlier[at]?.headers.get('etag')
    responses.push(await server.get(path + suffix, etag ? { 'if-none-match': etag } : {}))
  }
  return responses
}
