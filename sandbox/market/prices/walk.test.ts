import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillLog, logAt, type Walk } from './walk.ts'

const walk: Walk = { key: 12_345, logBase: Math.log(100), sigma: 0.02, trend: 0.0001, wander: 0.2 }

describe('walk', () => {
  it('has the same level for a day alone and within any range', () => {
    const range = new Float64Array(3_000)
    fillLog(walk, 19_000, 21_999, range)
    for (const day of [19_000, 19_456, 20_479, 20_480, 20_481, 21_999]) {
      assert.equal(logAt(walk, day), range[day - 19_000])
    }
  })

  it('has steps of the configured size', () => {
    const levels = new Float64Array(4_096)
    fillLog(walk, 16_384, 20_479, levels)
    let squares = 0
    for (let at = 1; at < levels.length; at++) squares += ((levels[at] ?? 0) - (levels[at - 1] ?? 0)) ** 2
    const deviation = Math.sqrt(squares / (levels.length - 1))
    assert.ok(Math.abs(deviation - walk.sigma) < 0.002, `deviation ${deviation}`)
  })

  it('stays around its usual level', () => {
    for (let day = 18_000; day < 22_000; day += 7) {
      const level = Math.exp(logAt(walk, day))
      assert.ok(level > 15 && level < 700, `${level} on ${day}`)
    }
  })
})
