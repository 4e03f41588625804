/** Descriptions are stored once, in versions, and deleted with the last posting that has them. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { publishBoards, testPosting } from '../../../../../test/support/jobs/publish-boards.ts'
import { type TestDatabase, testEngines } from '../../../../../test/support/store/test-engines.ts'
import type { Store } from '../../../../store/store.ts'
import { readDescriptions, readVersions } from '../../queries/read-descriptions.ts'
import type { Posting } from '../../schema/records.ts'
import { type JobsTables, type JobsTransaction, withJobTables } from '../../schema/tables.ts'
import { pruneClosedPostings } from '../prune-closed-postings.ts'
import { saveDescriptions } from './save-descriptions.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1, 6)

const withBody = (id: string, body: string, overrides: Partial<Posting> = {}) =>
  testPosting(id, { body, bodyHash: body, ...overrides })

for (const engine of testEngines) {
  describe(`${engine.name}: descriptions`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store

    before(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore()
    })
    after(async () => {
      await store?.[Symbol.asyncDispose]()
      await place?.[Symbol.asyncDispose]()
    })

    const publish = (board: string, day: number, records: readonly Posting[]) =>
      publishBoards(store, start + day * dayMs, [{ board, records }])
    const ids = async (board: string) => {
      const rows = await withJobTables(store.readModel.read)
        .selectFrom('job')
        .select(['id', 'title'])
        .where('member_id', '=', board)
        .execute()
      return new Map(rows.map(({ id, title }) => [title.replace('Title ', ''), id]))
    }
    const versionsOf = async (board: string, nativeId: string) =>
      (await readVersions(store.readModel, (await ids(board)).get(nativeId) ?? '')).map(
        ({ html, version, since }) => `${version} ${since} ${html}`,
      )
    const stored = async () =>
      (
        await withJobTables(store.readModel.read)
          .selectFrom('job_description')
          .select('uses')
          .orderBy('uses')
          .execute()
      ).map(({ uses }) => Number(uses))

    it('let the event loop turn between portions', async () => {
      let pauses = 0
      const pause = async () => {
        pauses += 1
      }
      const texts = new Map(Array.from({ length: 450 }, (_, at) => [1_000_000 + at, `Text ${at}`]))
      const save = store.readModel.transaction(async (tx) => {
        await saveDescriptions(tx.withTables<JobsTables>() as JobsTransaction, '2026-01-01', texts, pause)
        throw new Error('rolled back')
      })
      await assert.rejects(save, /rolled back/)
      assert.equal(pauses, 3)
    })

    it('are safe, and equal ones are stored once', async () => {
      await publish('first', 0, [
        withBody('1', '<p onclick="x">Weld<script>x</script></p>'),
        withBody('2', '<div>Weld</div>'),
        withBody('3', 'Bake &amp; sell'),
        testPosting('4'),
      ])
      const found = await readDescriptions(store.readModel, [...(await ids('first')).values()])
      assert.deepEqual(
        [...(await ids('first'))].sort().map(([, id]) => found.get(id)?.html),
        ['<p>Weld</p>', '<p>Weld</p>', '<p>Bake &amp; sell</p>', undefined],
      )
      assert.equal(found.get((await ids('first')).get('3') ?? '')?.text, 'Bake & sell')
      assert.deepEqual(await stored(), [1, 2])
    })

    it('have a version for each change, of which the last five stay', async () => {
      const others = Array.from({ length: 9 }, (_, at) => withBody(`other ${at}`, `Other ${at}`))
      await publish('changing', 0, [withBody('1', 'Text 0'), ...others])
      const before = (await stored()).length
      // The same text in other markup is no change.
      for (const day of [1, 2]) await publish('changing', day, [withBody('1', '<p>Text 0</p>'), ...others])
      for (const at of [3, 4, 5, 6, 7, 8])
        await publish('changing', at, [withBody('1', `Text ${at}`), ...others])
      assert.deepEqual(await versionsOf('changing', '1'), [
        '7 2026-01-09 <p>Text 8</p>',
        '6 2026-01-08 <p>Text 7</p>',
        '5 2026-01-07 <p>Text 6</p>',
        '4 2026-01-06 <p>Text 5</p>',
        '3 2026-01-05 <p>Text 4</p>',
      ])
      assert.deepEqual(await versionsOf('changing', 'other 1'), ['1 2026-01-01 <p>Other 1</p>'])
      assert.equal((await stored()).length, before + 4)
    })

    it('stay while details are missing, and go when two lists lack them', async () => {
      const others = Array.from({ length: 30 }, (_, at) => withBody(`other ${at}`, `Lost other ${at}`))
      const text = '1 2026-01-01 <p>Lost</p>'
      await publish('lossy', 0, [withBody('1', 'Lost'), ...others])
      await publish('lossy', 1, [testPosting('1', { isPartial: true }), ...others])
      assert.deepEqual(await versionsOf('lossy', '1'), [text])
      await publish('lossy', 2, [testPosting('1'), ...others])
      assert.deepEqual(await versionsOf('lossy', '1'), [text])
      await publish('lossy', 3, [testPosting('1'), ...others])
      assert.deepEqual(await versionsOf('lossy', '1'), [])
    })

    it('are deleted with their postings, and a slot that is used again has none', async () => {
      const stay = Array.from({ length: 8 }, (_, at) => withBody(`stays ${at}`, 'Stays'))
      await publish('pruned', 0, [...stay, withBody('1', 'Goes'), withBody('2', 'Stays')])
      const before = await stored()
      for (const day of [1, 2, 3]) await publish('pruned', day, stay)
      const { readModel } = store
      await readModel.transaction((tx) =>
        pruneClosedPostings({ tx, dialect: readModel.dialect, now: start + 300 * dayMs }, 90),
      )
      assert.equal((await stored()).length, before.length - 1)
      assert.equal((await stored()).at(-1), 8)
      await publish('pruned', 301, [...stay, testPosting('3'), testPosting('4')])
      assert.deepEqual(await versionsOf('pruned', '3'), [])
      assert.deepEqual(await versionsOf('pruned', '4'), [])
    })
  })
}
