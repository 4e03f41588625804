import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filterText, valueText } from './wording.ts'

describe('values of the vocabulary', () => {
  for (const [value, text] of [
    ['On Site', 'On-site'],
    ['Full Time, Part Time', 'Full-time, Part-time'],
    ['OTHER', 'Other'],
    ['Remote', 'Remote'],
    ['Time Keeper', 'Time Keeper'],
  ] as const)
    it(`${value} is read as ${text}`, () => assert.equal(valueText(value), text))

  it('are read so in filters, too', () => {
    assert.equal(filterText('employment_type', 'Full Time|!Part Time'), 'Full-time, not Part-time')
  })
})
