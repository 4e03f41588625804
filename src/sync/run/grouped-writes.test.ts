import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Transaction } from 'kysely'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { Failure } from '../../core/errors.ts'
import type { Database, Store } from '../../store/store.ts'
import type { LedgerTables } from '../../store/tables.ts'
import { GroupedWrites } from './grouped-writes.ts'

/** A ledger whose transactions are counted. */
function countTransactions({ ledger }: Store) {
  const counter = { transactions: 0 }
  const counted: Pick<Database<LedgerTables>, 'transaction'> = {
    transaction: (work, signal) => {
      counter.transactions += 1
      return ledger.transaction(work, signal)
    },
  }
  return { ledger: counted as Database<LedgerTables>, counter }
}

const note = (memberId: string) => async (tx: Transaction<LedgerTables>) => {
  await tx
    .insertInto('member_note')
    .values({ source_id: 'towns', member_id: memberId, note: 'x', noted_at: 1 })
    .execute()
  return memberId
}

/** Each writes once all are being fetched. */
function writeAtOnce(writes: GroupedWrites, ids: readonly string[]): Promise<string>[] {
  const { promise: started, resolve } = Promise.withResolvers<void>()
  const written = ids.map((id) =>
    writes.during(async () => {
      await started
      return await writes.transaction(note(id))
    }),
  )
  resolve()
  return written
}

async function notedMembers({ ledger }: Store): Promise<string[]> {
  const rows = await ledger.read.selectFrom('member_note').select('member_id').orderBy('member_id').execute()
  return rows.map(({ member_id }) => member_id)
}

for (const engine of testEngines) {
  describe(`${engine.name}: writes of members`, { skip: engine.skip }, () => {
    async function open() {
      await using stack = new AsyncDisposableStack()
      const clock = new FakeClock()
      const place = stack.use(await engine.borrowDatabase())
      const store = stack.use(await place.openStore({ clock, role: 'worker' }))
      const { ledger, counter } = countTransactions(store)
      const resources = stack.move()
      return {
        store,
        clock,
        counter,
        writes: new GroupedWrites(ledger, clock),
        [Symbol.asyncDispose]: () => resources.disposeAsync(),
      }
    }

    it('are committed together once every member that is being fetched has one', async () => {
      await using opened = await open()
      const { store, writes, counter } = opened
      const ids = ['ash', 'bow', 'cam']
      assert.deepEqual(await Promise.all(writeAtOnce(writes, ids)), ids)
      assert.deepEqual(await notedMembers(store), ids)
      assert.equal(counter.transactions, 1)
    })

    it('wait for members without one until these are done, and no longer than a moment', async () => {
      await using opened = await open()
      const { store, writes, clock } = opened
      const slow = Promise.withResolvers<void>()
      const reading = writes.during(() => slow.promise)
      const first = writes.during(() => writes.transaction(note('ash')))
      clock.advance(99)
      assert.deepEqual(await notedMembers(store), [])
      clock.advance(1)
      await first
      const second = writes.during(() => writes.transaction(note('bow')))
      slow.resolve()
      await reading
      await second
      assert.deepEqual(await notedMembers(store), ['ash', 'bow'])
    })

    it('are at most sixteen in one transaction, and alone where nothing is fetched', async () => {
      await using opened = await open()
      const { store, writes, counter } = opened
      const all = Array.from({ length: 32 }, (_, at) => `m${String(at).padStart(2, '0')}`)
      await Promise.all(writeAtOnce(writes, all))
      assert.equal(counter.transactions, 2)
      await writes.transaction(note('z'))
      assert.equal(counter.transactions, 3)
      assert.deepEqual(await notedMembers(store), [...all, 'z'])
    })

    it('do not fail because of another one in their transaction', async () => {
      await using opened = await open()
      const { store, writes } = opened
      await writes.transaction(note('bow'))
      const results = await Promise.allSettled(writeAtOnce(writes, ['ash', 'bow', 'cam']))
      assert.deepEqual(
        results.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      )
      assert.deepEqual(await notedMembers(store), ['ash', 'bow', 'cam'])
    })
  })
}

describe('writes of members', () => {
  it('all fail, and are not repeated, if the ledger is not available', async () => {
    let attempts = 0
    const ledger = {
      transaction: () => {
        attempts += 1
        return Promise.reject(new Failure('store_unavailable', 'The store is not available.'))
      },
    }
    const writes = new GroupedWrites(ledger as never, new FakeClock())
    const results = await Promise.allSettled(writeAtOnce(writes, ['ash', 'bow']))
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.equal(attempts, 1)
  })
})
