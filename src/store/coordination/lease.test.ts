import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import type { Store } from '../store.ts'
import { acquireLease, readLeaseHolder, releaseLease, renewLease } from './lease.ts'
import { createLeaseTime } from './ledger-time.ts'

for (const { name, skip, borrowDatabase } of testEngines) {
  describe(`${name}: lease`, { skip }, () => {
    const clock = new FakeClock()
    const leaseTime = async () => clock.monotonic()
    let testDatabase: TestDatabase
    let stores: Store[]

    before(async () => {
      testDatabase = await borrowDatabase()
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
            acquireLease(ledger(at), `race ${round}`, `holder ${at}`, 1_000, leaseTime),
          ),
        )
        assert.equal(won.filter(Boolean).length, 1)
      }
    })

    it('goes to exactly one of twenty concurrent callers after it expires', async () => {
      assert.equal(await acquireLease(ledger(), 'expired', 'first', 1_000, leaseTime), true)
      clock.advance(1_000)
      const won = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          acquireLease(ledger(at), 'expired', `holder ${at}`, 1_000, leaseTime),
        ),
      )
      assert.equal(won.filter(Boolean).length, 1)
    })

    it('stays with the holder that renews it', async () => {
      assert.equal(await acquireLease(ledger(), 'renewed', 'a', 1_000, leaseTime), true)
      clock.advance(900)
      assert.equal(await renewLease(ledger(), 'renewed', 'a', 1_000, leaseTime), true)
      clock.advance(900)
      assert.equal(await acquireLease(ledger(1), 'renewed', 'b', 1_000, leaseTime), false)
    })

    it('cannot be renewed after it expires', async () => {
      assert.equal(await acquireLease(ledger(), 'stale', 'a', 1_000, leaseTime), true)
      clock.advance(1_000)
      assert.equal(await renewLease(ledger(), 'stale', 'a', 1_000, leaseTime), false)
      assert.equal(await acquireLease(ledger(1), 'stale', 'b', 1_000, leaseTime), true)
      assert.equal(await renewLease(ledger(), 'stale', 'a', 1_000, leaseTime), false)
      assert.equal(await renewLease(ledger(1), 'stale', 'b', 1_000, leaseTime), true)
    })

    it('is free as soon as its holder releases it, and only the holder can', async () => {
      assert.equal(await acquireLease(ledger(), 'released', 'a', 1_000, leaseTime), true)
      await releaseLease(ledger(1), 'released', 'b')
      assert.equal(await acquireLease(ledger(1), 'released', 'b', 1_000, leaseTime), false)
      await releaseLease(ledger(), 'released', 'a')
      assert.equal(await acquireLease(ledger(1), 'released', 'b', 1_000, leaseTime), true)
    })

    it('is not taken from its holder by a process whose wall clock differs', async () => {
      // On SQLite the processes share a machine, whose clock was set between their starts.
      const clocks = [new FakeClock(), new FakeClock(), new FakeClock()]
      for (const [at, ms] of [0, 120_000, -120_000].entries()) clocks[at]?.stepWallClock(ms)
      const nodes = clocks.map((own, at) => ({
        holder: `node ${at}`,
        db: ledger(at),
        time: createLeaseTime(ledger(at), own),
      }))
      for (const { holder, db, time } of nodes) {
        assert.equal(await acquireLease(db, 'apart', holder, 60_000, time), true)
        for (const other of nodes) {
          const isOwn = other.holder === holder
          assert.equal(await readLeaseHolder(other.db, 'apart', 60_000, other.time), holder)
          assert.equal(await acquireLease(other.db, 'apart', other.holder, 60_000, other.time), false)
          assert.equal(await renewLease(other.db, 'apart', other.holder, 60_000, other.time), isOwn)
        }
        await releaseLease(db, 'apart', holder)
        assert.equal(await readLeaseHolder(db, 'apart', 60_000, time), undefined)
      }
    })

    it('from before the time was set back is free soon, and stays with a holder that is alive', async () => {
      const monthMs = 30 * 24 * 60 * 60_000
      const earlier = async () => clock.monotonic() + monthMs
      for (const holder of ['dead', 'alive'])
        assert.equal(await acquireLease(ledger(), holder, holder, 1_000, earlier), true)
      assert.equal(await acquireLease(ledger(1), 'dead', 'b', 1_000, leaseTime), false)
      assert.equal(await readLeaseHolder(ledger(1), 'alive', 1_000, leaseTime), 'alive')
      clock.advance(1_999)
      assert.equal(await acquireLease(ledger(1), 'dead', 'b', 1_000, leaseTime), false)
      assert.equal(await renewLease(ledger(), 'alive', 'alive', 1_000, leaseTime), true)
      clock.advance(1)
      assert.equal(await acquireLease(ledger(1), 'dead', 'b', 1_000, leaseTime), true)
      assert.equal(await acquireLease(ledger(1), 'alive', 'b', 1_000, leaseTime), false)
    })
  })
}
