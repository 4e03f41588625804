import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import { isFailure } from '../../core/errors.ts'
import type { Store } from '../../store/store.ts'
import { createKeyedHash } from '../keyed-hash.ts'
import { identityLedger } from '../tables.ts'
import { codeLifetimeMs, SignInCodes } from './sign-in-codes.ts'

for (const engine of testEngines) {
  // No housekeeping runs here: expired rows are still in the database.
  describe(`${engine.name}: sign-in codes`, { skip: engine.skip }, () => {
    let database: TestDatabase
    let store: Store
    let codes: SignInCodes
    before(async () => {
      database = await engine.borrowDatabase()
      store = await database.openStore()
      codes = new SignInCodes({
        ledger: identityLedger(store.ledger),
        hash: createKeyedHash('a secret of the tests'),
      })
    })
    after(async () => {
      await store[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    })

    function redeem(email: string, code: string, nowMs: number, from = '198.51.100.1'): Promise<string> {
      return codes.redeem(email, code, from, nowMs, async () => 'signed in')
    }

    const isInvalid = (error: unknown) => isFailure(error, 'invalid_code')

    it('expire after exactly ten minutes, even before housekeeping deletes them', async () => {
      for (const [email, ageMs, isGood] of [
        ['in-time@example.org', codeLifetimeMs - 1, true],
        ['too-late@example.org', codeLifetimeMs, false],
      ] as const) {
        const code = await codes.issue(email, '198.51.100.1', 0)
        if (isGood) assert.equal(await redeem(email, code, ageMs), 'signed in')
        else await assert.rejects(redeem(email, code, ageMs), isInvalid)
      }
    })

    it('are not affected by wrong guesses from before they were sent, however many', async () => {
      const email = 'owner@example.org'
      for (let n = 0; n < 200; n += 1)
        await assert.rejects(redeem(email, '000000', n, `198.51.100.${n % 100}`), isInvalid)
      const code = await codes.issue(email, '203.0.113.1', 200)
      assert.equal(await redeem(email, code, 201, '203.0.113.1'), 'signed in')
    })

    it('are sent to at most 120 an hour from a /56 and 480 from a /48, however many networks these have', async () => {
      let sent = 0
      let refused = 0
      for (let n = 0; n < 600; n += 1) {
        const network = `2001:db8:5:${((n % 20) * 256 + (n % 100)).toString(16)}::1`
        await codes.issue(`n${n}@example.org`, network, 0).then(
          () => (sent += 1),
          () => (refused += 1),
        )
      }
      assert.deepEqual([sent, refused], [480, 120])
    })

    it('are void after five wrong guesses, even when they are sent at once', async () => {
      const email = 'guessed@example.org'
      const code = await codes.issue(email, '203.0.113.2', 0)
      const wrong = code === '000000' ? '000001' : '000000'
      const guesses = Array.from({ length: 20 }, (_, n) => redeem(email, wrong, 1, `203.0.113.${n + 10}`))
      for (const { status } of await Promise.allSettled(guesses)) assert.equal(status, 'rejected')
      await assert.rejects(redeem(email, code, 2, '203.0.113.2'), isInvalid)
    })
  })
}
