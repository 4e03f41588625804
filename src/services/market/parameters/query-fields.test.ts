import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure } from '../../../core/errors.ts'
import { parseTimeSpan } from './query-fields.ts'

const nowMs = Date.parse('2026-11-15T12:00:00Z')
const defaults = { daysBack: 1, daysAhead: 7, daysMax: 90 }

function span(query: { from?: string; to?: string }): string[] {
  const { fromMs, toMs } = parseTimeSpan(query, nowMs, defaults)
  return [fromMs, toMs].map((ms) => new Date(ms).toISOString())
}

describe('parseTimeSpan', () => {
  it('treats days as whole days and timestamps as exact', () => {
    assert.deepEqual(span({ from: '2024-02-29', to: '2024-03-01' }), [
      '2024-02-29T00:00:00.000Z',
      '2024-03-01T23:59:59.999Z',
    ])
    assert.deepEqual(span({ from: '2024-02-29T23:30:00-01:00', to: '2024-03-01T12:00Z' }), [
      '2024-03-01T00:30:00.000Z',
      '2024-03-01T12:00:00.000Z',
    ])
  })

  it('ends with the year 9999 at most', () => {
    assert.deepEqual(span({ from: '9999-12-30' }), ['9999-12-30T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])
  })

  it('starts before a past end without a start', () => {
    assert.deepEqual(span({ to: '2026-11-10' }), ['2026-11-09T00:00:00.000Z', '2026-11-10T23:59:59.999Z'])
    assert.deepEqual(span({ to: '2026-11-10T12:00:00Z' }), [
      '2026-11-09T00:00:00.000Z',
      '2026-11-10T12:00:00.000Z',
    ])
  })

  it('starts before today if the end is ahead or omitted', () => {
    assert.deepEqual(span({ to: '2026-11-20' }), ['2026-11-14T00:00:00.000Z', '2026-11-20T23:59:59.999Z'])
    assert.deepEqual(span({}), ['2026-11-14T00:00:00.000Z', '2026-11-22T23:59:59.999Z'])
  })

  it('is rejected if its end does not exist', () => {
    for (const to of ['2026-02-30', '2026-13-01', '2026-02-30T00:00:00Z']) {
      assert.throws(
        () => span({ to }),
        (thrown) => isFailure(thrown, 'invalid_request') && thrown.details?.parameter === 'to',
      )
    }
  })
})
