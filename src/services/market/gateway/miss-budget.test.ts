import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import { isFailure } from '../../../core/errors.ts'
import { MissBudget } from './miss-budget.ts'

const home = { subject: 'home', factor: 4 }
const site = { subject: 'site', factor: 16 }
const inHome = (n: number) => ({ subject: `ip ${n}`, networks: [home, site] })

describe('the budget of uncached requests', () => {
  it('is four times that of a caller for a /56 and sixteen times for a /48', () => {
    const clock = new FakeClock()
    const budget = new MissBudget(clock, 3)
    const isExhausted = (limit: number) => (thrown: unknown) =>
      isFailure(thrown, 'rate_limited') && thrown.details?.limit === limit
    for (let n = 0; n < 3; n += 1) budget.take(inHome(0))
    // What is refused to one costs its network nothing.
    for (let n = 0; n < 20; n += 1) assert.throws(() => budget.take(inHome(0)), isExhausted(3))
    for (let n = 1; n <= 9; n += 1) budget.take(inHome(n))
    assert.throws(() => budget.take(inHome(99)), isExhausted(12))
    for (let n = 0; n < 36; n += 1) budget.take({ subject: `ip of the site ${n}`, networks: [site] })
    assert.throws(() => budget.take({ subject: 'ip of the site', networks: [site] }), isExhausted(48))
    budget.take({ subject: 'key', networks: [] })
    clock.advance(5000)
    budget.take(inHome(99))
    assert.throws(() => budget.take(inHome(100)), isExhausted(12))
  })
})
