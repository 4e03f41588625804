/** A caller who reads a list page by page, while data is published between the pages. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jobsService } from '../../../src/services/jobs/index.ts'
import { noticeRoutes } from '../../../src/services/notices/routes/notices.ts'
import { openCinemaFixture } from '../../support/cinema/cinema-fixture.ts'
import { weekOfRecords } from '../../support/cinema/made-up-records.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { publishBoards, testPosting } from '../../support/jobs/publish-boards.ts'
import { openTestServer, type TestServer } from '../../support/server/test-server.ts'
import { testEngines } from '../../support/store/test-engines.ts'

const now = Date.UTC(2026, 10, 15, 6)
const days = ['2026-11-01', '2026-11-05', '2026-11-05', '2026-11-09']

/** Publishes after each page. Returns the ids in the order of the pages. */
async function walk(
  server: Pick<TestServer, 'get'>,
  path: string,
  publish: (page: number) => Promise<void>,
): Promise<string[]> {
  const ids: string[] = []
  let cursor = ''
  for (let page = 0; page < 100; page += 1) {
    const { status, json } = await server.get(`${path}${cursor && `&cursor=${cursor}`}`)
    assert.equal(status, 200)
    ids.push(...json.data.map(({ id }: { id: string }) => id))
    if (!json.meta.pagination.next_cursor) return ids
    cursor = json.meta.pagination.next_cursor
    await publish(page)
  }
  assert.fail('the list has no end')
}

/** None twice, and all of `always`. */
function assertComplete(ids: readonly string[], always: readonly string[]): void {
  assert.equal(new Set(ids).size, ids.length)
  assert.deepEqual(
    always.filter((id) => !ids.includes(id)),
    [],
  )
}

for (const { name, skip, borrowDatabase } of testEngines) {
  describe(`${name}: a walk through a list while data is published`, { skip }, () => {
    it('has no notice twice, and each that was there all the time', async () => {
      await using testDatabase = await borrowDatabase()
      await using store = await testDatabase.openStore({ role: 'worker' })
      const { readModel } = store
      const toRow = (id: string, at: number) => ({
        id,
        source_id: 'gazette',
        member_id: 'aach',
        town: 'Aach',
        category: 'roads',
        published_on: days[at % days.length] ?? '',
        title: id,
        hash: id,
        doc: JSON.stringify({ id }),
      })
      const insert = async (ids: readonly string[]) => {
        await readModel.transaction(async (tx) => {
          await tx.insertInto('notice').values(ids.map(toRow)).execute()
          await readModel.dialect.bumpVersion(tx, 'notices', now)
        })
      }
      const always = Array.from({ length: 30 }, (_, at) => `nt_${String(at * 10).padStart(3, '0')}`)
      await insert([...always, 'nt_removed_0', 'nt_removed_1'])
      await using server = await openTestServer({ routes: noticeRoutes(readModel), store })
      const ids = await walk(server, '/v1/notices?limit=4', async (page) => {
        // On days before, at and after that of the cursor.
        await insert(days.map((_, at) => `nt_${String(page * 10 + at + 1).padStart(3, '0')}`))
        await readModel.transaction((tx) =>
          tx.deleteFrom('notice').where('id', '=', `nt_removed_${page}`).execute(),
        )
      })
      assertComplete(ids, always)
    })

    it('has no showtime twice, and each that was there all the time', async () => {
      await using testDatabase = await borrowDatabase()
      await using store = await testDatabase.openStore({ role: 'worker' })
      await using cinema = await openCinemaFixture(store)
      const [first, ...others] = [...cinema.members.values()]
      assert.ok(first)
      const nowMs = cinema.clock.now()
      const path = '/v1/showtimes/search?from=2026-11-01T00:00:00Z&to=2027-01-01T00:00:00Z&limit=2'
      const get = async (target: string) => await cinema.request(target)
      await cinema.publish(first.id, weekOfRecords(first, nowMs))
      const always = await walk({ get }, path, async () => {})
      assert.ok(always.length > 4)
      const ids = await walk({ get }, path, async (page) => {
        const other = others[page]
        if (other) await cinema.publish(other.id, weekOfRecords(other, nowMs))
      })
      assertComplete(ids, always)
      assert.ok(ids.length > always.length, 'nothing new appeared: the walk proves little')
    })

    for (const query of ['limit=5', 'limit=5&department=Trade', 'limit=5&q=worker']) {
      it(`has no job twice, and each that was there all the time: ${query}`, async () => {
        await using testDatabase = await borrowDatabase()
        await using store = await testDatabase.openStore({ role: 'worker' })
        const postings = (prefix: string, count: number) =>
          Array.from({ length: count }, (_, at) =>
            testPosting(`${prefix}${at}`, {
              title: `Worker ${prefix} ${at}`,
              company: `Company ${prefix} ${at}`,
              department: 'Trade',
              posted: days[at % days.length] ?? '',
            }),
          )
        await publishBoards(store, now, [{ board: 'acme', records: postings('a', 30) }])
        await using server = await openTestServer({
          service: jobsService(store.readModel, 'https://data.example.org'),
          store,
          clock: new FakeClock(now),
        })
        const path = '/job-postings/v1/jobs/search'
        const always = await walk(server, `${path}?${query}`, async () => {})
        assert.equal(always.length, 30)
        const ids = await walk(server, `${path}?${query}`, async (page) => {
          await publishBoards(store, now, [{ board: `new${page}`, records: postings(`n${page}x`, 4) }])
        })
        assertComplete(ids, always)
        assert.ok(ids.length > always.length, 'nothing new appeared: the walk proves little')
      })
    }
  })
}
