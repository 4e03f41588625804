import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isReasonToHold, mayHoldLists, reasonToHold } from './reason-to-hold.ts'

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

describe('isReasonToHold', () => {
  it('knows every reason of the guard', () => {
    for (const records of [0, 1]) assert.ok(isReasonToHold({}, reasonToHold({}, records, 12) ?? ''))
  })

  it('is false for a list that was published in part', () => {
    for (const reason of ['4 of 9 rows are missing', '1 responses could not be read: page'])
      assert.equal(isReasonToHold({}, reason), false, reason)
  })

  it('is false where the writer decides, in whatever words', () => {
    const source = { shrinkBelow: 0, mayBeEmpty: true }
    assert.equal(mayHoldLists(source), false)
    assert.equal(isReasonToHold(source, 'the list shrank from 40 to 3'), false)
    assert.ok(mayHoldLists({ shrinkBelow: 0 }) && mayHoldLists({ mayBeEmpty: true }))
  })
})
