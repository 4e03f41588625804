import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testEngines } from '../../test/support/store/test-engines.ts'
import { settings } from '../core/config/config-table.ts'
import { isFailure } from '../core/errors.ts'
import { defaultWaitingMax } from './semaphore.ts'
import type { Store } from './store.ts'

describe('the limit on waiting', () => {
  it('is not below the default number of concurrent requests', () => {
    const inFlight = settings.find(({ name }) => name === 'server.inFlightMax')
    assert.ok(defaultWaitingMax >= Number(inFlight?.setting.default))
  })
})

/** Reads that wait must not time out, however busy the machine is. */
const statementTimeoutMs = 100_000

for (const engine of testEngines) {
  describe(`${engine.name}: many long reads at once`, { skip: engine.skip }, () => {
    it('all succeed up to the limit, and the rest are rejected', async () => {
      await using testDatabase = await engine.borrowDatabase()
      await using store = await testDatabase.openStore({ statementTimeoutMs })
      const outcomes = await Promise.allSettled(longReads(store, defaultWaitingMax + 100))
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
      assert.ok(refused.length > 0 && refused.length <= 100, `${refused.length} were refused`)
      for (const { reason } of refused)
        assert.ok(isFailure(reason, 'overloaded') && reason.retryAfterSeconds === 1, String(reason))
      await Promise.all(longReads(store, defaultWaitingMax))
    })

    it('all succeed up to a raised limit', async () => {
      await using testDatabase = await engine.borrowDatabase()
      await using store = await testDatabase.openStore({
        statementTimeoutMs,
        waitingMax: defaultWaitingMax + 50,
      })
      await Promise.all(longReads(store, defaultWaitingMax + 50))
    })
  })
}

function longReads(store: Store, count: number): Promise<unknown>[] {
  return Array.from({ length: count }, () => store.ledger.heavy.selectFrom('lease').selectAll().execute())
}
