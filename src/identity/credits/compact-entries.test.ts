import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { createKeyedHash } from '../keyed-hash.ts'
import { identityLedger, type Ledger } from '../tables.ts'
import { compactEntries } from './compact-entries.ts'
import { Credits } from './credits.ts'

const dayMs = 86_400_000

for (const engine of testEngines) {
  describe(`${engine.name}: old entries of credits`, { skip: engine.skip }, () => {
    it('are added up per account, and no balance and no sum changes', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const ledger = identityLedger(store.ledger)
      let now = Date.UTC(2026, 0, 5)
      const allowances = { perDayAnonymous: 50, perMonthIdentified: 10 }
      const credits = new Credits({ ledger, hash: createKeyedHash('s'), allowances, now: () => now })
      const principals = ['id_1', 'id_2'].map(
        (id) => ({ subject: id, identityId: id, credential: 'none', networks: [] }) as const,
      )
      const anonymous = {
        subject: '203.0.113.1',
        identityId: undefined,
        credential: 'none',
        networks: [],
      } as const
      const charge = async (
        principal: (typeof principals)[number] | typeof anonymous,
        amount: number,
        refund = false,
      ) => {
        const order = { principal, credits: amount, usecase: 'u', requestId: 'r', route: 'GET /x' }
        const held = await credits.hold(order as never)
        if (refund) await held?.refund()
        else await ledger.transaction(async (tx) => await held?.commit(tx))
      }
      for (let month = 0; month < 14; month += 1) {
        for (const principal of principals) {
          await ledger.transaction((tx) => credits.grant(tx, principal.subject, 7, 'gift'))
          await charge(principal, 9)
          await charge(principal, 3)
          await charge(principal, 2, true)
        }
        await charge(anonymous, 5)
        now += 30 * dayMs
      }
      const before = await totals(ledger, credits, principals)
      const cutoff = now - 100 * dayMs
      while ((await compactEntries(ledger, cutoff)) > 0);
      assert.deepEqual(await totals(ledger, credits, principals), before)
      const rows = await ledger.read
        .selectFrom('credit_entry')
        .selectAll()
        .where('created_at', '<', cutoff)
        .execute()
      // One for grants and one for charges of each account.
      assert.equal(rows.length, 4)
      assert.equal(await compactEntries(ledger, cutoff), 0)
    })
  })
}

async function totals(ledger: Ledger, credits: Credits, principals: readonly { subject: string }[]) {
  return await Promise.all(
    principals.map(async (principal) => ({
      balance: await credits.balance(principal as never),
      account: await ledger.read
        .selectFrom('credit_account')
        .selectAll()
        .where('subject', '=', principal.subject)
        .executeTakeFirst(),
      sums: await ledger.read
        .selectFrom('credit_entry')
        .select(({ fn }) => [
          'kind',
          fn.sum<number>('credits').as('credits'),
          fn.sum<number>('of_allowance').as('allowance'),
        ])
        .where('subject', '=', principal.subject)
        .where('state', '=', 'kept')
        .groupBy('kind')
        .orderBy('kind')
        .execute(),
    })),
  )
}
