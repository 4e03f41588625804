import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isReasonToHold, mayHoldLists, reasonToHold } from './reason-to-hold.ts'

function state(record_count: number, held_reason: string | null = null) {
  return { record_count, held_reason }
}

describe('reasonToHold', () => {
  it('believes a list that grew once another one confirms it', () => {
    const reason = reasonToHold({}, 9000, state(20))
    assert.equal(reason, 'the list grew from 20 to 9000')
    assert.equal(reasonToHold({}, 5000, state(20, reason)), 'the list grew from 20 to 5000')
    assert.equal(reasonToHold({}, 8800, state(20, reason)), undefined)
  })

  for (const [source, records, published, held] of [
    [{}, 0, 0, false],
    [{}, 5, 0, false],
    [{}, 50, 100, false],
    [{}, 49, 100, true],
    [{}, 0, 1, true],
    [{}, 1001, 100, true],
    [{}, 1000, 90, false],
    [{ shrinkBelow: 0, mayBeEmpty: true }, 5000, 400, true],
    [{}, 5000, 501, false],
    [{ mayBeEmpty: true }, 0, 100, false],
    [{ mayBeEmpty: true }, 10, 100, true],
    [{ shrinkBelow: 0.9 }, 89, 100, true],
    [{ shrinkBelow: 0 }, 1, 100, false],
    [{ shrinkBelow: 0 }, 0, 100, true],
  ] as const) {
    it(`${held ? 'holds' : 'passes'} ${records} after ${published} with ${JSON.stringify(source)}`, () => {
      assert.equal(reasonToHold(source, records, state(published)) !== undefined, held)
    })
  }
})

describe('isReasonToHold', () => {
  it('knows every reason of the guard', () => {
    for (const records of [0, 1, 9000])
      assert.ok(isReasonToHold({}, reasonToHold({}, records, state(12)) ?? ''))
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
