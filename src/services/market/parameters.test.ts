import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSpan } from './parameters.ts'

const nowMs = Date.parse('2026-11-15T12:00:00Z')
const usual = { daysBack: 1, daysAhead: 7, daysMax: 90 }

function span(given: { from?: string; to?: string }): string[] {
  const { fromMs, toMs } = parseSpan(given, nowMs, usual)
  return [fromMs, toMs].map((ms) => new Date(ms).toISOString())
}

describe('span of a calendar', () => {
  it('takes days whole and instants as they are', () => {
    assert.deepEqual(span({ from: '2024-02-29', to: '2024-03-01' }), [
      '2024-02-29T00:00:00.000Z',
      '2024-03-01T23:59:59.999Z',
    ])
    assert.deepEqual(span({ from: '2024-02-29T23:30:00-01:00', to: '2024-03-01T12:00Z' }), [
      '2024-03-01T00:30:00.000Z',
      '2024-03-01T12:00:00.000Z',
    ])
  })

  it('ends with the year 9999', () => {
    assert.deepEqual(span({ from: '9999-12-30' }), ['9999-12-30T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])
  })
})
