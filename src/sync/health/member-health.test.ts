import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toHealthRow } from './member-health.ts'

const source = { id: 'boards', everyMinutes: 1440 }
const published = {
  outcome: 'published',
  written: 0,
  unchanged: 0,
  removed: 0,
  artifactId: 1,
  records: 0,
} as const

describe('the health of a member', () => {
  it('is a failure with its reason from the first read that finds it gone', () => {
    const report = { ...published, dropped: {}, gone: 1, problem: 'the list returned 404' }
    const row = toHealthRow(source, 'acme', report, undefined, 1000)
    assert.equal(row?.failures, 1)
    assert.equal(row?.error_code, 'gone')
    assert.equal(row?.error_message, 'The member no longer exists at the upstream: the list returned 404.')
    assert.equal(row?.succeeded_at, null)
  })

  it('is changed if a list was held back of which most rows cannot be read', () => {
    const held = { outcome: 'held', artifactId: 1, reason: 'the list shrank from 20 to 4' } as const
    const rowOf = (records: number, dropped: Readonly<Record<string, number>>) =>
      toHealthRow(source, 'acme', { ...held, records, dropped }, undefined, 1000)
    const changed = rowOf(4, { 'not a showtime': 15, 'listed twice': 1 })
    assert.deepEqual(
      [changed?.failures, changed?.error_code, changed?.error_message],
      [1, 'upstream_changed', '16 of 20 rows could not be read: not a showtime'],
    )
    assert.equal(rowOf(0, {})?.error_code, 'upstream_changed')
    // It became shorter, and an operator decides.
    for (const dropped of [{}, { 'listed twice': 4 }]) assert.equal(rowOf(4, dropped)?.failures, 0)
  })

  it('is good again after a read that finds it', () => {
    const gone = toHealthRow(source, 'acme', { ...published, dropped: {}, gone: 1 }, undefined, 1000)
    const row = toHealthRow(source, 'acme', { ...published, dropped: {} }, gone, 2000)
    assert.deepEqual([row?.failures, row?.error_code, row?.succeeded_at], [0, null, 2000])
  })
})
