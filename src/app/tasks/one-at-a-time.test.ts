import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { systemClock } from '../../core/clock.ts'
import { oneAtATime } from './one-at-a-time.ts'

const options = { clock: systemClock, name: 'work', busyMessage: 'Busy.' }
const busy = { code: 'overloaded', message: 'Busy.', retryAfterSeconds: 10 }

for (const engine of testEngines) {
  describe(`${engine.name}: work that is done one at a time`, { skip: engine.skip }, () => {
    it('is refused in every process on the store while another one does it, and then free', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore()
      // As two processes have them.
      const processes = [oneAtATime({ ...options, store }), oneAtATime({ ...options, store })]
      const elsewhere = oneAtATime({ ...options, name: 'other work', store })
      for (const takeTurn of processes) {
        const done = Promise.withResolvers<string>()
        const started = Promise.withResolvers<void>()
        const working = takeTurn(() => {
          started.resolve()
          return done.promise
        })
        await started.promise
        for (const other of processes) await assert.rejects(other(assert.fail), busy)
        assert.equal(await elsewhere(async () => 'elsewhere'), 'elsewhere')
        done.resolve('done')
        assert.equal(await working, 'done')
      }
    })
  })
}

it('work without a store is done one at a time in this process, also after it failed', async () => {
  const takeTurn = oneAtATime(options)
  const failing = takeTurn(async () =>
    assert.rejects(takeTurn(assert.fail), busy).then(() => assert.fail('as meant')),
  )
  await assert.rejects(failing, /as meant/)
  assert.equal(await takeTurn(async () => 1), 1)
})
