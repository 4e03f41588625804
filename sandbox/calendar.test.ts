import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { activeItems, type Day, dayOf, startOf, toDate, weekday } from './calendar.ts'

describe('calendar', () => {
  it('counts days in UTC, before 1970 too', () => {
    assert.equal(dayOf(Date.parse('1970-01-01T23:59:59.999Z')), 0)
    assert.equal(dayOf(Date.parse('1969-12-31T23:59:59.999Z')), -1)
    assert.equal(toDate(dayOf(Date.parse('2028-02-29T00:00:00Z'))), '2028-02-29')
    assert.equal(startOf(dayOf(Date.parse('2026-11-15T17:00:00Z'))), Date.parse('2026-11-15T00:00:00Z'))
  })

  it('numbers the days of the week from Monday', () => {
    assert.equal(weekday(dayOf(Date.parse('2026-11-15T00:00:00Z'))), 7)
    assert.equal(weekday(dayOf(Date.parse('2026-11-16T00:00:00Z'))), 1)
    assert.equal(weekday(dayOf(Date.parse('1969-12-31T00:00:00Z'))), 3)
  })
})

describe('activeItems', () => {
  function createdOn(day: Day): { name: string; lastDay: Day }[] {
    return [
      { name: `${day} short`, lastDay: day },
      { name: `${day} long`, lastDay: day + 2 },
    ]
  }

  it('contains the items that have not ended, newest first', () => {
    const names = [...activeItems(100, 3, createdOn)].map((item) => item.name)
    assert.deepEqual(names, ['100 short', '100 long', '99 long', '98 long'])
  })

  it('loses and gains the items of one day by the next day', () => {
    const today = new Set([...activeItems(100, 3, createdOn)].map((item) => item.name))
    const tomorrow = new Set([...activeItems(101, 3, createdOn)].map((item) => item.name))
    assert.deepEqual([...tomorrow.difference(today)], ['101 short', '101 long'])
    assert.deepEqual([...today.difference(tomorrow)], ['100 short', '98 long'])
  })
})
