/** Random searches find the same postings in the same order in the blocks and in ClickHouse, on both engines. */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { random } from '../../../../../sandbox/random.ts'
import { publishBoards, testPosting } from '../../../../../test/support/jobs/publish-boards.ts'
import { randomPosting } from '../../../../../test/support/jobs/random-postings.ts'
import { randomSearch } from '../../../../../test/support/jobs/random-searches.ts'
import { ClickHouseServer, clickHouseSkip } from '../../../../../test/support/store/clickhouse-server.ts'
import { type TestDatabase, testEngines } from '../../../../../test/support/store/test-engines.ts'
import { systemClock } from '../../../../core/clock.ts'
import type { CursorKey } from '../../../../http/cursor.ts'
import { type ClickHouse, openClickHouse } from '../../../../store/clickhouse/clickhouse.ts'
import type { Store } from '../../../../store/store.ts'
import { maintainIndexes } from '../../publish/search-index/maintain-indexes.ts'
import { blockSearchOf } from '../blocks/block-search.ts'
import { searchWith } from '../search-engine.ts'
import { searchJobs } from '../search-jobs.ts'
import { suggest } from '../suggest.ts'
import { clickHouseSearchOf } from './clickhouse-search.ts'

/** Enough to catch most mistakes during development; the nightly run has more. */
const searches = Number(process.env.RANDOM_SEARCHES ?? 20)
const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1, 6)
/** Of everything that was found, by engine. */
const digests = new Map<string, string>()

for (const engine of testEngines) {
  describe(`random searches on ${engine.name}`, { skip: engine.skip || clickHouseSkip }, () => {
    let server: ClickHouseServer
    let clickHouse: ClickHouse
    let place: TestDatabase
    let store: Store

    before(async () => {
      server = await ClickHouseServer.start()
      clickHouse = await openClickHouse({ url: server.url, timeoutMs: 60_000 })
      place = await engine.borrowDatabase()
      store = await place.openStore({ role: 'worker' })
      for (const day of [0, 1, 2, 3]) {
        const lists = Array.from({ length: 8 }, (_, board) => ({
          board: `board-${board}`,
          records: Array.from({ length: 400 }, (_, at) => `${board}.${at}`)
            .filter((id) => day === 0 || random('listed', id).chance(0.8))
            .map((id) => randomPosting(id, random(id, random('changed', id, day).chance(0.9) ? 0 : day))),
        }))
        await publishBoards(store, start + day * dayMs, lists)
        await maintain()
      }
    })
    after(async () => {
      await store?.[Symbol.asyncDispose]()
      await place?.[Symbol.asyncDispose]()
      await clickHouse?.[Symbol.asyncDispose]()
      await server?.[Symbol.asyncDispose]()
    })

    async function maintain() {
      const { signal } = new AbortController()
      while (await maintainIndexes({ db: store.readModel, clickHouse, clock: systemClock, signal }));
    }

    async function find(kind: 'blocks' | 'clickhouse', { filter, options }: ReturnType<typeof randomSearch>) {
      const db = store.readModel
      searchWith(db, kind === 'blocks' ? blockSearchOf(db) : clickHouseSearchOf(db, clickHouse))
      const pages: unknown[] = []
      let after: CursorKey | undefined
      for (let page = 0; page < 2; page++) {
        const { rows, ...found } = await searchJobs(db, filter, { ...options, after })
        pages.push({
          ids: rows.map(({ id, sort }) => `${id} ${sort}`),
          docs: rows.map(({ doc }) => doc),
          ...found,
        })
        const last = rows[options.limit - 1]
        if (last === undefined || rows.length <= options.limit) break
        after = [last.sort, last.id]
      }
      return pages
    }

    it(`find the same in ${searches} searches`, { timeout: 3_600_000 }, async () => {
      const seen = createHash('sha256')
      let nonEmpty = 0
      for (let number = 0; number < searches; number++) {
        const search = randomSearch(random('search', number))
        const expected = await find('blocks', search)
        const found = await find('clickhouse', search)
        assert.deepEqual(found, expected, `search ${number}: ${JSON.stringify(search)}`)
        if (JSON.stringify(expected).includes('jp_')) nonEmpty += 1
        seen.update(JSON.stringify(expected))
      }
      assert.ok(nonEmpty > searches / 3, `only ${nonEmpty} searches find something`)
      const digest = seen.digest('hex')
      digests.set(engine.name, digest)
      for (const [other, theirs] of digests) assert.equal(digest, theirs, `${other} found other postings`)
    })

    it('find the same by as many beginnings of words as a query may have', async () => {
      const ends = Array.from({ length: 16 }, (_, at) => String.fromCharCode(0x61 + at))
      const whole = ends.map((end) => `Q${end}z${end}`)
      const titles = [
        whole,
        whole.toReversed(),
        whole.map((word) => `${word}xy`),
        whole.map((word, at) => (at % 2 === 0 ? word : `${word}xy`)),
        whole.map((word, at) => (at % 3 === 0 ? `${word.slice(0, 2)} ${word.slice(2)}xy` : word)),
      ]
      const records = titles.map((words, at) => testPosting(`b.${at}`, { title: words.join(' ') }))
      await publishBoards(store, start + 4 * dayMs, [{ board: 'beginnings', records }])
      await maintain()
      const options = { sort: 'relevance', limit: 10 } as const
      // Each is two beginnings: `za` after `qa`, and `qaza`.
      const q = ends.map((end) => `q${end}-z${end}*`).join(' ')
      for (const text of [q, `${q.slice(0, -7)} qo*`]) {
        const search = { filter: { active: true, q: text }, options }
        const expected = await find('blocks', search)
        assert.equal(JSON.stringify(expected).match(/jp_\w+ /g)?.length, titles.length)
        assert.deepEqual(await find('clickhouse', search), expected)
      }
    })

    it('suggest the same', async () => {
      const db = store.readModel
      const all = async () => {
        const found: unknown[] = []
        for (const text of ['eng', 'ber', 'data w', 'nurse dir', 'senior en'])
          found.push(
            await suggest(db, text, {
              types: new Set(['title', 'company', 'city', 'country', 'department']),
              limit: 10,
              nowMs: start + found.length * dayMs,
            }),
          )
        return found
      }
      searchWith(db, blockSearchOf(db))
      const expected = await all()
      searchWith(db, clickHouseSearchOf(db, clickHouse))
      assert.deepEqual(await all(), expected)
    })
  })
}
