import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ageText, dateText, dayText, shortDayText } from './age-text.ts'

describe('dates and ages in words', () => {
  it('names a day in three lengths', () => {
    assert.equal(dateText('2026-11-16'), '16 Nov 2026')
    assert.equal(shortDayText('2026-11-16'), 'Mon 16 Nov')
    assert.equal(dayText('2026-11-16'), 'Monday, 16 November 2026')
  })

  for (const text of ['', '2026', '2026-11', '2026-02-31', '16.11.2026', 'soon', '2026-11-16T10:00:00Z'])
    it(`leaves as it is what is not a day: ${JSON.stringify(text)}`, () => assert.equal(dateText(text), text))

  for (const [minutes, text] of [
    [0.9, 'less than a minute ago'],
    [1, '1 minute ago'],
    [119, '119 minutes ago'],
    [120, '2 hours ago'],
    [47 * 60 + 59, '47 hours ago'],
    [48 * 60, '2 days ago'],
  ] as const)
    it(`says ${text}`, () => assert.equal(ageText(minutes * 60_000), text))
})
