import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/fake-clock.ts'
import { testEngines } from '../../test/support/store/test-engines.ts'
import { createLedgerTime } from '../store/coordination/ledger-time.ts'
import { createKey, readKeys, revokeKey } from './credentials/api-keys.ts'
import { ensureIdentity } from './credentials/identities.ts'
import { Credits } from './credits/credits.ts'
import { sweep } from './housekeeping.ts'
import { createKeyedHash } from './keyed-hash.ts'
import { identityLedger } from './tables.ts'

const dayMs = 24 * 3_600_000

for (const engine of testEngines) {
  describe(`${engine.name}: housekeeping`, { skip: engine.skip }, () => {
    it('deletes keys that were revoked 90 days ago, and no others', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const ledger = identityLedger(store.ledger)
      const clock = new FakeClock()
      const hash = createKeyedHash('a secret of the tests')
      const allowances = { perDayAnonymous: 50, perMonthIdentified: 100 }
      const credits = new Credits({ ledger, hash, allowances, now: () => clock.now() })
      const { identityId, active, revoked } = await ledger.transaction(async (tx) => {
        const nowMs = clock.now()
        const { id: identityId } = await ensureIdentity(ledger, tx, 'tidy@example.org', nowMs)
        const keyOptions = {
          identityId,
          label: undefined,
          prefix: 'bs_live',
          lifetimeMs: undefined,
          nowMs,
        } as const
        const active = await createKey(ledger, tx, hash, keyOptions)
        const revoked = await createKey(ledger, tx, hash, keyOptions)
        await revokeKey(ledger, tx, identityId, revoked?.id ?? '', nowMs)
        return { identityId, active: active?.id, revoked: revoked?.id }
      })
      const listed = async () => (await readKeys(ledger, identityId, true, clock.now())).map(({ id }) => id)
      clock.advance(90 * dayMs - 1)
      await sweep({ ledger, credits, clock, ledgerNow: createLedgerTime(ledger, clock) })
      assert.deepEqual(await listed(), [active, revoked])
      clock.advance(1)
      await sweep({ ledger, credits, clock, ledgerNow: createLedgerTime(ledger, clock) })
      assert.deepEqual(await listed(), [active])
    })
  })
}
