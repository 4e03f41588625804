import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testEngines } from '../../test/support/store/test-engines.ts'
import { systemClock } from '../core/clock.ts'
import { createLeaseTime } from './coordination/ledger-time.ts'
import { endTurn, grantTurn, isGranted, readTurns, takeTurn, turnMsMax } from './host-turns.ts'
import type { Store } from './store.ts'

const minuteMs = 60_000

for (const engine of testEngines) {
  describe(`${engine.name}: turns at hosts`, { skip: engine.skip }, () => {
    async function open() {
      const database = await engine.borrowDatabase()
      const store = await database.openStore()
      const leaseTime = createLeaseTime(store, systemClock)
      const take = (host: string, slots: number, holder: string, ms = minuteMs) =>
        takeTurn(store.ledger, leaseTime, { host, slots, holder, ms })
      return {
        store,
        leaseTime,
        take,
        holders: async () => (await readTurns(store.ledger, leaseTime)).map(({ holder }) => holder).sort(),
        async [Symbol.asyncDispose]() {
          await store[Symbol.asyncDispose]()
          await database[Symbol.asyncDispose]()
        },
      }
    }

    it('are as many as the host has slots', async () => {
      await using fixture = await open()
      const { take, holders } = fixture
      assert.deepEqual(await take('a.example', 2, 'one'), { host: 'a.example', holder: 'one' })
      assert.deepEqual(await take('a.example', 2, 'two'), { host: 'a.example', holder: 'two' })
      const third = await take('a.example', 2, 'three')
      assert.ok('freeInMs' in third && third.freeInMs > 0 && third.freeInMs <= minuteMs)
      assert.deepEqual(await take('b.example', 1, 'four'), { host: 'b.example', holder: 'four' })
      assert.deepEqual(await holders(), ['four', 'one', 'two'])
    })

    it('are taken by one each when many ask at once', async () => {
      await using fixture = await open()
      const { take, holders } = fixture
      const names = Array.from({ length: 12 }, (_, index) => `holder ${index}`)
      const taken = await Promise.all(names.map((name) => take('a.example', 3, name)))
      const winners = taken.filter((turn) => 'holder' in turn).length
      assert.ok(winners >= 1 && winners <= 3)
      assert.equal((await holders()).length, winners)
    })

    it('are free after their end, or after the rest that they leave', async () => {
      await using fixture = await open()
      const { store, leaseTime, take, holders } = fixture
      const turn = await take('a.example', 1, 'one')
      assert.ok('holder' in turn)
      await endTurn(store.ledger, leaseTime, turn, minuteMs)
      assert.deepEqual(await holders(), ['one'])
      assert.ok('freeInMs' in (await take('a.example', 1, 'two')))
      await endTurn(store.ledger, leaseTime, turn, 0)
      assert.ok('holder' in (await take('a.example', 1, 'two')))
    })

    it('expire, and are not believed if they would last too long', async () => {
      await using fixture = await open()
      const { store, take, holders } = fixture
      await take('a.example', 1, 'one')
      await setExpiry(store, (expiry) => expiry - 2 * minuteMs)
      assert.deepEqual(await holders(), [])
      assert.ok('holder' in (await take('a.example', 1, 'two')))
      await setExpiry(store, (expiry) => expiry + 2 * turnMsMax)
      assert.deepEqual(await holders(), [])
      assert.ok('holder' in (await take('a.example', 1, 'three')))
    })

    it('are granted to their holder alone', async () => {
      await using fixture = await open()
      const { store, take } = fixture
      const [one, two] = [await take('a.example', 2, 'one'), await take('a.example', 2, 'two')]
      assert.ok('holder' in one && 'holder' in two)
      await grantTurn(store.ledger, one)
      assert.deepEqual(
        [await isGranted(store.ledger, one), await isGranted(store.ledger, two)],
        [true, false],
      )
    })
  })
}

async function setExpiry({ ledger }: Store, change: (expiry: number) => number): Promise<void> {
  await ledger.transaction(async (tx) => {
    for (const { holder, expires_at } of await tx.selectFrom('host_turn').selectAll().execute())
      await tx
        .updateTable('host_turn')
        .set({ expires_at: change(Number(expires_at)) })
        .where('holder', '=', holder)
        .execute()
  })
}
