import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../test/support/fake-clock.ts'
import { toDate } from './calendar.ts'
import { createWorld } from './world.ts'

describe('world', () => {
  it('has the date of its clock', () => {
    const clock = new FakeClock('2026-11-15T23:59:59Z')
    const world = createWorld({ seed: 'spring', clock })
    assert.equal(toDate(world.today()), '2026-11-15')
    clock.advance(1_000)
    assert.equal(toDate(world.today()), '2026-11-16')
    assert.equal(world.now(), clock.now())
  })

  it('depends on the seed, and not on the order of calls', () => {
    const clock = new FakeClock()
    const [one, same, other] = ['spring', 'spring', 'autumn'].map((seed) => createWorld({ seed, clock }))
    one?.random('theater', 1).float()
    assert.equal(one?.random('theater', 2).float(), same?.random('theater', 2).float())
    assert.notEqual(one?.random('theater', 2).float(), other?.random('theater', 2).float())
  })
})
