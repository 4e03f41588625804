import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { storedPauses } from './host-pauses.ts'

const hourMs = 3_600_000

for (const engine of testEngines) {
  describe(`${engine.name}: the pauses of hosts`, { skip: engine.skip }, () => {
    it('are known to every process until they end, for the host and for groups of its endpoints', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore()
      const clock = new FakeClock()
      const pauses = storedPauses(store, clock)
      await pauses.save({ host: 'a.example' }, hourMs)
      await pauses.save({ host: 'a.example', group: 'seats' }, 2 * hourMs)
      await pauses.save({ host: 'b.example' }, 5 * hourMs)
      clock.advance(hourMs / 2)
      const readA = async () =>
        (await storedPauses(store, clock).read('a.example')).toSorted((x, y) => x.ms - y.ms)
      assert.deepEqual(await readA(), [{ ms: hourMs / 2 }, { group: 'seats', ms: 1.5 * hourMs }])
      clock.advance(hourMs / 2)
      assert.deepEqual(await readA(), [{ group: 'seats', ms: hourMs }])
    })

    it('are extended, never shortened, also if two processes save one at once', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore()
      const clock = new FakeClock()
      const host = 'a.example'
      const [one, other] = [storedPauses(store, clock), storedPauses(store, clock)]
      await Promise.all([one.save({ host }, 2 * hourMs), other.save({ host }, 60_000)])
      await one.save({ host }, 60_000)
      assert.deepEqual(await other.read(host), [{ ms: 2 * hourMs }])
      await other.save({ host }, 3 * hourMs)
      assert.deepEqual(await one.read(host), [{ ms: 3 * hourMs }])
    })

    it('are deleted after their end, and ignored if they cannot be true', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore()
      const clock = new FakeClock()
      const count = async () =>
        (await store.ledger.read.selectFrom('host_pause').selectAll().execute()).length
      await storedPauses(store, clock).save({ host: 'a.example' }, hourMs)
      clock.stepWallClock(48 * hourMs)
      await storedPauses(store, clock).save({ host: 'b.example' }, hourMs)
      assert.equal(await count(), 1)
      clock.stepWallClock(-48 * hourMs)
      assert.deepEqual(await storedPauses(store, clock).read('b.example'), [])
      await storedPauses(store, clock).save({ host: 'c.example' }, hourMs)
      assert.equal(await count(), 1)
    })
  })
}
