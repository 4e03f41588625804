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

  it('is good again after a read that finds it', () => {
    const gone = toHealthRow(source, 'acme', { ...published, dropped: {}, gone: 1 }, undefined, 1000)
    const row = toHealthRow(source, 'acme', { ...published, dropped: {} }, gone, 2000)
    assert.deepEqual([row?.failures, row?.error_code, row?.succeeded_at], [0, null, 2000])
  })
})
