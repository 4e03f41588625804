import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SingleFlight } from './single-flight.ts'

describe('SingleFlight', () => {
  it('shares work between callers with the same key', async () => {
    const flights = new SingleFlight<string>()
    const work = Promise.withResolvers<string>()
    let calls = 0
    const start = () => {
      calls += 1
      return work.promise
    }
    const first = flights.run('a', start)
    const second = flights.run('a', start)
    const other = flights.run('b', async () => 'other')
    assert.equal(flights.size, 2)
    assert.equal(flights.get('a'), first)
    work.resolve('shared')
    assert.deepEqual(await Promise.all([first, second, other]), ['shared', 'shared', 'other'])
    assert.equal(calls, 1)
  })

  it('starts again once the work has succeeded or failed', async () => {
    const flights = new SingleFlight<number>()
    assert.equal(await flights.run('a', async () => 1), 1)
    await assert.rejects(
      flights.run('a', () => {
        throw new Error('broken')
      }),
      /broken/,
    )
    assert.equal(flights.get('a'), undefined)
    assert.equal(flights.size, 0)
    assert.equal(await flights.run('a', async () => 2), 2)
  })
})
