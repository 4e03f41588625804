import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { soonest } from './field-values.ts'

describe('the soonest sessions', () => {
  it('count a session once, however often it is listed', () => {
    const sessions = ['late', 'early', 'early', 'next', 'past'].map((id) => ({
      id,
      startsAt: ['past', 'early', 'next', 'late'].indexOf(id),
    }))
    assert.deepEqual(
      soonest(sessions, 0, 2).map(({ id }) => id),
      ['early', 'next'],
    )
  })
})
