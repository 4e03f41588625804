import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { publishBoards, testPosting } from '../../../../test/support/jobs/publish-boards.ts'
import { testEngines } from '../../../../test/support/store/test-engines.ts'
import type { Store } from '../../../store/store.ts'
import type { Posting } from '../schema/records.ts'

const at = (day: number) => Date.UTC(2026, 10, day, 6)
const berlin = { city: 'Berlin', country: 'DE' }

/** The changes since `after`, as type, title and details. */
async function readLog({ readModel }: Store, after = 0): Promise<unknown[]> {
  const rows = await readModel.read
    .selectFrom('change')
    .select(['type', 'keys', 'keys_before', 'doc'])
    .where('number', '>', after)
    .orderBy('number')
    .execute()
  const titleOf = (keys: string | null) => /"text":"([^|"]*) \|/.exec(keys ?? '')?.[1]
  return rows.map(({ type, keys, keys_before, doc }) =>
    [type, titleOf(keys), titleOf(keys_before), JSON.parse(doc ?? '{}').fields].filter(
      (value) => value !== undefined,
    ),
  )
}

for (const engine of testEngines) {
  describe(`${engine.name}: the log of postings`, { skip: engine.skip }, () => {
    it('says which fields changed, and what the posting was before', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const publish = (day: number, ...records: Posting[]) =>
        publishBoards(store, at(day), [{ board: 'acme', records }])
      await publish(1, testPosting('1'), testPosting('2', { bodyHash: 'a' }), testPosting('3'))
      await publish(
        2,
        testPosting('1', { title: 'Smith', department: 'Forge' }),
        testPosting('2', { bodyHash: 'b' }),
        testPosting('3'),
      )
      assert.deepEqual(await readLog(store), [
        ['posting.opened', 'Title 1'],
        ['posting.opened', 'Title 2'],
        ['posting.opened', 'Title 3'],
        ['posting.changed', 'Smith', 'Title 1', ['title', 'role_group']],
        ['posting.changed', 'Title 2', ['description']],
      ])
    })

    it('calls it a correction if we only know more', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const publish = (day: number, ...records: Posting[]) =>
        publishBoards(store, at(day), [{ board: 'acme', records }])
      await publish(1, testPosting('1', { isPartial: true }))
      await publish(2, testPosting('1', { department: 'Forge' }))
      await publish(3, testPosting('1', { department: 'Forge' }))
      assert.deepEqual(await readLog(store, 1), [['posting.corrected', 'Title 1', 'Title 1', ['role_group']]])
    })

    it('says when a posting is hidden by the same one on another board, and when it is listed again', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const same = { title: 'Welder', places: [berlin] }
      const [a, b] = [testPosting('a', { ...same, bodyHash: 'x' }), testPosting('b', same)]
      const other = ['c', 'd', 'e'].map((id) => testPosting(id))
      const onBoth = (day: number, first: Posting[], second: Posting[]) =>
        publishBoards(store, at(day), [
          { board: 'acme', records: [...first, ...other] },
          { source: 'lever', board: 'acme', records: second },
        ])
      await onBoth(1, [a], [b])
      const isDuplicate = { ...b, bodyHash: 'x' }
      await onBoth(2, [a], [isDuplicate])
      assert.deepEqual(await readLog(store, 5), [['posting.changed', 'Welder', ['description']]])
      for (const day of [3, 4, 5]) await onBoth(day, [], [isDuplicate])
      assert.deepEqual(await readLog(store, 6), [
        ['posting.closed', 'Welder'],
        ['posting.changed', 'Welder', ['duplicate_of']],
      ])
    })
  })
}
