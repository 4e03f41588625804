import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isPaused, nextSighting, parseSighting, type Sighting } from './gate-backoff.ts'

const dayMs = 86_400_000

/** The days on which a daily run requests a center that stays gated. */
function attemptDays(days: number, start?: Sighting): number[] {
  const attempts: number[] = []
  let last = start
  for (let day = 0; day < days; day++) {
    if (last && isPaused(last, day * dayMs)) continue
    attempts.push(day)
    last = nextSighting(last, 'gate', day * dayMs)
  }
  return attempts
}

describe('the pause at a gate', () => {
  it('grows to a week', () => {
    assert.deepEqual(attemptDays(30), [0, 1, 3, 7, 14, 21, 28])
  })

  it('does not grow with several attempts on one day', () => {
    let last: Sighting | undefined
    for (let attempt = 0; attempt < 5; attempt++) last = nextSighting(last, 'gate', attempt * 60_000)
    assert.equal(last?.times, 1)
    assert.equal(last && isPaused(last, dayMs), false)
  })

  it('is read back from its note', () => {
    const sighting = nextSighting(undefined, 'gate', dayMs)
    assert.deepEqual(parseSighting(JSON.stringify(sighting)), sighting)
    for (const note of [undefined, '', 'null', '{', '{"at":1}', '[]'])
      assert.equal(parseSighting(note), undefined)
  })

  it('is ignored if it was noted in the future or is too long', () => {
    const sighting = { reason: 'gate', at: 100 * dayMs, times: 4, until: 107 * dayMs }
    assert.equal(isPaused(sighting, 99 * dayMs), false)
    assert.equal(isPaused({ ...sighting, until: 1000 * dayMs }, 108 * dayMs), false)
  })
})
