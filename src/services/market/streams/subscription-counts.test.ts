import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isFailure } from '../../../core/errors.ts'
import { SeriesCounts, SubscriptionCounts } from './subscription-counts.ts'

const networks = [
  { subject: 'home', factor: 4 },
  { subject: 'site', factor: 16 },
]
const caller = (n: number) => ({ subject: `ip ${n}`, networks, identityId: undefined })
const other = { subject: 'key', networks: [], identityId: 'id' }
const isTooMany = (thrown: unknown) => isFailure(thrown, 'rate_limited')

it('Subscriptions of a network are at most a multiple of those of a caller', () => {
  const counts = new SubscriptionCounts(10)
  for (let n = 0; n < 4; n += 1) counts.take(caller(n), 9)
  assert.throws(() => counts.take(caller(0), 2), isTooMany)
  assert.throws(() => counts.take(caller(4), 5), isTooMany)
  counts.take(caller(4), 4)
  counts.take(other, 10)
  counts.release(caller(0), 9)
  counts.take(caller(5), 9)
})

it('Series of a network are at most twice those of a caller, and those that its callers share count once', () => {
  const counts = new SeriesCounts(3, 12)
  counts.take(caller(0), ['a', 'b', 'c'])
  counts.take(caller(1), ['a', 'd', 'e'])
  counts.take(caller(2), ['f'])
  assert.throws(() => counts.take(caller(3), ['g']), isTooMany)
  counts.take(caller(3), ['a'])
  counts.take(other, ['g'])
  counts.release(caller(0), ['a', 'b', 'c'])
  counts.take(caller(3), ['g', 'h'])
  assert.throws(() => counts.take(caller(4), ['i']), isTooMany, 'a is still read')
})

it('Series of all callers without a key are at most twice those of a caller, so a key always finds room', () => {
  const counts = new SeriesCounts(3, 12)
  const from = (n: number) => ({ subject: `ip ${n}`, networks: [], identityId: undefined })
  counts.take(from(0), ['a', 'b', 'c'])
  counts.take(from(1), ['d', 'e', 'f'])
  assert.throws(() => counts.take(from(2), ['g']), isTooMany)
  counts.take(from(2), ['a', 'd'])
  counts.take(other, ['g', 'h', 'i'])
  counts.release(from(0), ['b'])
  counts.take(from(2), ['j'])
})

it('Series of a caller are at most as many as are free, so a few keys cannot have those of all others', () => {
  const counts = new SeriesCounts(50, 200)
  const key = (n: number) => ({ subject: `key ${n}`, networks: [], identityId: `id ${n}` })
  const subscribed = Array.from({ length: 10 }, (_, n) => {
    let open = 0
    for (; open < 60; open += 1)
      try {
        counts.take(key(n), [`${n} ${open}`])
      } catch (thrown) {
        assert.ok(isTooMany(thrown))
        break
      }
    return open
  })
  assert.deepEqual(subscribed, [50, 50, 50, 25, 12, 6, 3, 2, 1, 0])
  counts.take(key(9), ['0 0', '1 1'])
  counts.release(key(0), ['0 1'])
  counts.release(key(0), ['0 2'])
  counts.take(key(8), ['8 1'])
})
