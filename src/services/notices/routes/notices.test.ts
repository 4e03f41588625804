import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestServer } from '../../../../test/support/server/test-server.ts'
import { testEngines } from '../../../../test/support/store/test-engines.ts'
import { noticeRoutes } from './notices.ts'

function noticeRow(id: string, town: string) {
  const doc = JSON.stringify({ id, town })
  const origin = { source_id: 'gazette', member_id: town }
  return { id, town, ...origin, category: 'roads', published_on: '2026-11-15', title: id, hash: id, doc }
}

for (const engine of testEngines) {
  describe(`${engine.name}: the list of notices`, { skip: engine.skip }, () => {
    it('finds a town however it is capitalized, also in other alphabets and on later pages', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore()
      const towns = ['Évry', 'Évry', 'Łódź', 'Leeds']
      const rows = towns.map((town, index) => noticeRow(`nt_${index}`, town))
      await store.readModel.transaction((tx) => tx.insertInto('notice').values(rows).execute())
      await using server = await openTestServer({ routes: noticeRoutes(store.readModel), store })
      const find = async (query: string) => (await server.get(`/v1/notices?${query}`)).json
      const ids = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id)
      assert.deepEqual(ids(await find('town=%C3%89vry')), ['nt_1', 'nt_0'])
      assert.deepEqual(ids(await find('town=%C5%81%C3%93D%C5%B9')), ['nt_2'])
      assert.deepEqual(ids(await find('town=York')), [])
      assert.deepEqual(
        (await find('town=leds')).meta.warnings?.map(({ message }: { message: string }) => message),
        ['The value "leds" of "town" is not known. Did you mean "Leeds"?'],
      )
      assert.doesNotMatch(JSON.stringify(await find('town=leeds&category=planning')), /unknown_value/)
      assert.equal((await find('town=%C3%A9VRY&limit=1&total=true')).meta.total, 2)
      assert.equal((await find('category=planning&total=true')).meta.total, 0)
      assert.equal((await find('limit=1')).meta.total, undefined)
      const first = await find('town=%C3%A9VRY&limit=1')
      const second = await find(`town=%C3%A9VRY&limit=1&cursor=${first.meta.pagination.next_cursor}`)
      assert.deepEqual([...ids(first), ...ids(second)], ['nt_1', 'nt_0'])
    })
  })
}
