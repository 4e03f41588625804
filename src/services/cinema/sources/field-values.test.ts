import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testMember } from '../../../../test/support/cinema/replay-recordings.ts'
import { soonest } from './field-values.ts'
import { toTheaterRecord } from './records/theater-record.ts'

describe('the second line of an address', () => {
  const member = testMember({ site: '1', timezone: 'UTC', address: { city: 'Oxford', country: 'GB' } })
  for (const [line2, expected] of [
    ['OXFORD', undefined],
    [' Oxford. ', undefined],
    ['54 Market Square', undefined],
    ['OX1 1PT', undefined],
    ['Summertown', 'Summertown'],
    ['Oxford Science Park', 'Oxford Science Park'],
  ] as const)
    it(`is ${expected ?? 'left out'} for ${line2}`, () => {
      const address = { line1: '54 Market Square', line2, postal_code: 'OX1 1PT' }
      assert.equal(toTheaterRecord(member, { address }).address?.line2, expected)
    })
})

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
