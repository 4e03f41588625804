import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { FakeClock } from '../../test/support/fake-clock.ts'
import { type TestDatabase, testEngines } from '../../test/support/store/test-engines.ts'
import { acquireLease, releaseLease, renewLease } from './lease.ts'
import type { Store } from './store.ts'

for (const { name, skip, createDatabase } of testEngines) {
  describe(`${name}: lease`, { skip }, () => {
    const clock = new FakeClock()
    let testDatabase: TestDatabase
    let stores: Store[]

    before(async () => {
      testDatabase = await createDatabase()
      stores = [await testDatabase.openStore(), await testDatabase.openStore({ role: 'worker' })]
    })

    after(async () => {
      for (const store of stores ?? []) await store[Symbol.asyncDispose]()
      await testDatabase?.[Symbol.asyncDispose]()
    })

    function ledger(at = 0) {
      const store = stores[at % stores.length]
      assert.ok(store)
      return store.ledger
    }

    it('goes to exactly one of twenty concurrent callers', async () => {
      for (let round = 0; round < 5; round += 1) {
        const won = await Promise.all(
          Array.from({ length: 20 }, (_, at) =>
            acquireLease(ledger(at), `race ${round}`, `holder ${at}`, 1_000, clock),
          ),
        )
        assert.equal(won.filter(Boolean).length, 1)
      }
    })

    it('goes to exactly one of twenty concurrent callers after it expires', async () => {
      assert.equal(await acquireLease(ledger(), 'expired', 'first', 1_000, clock), true)
      clock.advance(1_000)
      const won = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          acquireLease(ledger(at), 'expired', `holder ${at}`, 1_000, clock),
        ),
      )
      assert.equal(won.filter(Boolean).length, 1)
    })

    it('stays with the holder that renews it', async () => {
      assert.equal(await acquireLease(ledger(), 'renewed', 'a', 1_000, clock), true)
      clock.advance(900)
      assert.equal(await renewLease(ledger(), 'renewed', 'a', 1_000, clock), true)
      clock.advance(900)
      assert.equal(await acquireLease(ledger(1), 'renewed', 'b', 1_000, clock), false)
    })

    it('cannot be renewed after it expires', async () => {
      assert.equal(await acquireLease(ledger(), 'stale', 'a', 1_000, clock), true)
      clock.advance(1_000)
      assert.equal(await renewLease(ledger(), 'stale', 'a', 1_000, clock), false)
      assert.equal(await acquireLease(ledger(1), 'stale', 'b', 1_000, clock), true)
      assert.equal(await renewLease(ledger(), 'stale', 'a', 1_000, clock), false)
      assert.equal(await renewLease(ledger(1), 'stale', 'b', 1_000, clock), true)
    })

    it('is free as soon as its holder releases it, and only the holder can', async () => {
      assert.equal(await acquireLease(ledger(), 'released', 'a', 1_000, clock), true)
      await releaseLease(ledger(1), 'released', 'b')
      assert.equal(await acquireLease(ledger(1), 'released', 'b', 1_000, clock), false)
      await releaseLease(ledger(), 'released', 'a')
      assert.equal(await acquireLease(ledger(1), 'released', 'b', 1_000, clock), true)
    })
  })
}
