import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { intervalMs, nextReadAt, type ReadHistory } from './next-read.ts'

const hour = 60 * 60_000
const day = 24 * hour
const now = 1_800_000_000_000

function history(changes: Partial<ReadHistory> = {}): ReadHistory {
  return { everyMs: day, isCostly: false, triedAt: now, changedAt: undefined, failures: 0, ...changes }
}

describe('the next read of a member', () => {
  it('comes after the interval of its source, or after half of it if it changed within two days', () => {
    assert.equal(intervalMs(history()), day)
    assert.equal(intervalMs(history({ changedAt: now - day })), day / 2)
    assert.equal(intervalMs(history({ changedAt: now - 3 * day })), day)
    assert.equal(intervalMs(history({ changedAt: now, isCostly: true })), day)
    assert.equal(intervalMs(history({ changedAt: now, everyMs: hour })), hour)
  })

  it('comes soon after a first failure, and ever later after the third, up to two weeks', () => {
    const days = [1, 2, 3, 4, 5, 6, 7, 20].map((failures) => intervalMs(history({ failures })) / day)
    assert.deepEqual(days, [0.25, 0.5, 1, 2, 4, 8, 14, 14])
    assert.equal(intervalMs(history({ failures: 1, everyMs: hour })), hour / 4)
  })

  it('is at the same place in each interval, and not much later than the interval', () => {
    for (const member of ['ash', 'bow', 'cam', 'dell', 'elm']) {
      const first = nextReadAt('towns', member, history())
      assert.ok(first > now && first <= now + 1.2 * day, member)
      for (const lateMs of [0, 20 * 60_000])
        assert.equal(nextReadAt('towns', member, history({ triedAt: first + lateMs })), first + day, member)
    }
  })

  it('spreads the members of a source over the interval', () => {
    const hours = new Set(
      Array.from({ length: 500 }, (_, at) =>
        Math.floor((nextReadAt('towns', `m${at}`, history()) - now) / hour),
      ),
    )
    assert.ok(hours.size >= 20, `${hours.size}`)
  })
})
