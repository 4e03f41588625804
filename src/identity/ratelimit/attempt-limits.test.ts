import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { identityLedger } from '../tables.ts'
import { type AttemptLimit, checkAttempts, countAttempts } from './attempt-limits.ts'

const limit: AttemptLimit = { what: 'tries', max: 2, windowMs: 3_600_000 }
const noon = Date.parse('2026-11-15T12:00:00Z')

for (const engine of testEngines) {
  describe(`${engine.name}: limits on attempts`, { skip: engine.skip }, () => {
    it('hold for their window, on nodes whose clocks differ a little, and end when the clock is set back', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const ledger = identityLedger(store.ledger)
      const attempt = (nowMs: number) =>
        ledger.transaction(async (tx) => {
          const refusal = await checkAttempts(ledger, tx, [[limit, 'a']], nowMs)
          if (refusal === undefined) await countAttempts(tx, [[limit, 'a']], nowMs)
          return refusal === undefined
        })
      assert.deepEqual([await attempt(noon), await attempt(noon), await attempt(noon)], [true, true, false])
      assert.equal(await attempt(noon - 60_000), false)
      assert.equal(await attempt(noon + limit.windowMs - 1), false)
      const yesterday = noon - 86_400_000
      assert.deepEqual([await attempt(yesterday), await attempt(yesterday)], [true, true])
      assert.equal(await attempt(yesterday), false)
      assert.equal(await attempt(yesterday + limit.windowMs), true)
    })
  })
}
