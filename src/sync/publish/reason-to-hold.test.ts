import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { reasonToHold } from './reason-to-hold.ts'

describe('reasonToHold', () => {
  for (const [source, records, published, held] of [
    [{}, 0, 0, false],
    [{}, 5, 0, false],
    [{}, 50, 100, false],
    [{}, 49, 100, true],
    [{}, 0, 1, true],
    [{}, 300, 100, false],
    [{ mayBeEmpty: true }, 0, 100, false],
    [{ mayBeEmpty: true }, 10, 100, true],
    [{ shrinkBelow: 0.9 }, 89, 100, true],
    [{ shrinkBelow: 0 }, 1, 100, false],
    [{ shrinkBelow: 0 }, 0, 100, true],
  ] as const) {
    it(`${held ? 'holds' : 'passes'} ${records} after ${published} with ${JSON.stringify(source)}`, () => {
      assert.equal(reasonToHold(source, records, published) !== undefined, held)
    })
  }
})
