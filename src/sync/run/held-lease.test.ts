import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import type { Database, Store } from '../../store/store.ts'
import type { LedgerTables } from '../../store/tables.ts'
import { type HeldLease, holdLease, LeaseLost } from './held-lease.ts'

const leaseMs = 30_000

for (const engine of testEngines) {
  describe(`${engine.name}: holdLease`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    let clock: FakeClock
    /** Intercepts renewals. */
    let renewal: () => Promise<void> = async () => {}
    let renewals = 0
    before(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore({ role: 'worker' })
      clock = new FakeClock()
    })
    after(async () => {
      await store[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    })

    async function hold(name: string): Promise<HeldLease> {
      renewal = async () => {}
      const ledger: Database<LedgerTables> = Object.create(store.ledger, {
        transaction: {
          value: (async (work, signal) => {
            const result = await store.ledger.transaction(work, signal)
            await renewal()
            renewals += 1
            return result
          }) satisfies Database<LedgerTables>['transaction'],
        },
      })
      const lease = await holdLease({
        ledger,
        clock,
        leaseTime: async () => clock.monotonic(),
        name,
        holder: 'here:1',
        leaseMs,
      })
      assert.ok(lease)
      renewals = 0
      return lease
    }

    async function until(isSo: () => boolean): Promise<void> {
      const deadline = AbortSignal.timeout(600_000)
      while (!isSo()) {
        deadline.throwIfAborted()
        await turn()
      }
    }

    it('is lost when it was not renewed in time, even if the clock is set back', async () => {
      await using lease = await hold('set back')
      clock.stepWallClock(-60 * 60_000)
      lease.assertHeld()
      // As after a suspended process: no renewal had a chance to run yet.
      clock.advance(leaseMs)
      assert.throws(() => lease.assertHeld(), LeaseLost)
    })

    it('renews the lease, and holds it no longer than renewed', async () => {
      await using lease = await hold('renewed')
      for (let n = 1; n <= 5; n += 1) {
        clock.advance(leaseMs / 3)
        await until(() => renewals === n)
        await turn()
        lease.assertHeld()
      }
      clock.advance(leaseMs)
      assert.throws(() => lease.assertHeld(), LeaseLost)
    })

    it('loses the lease when the ledger does not answer until it expires, and not before', async () => {
      await using lease = await hold('silent')
      let renewals = 0
      renewal = async () => {
        renewals += 1
        throw new Error('the database went away')
      }
      for (const [nth, isLost] of [
        [1, false],
        [2, false],
        [3, true],
      ] as const) {
        clock.advance(leaseMs / 3)
        await until(() => renewals === nth)
        for (let n = 0; n < 20; n += 1) await turn()
        assert.equal(lease.lost.aborted, isLost, `after ${nth} thirds`)
      }
      renewal = async () => {}
    })

    it('counts from the request for renewal, not from the response', async () => {
      await using lease = await hold('slow')
      const gate = Promise.withResolvers<void>()
      let isAsked = false
      renewal = () => {
        isAsked = true
        return gate.promise
      }
      clock.advance(leaseMs / 3)
      await until(() => isAsked)
      clock.advance(leaseMs / 2)
      renewal = async () => {}
      gate.resolve()
      await until(() => renewals === 1)
      await turn()
      lease.assertHeld()
      clock.advance(leaseMs / 2)
      assert.throws(() => lease.assertHeld(), LeaseLost)
    })
  })
}
