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
      database = await engine.createDatabase()
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

    it('reset the count of consecutive wrong guesses when one is right', async () => {
      const email = 'forgetful@example.org'
      let nowMs = 0
      let guesses = 0
      async function guessWrongly(times: number): Promise<void> {
        for (let n = 0; n < times; n += 1, guesses += 1) {
          if (guesses % 20 === 0) nowMs += 3_600_000
          await assert.rejects(redeem(email, 'wrong', nowMs, `198.51.100.${n % 200}`), isInvalid)
        }
      }
      await guessWrongly(90)
      nowMs += 3_600_000
      const code = await codes.issue(email, '198.51.100.1', nowMs)
      assert.equal(await redeem(email, code, nowMs), 'signed in')
      await guessWrongly(90)
    })
  })
}
