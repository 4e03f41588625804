import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toInstant } from '../../../core/clock.ts'
import {
  addDays,
  businessDateOf,
  checkLocalText,
  isDay,
  isSecondPass,
  parseLocalStart,
  parseStart,
  parseUtcStart,
} from './time.ts'
import { ianaZoneOf } from './windows-zones.ts'

describe('start times', () => {
  const table: readonly (readonly [
    text: string,
    zone: string,
    utc: string,
    local: string,
    warnings?: string,
  ])[] = [
    ['2025-04-01T19:15:00+01:00', 'Europe/London', '2025-04-01T18:15Z', '2025-04-01T19:15:00+01:00'],
    ['2025-01-17T13:45:00Z', 'Europe/London', '2025-01-17T13:45Z', '2025-01-17T13:45:00+00:00'],
    ['2025-01-27T02:25:00', 'Europe/London', '2025-01-27T02:25Z', '2025-01-27T02:25:00+00:00'],
    ['2026-07-21T09:30', 'Australia/Sydney', '2026-07-20T23:30Z', '2026-07-21T09:30:00+10:00'],
    ['2026-08-05 21:00:00', 'Europe/Paris', '2026-08-05T19:00Z', '2026-08-05T21:00:00+02:00'],
    ['2026-12-05T19:00:00-05', 'America/New_York', '2026-12-06T00:00Z', '2026-12-05T19:00:00-05:00'],
    [
      '2026-07-30T19:10:00-05:00',
      'America/Toronto',
      '2026-07-31T00:10Z',
      '2026-07-30T20:10:00-04:00',
      'offset_mismatch',
    ],
    [
      '2026-10-25T01:30:00',
      'Europe/London',
      '2026-10-25T00:30Z',
      '2026-10-25T01:30:00+01:00',
      'ambiguous_local_time',
    ],
    [
      '2026-03-29T01:30:00',
      'Europe/London',
      '2026-03-29T01:30Z',
      '2026-03-29T02:30:00+01:00',
      'nonexistent_local_time',
    ],
  ]
  for (const [text, zone, utc, local, warnings = ''] of table) {
    it(`${text} in ${zone} is ${utc}`, () => {
      const start = parseStart(text, zone)
      assert.equal(toInstant(start?.startsAt ?? 0), utc.replace('Z', ':00.000Z'))
      assert.equal(start?.startsAtLocal, local)
      assert.equal(start?.warnings.join(), warnings)
    })
  }

  it('are UTC for sources that omit the Z', () => {
    assert.equal(
      parseUtcStart('2026-03-07T16:45:00', 'America/New_York')?.startsAtLocal,
      '2026-03-07T11:45:00-05:00',
    )
  })

  it('are undefined for nonexistent days and other text', () => {
    for (const text of [
      '',
      '2026-02-30T10:00:00',
      '2026-13-01T10:00',
      '7:30 PM',
      '2026-03-07',
      'T10:00',
      '2026-03-07T99:00:00',
    ]) {
      assert.equal(parseStart(text, 'Europe/London'), undefined, text)
    }
  })

  it('are undefined with an offset that the zone never has, and with the local time of another show', () => {
    for (const offset of ['+05:30', '+14:00', '-05:00', '-0800', '+03'])
      assert.equal(parseStart(`2026-11-20T20:00:00${offset}`, 'Europe/London'), undefined, offset)
    const start = parseUtcStart('2026-11-20T20:00:00', 'Europe/London')
    assert.ok(start)
    for (const [text, warnings] of [
      ['2026-11-20T20:00:00', []],
      [undefined, []],
      ['2026-11-20T21:00', ['offset_mismatch']],
      ['at eight', ['offset_mismatch']],
      ['2026-11-20T22:30:00', undefined],
      ['2027-11-20T20:00:00', undefined],
    ] as const)
      assert.deepEqual(checkLocalText(start, text)?.warnings, warnings, text)
  })

  it('are far from any show for the null dates of old systems', () => {
    for (const text of ['0001-01-01T00:00:00', '1899-12-30T00:00:00', '9999-12-31T23:59:59-11:00']) {
      const { startsAt = 0, startsAtLocal = '' } = parseStart(text, 'Pacific/Pago_Pago') ?? {}
      assert.ok(startsAt < Date.UTC(1901, 0) || startsAt > Date.UTC(2199, 11), text)
      assert.equal(isDay(businessDateOf(startsAtLocal)), true, text)
    }
  })
})

describe('the business date', () => {
  it('is the day before for shows after midnight, in local time', () => {
    assert.equal(businessDateOf('2025-01-27T02:25:00+00:00'), '2025-01-26')
    assert.equal(businessDateOf('2026-07-16T00:01:00+10:00'), '2026-07-15')
    assert.equal(businessDateOf('2026-03-01T05:59:00+00:00'), '2026-02-28')
    assert.equal(businessDateOf('2026-03-01T06:00:00+00:00'), '2026-03-01')
    assert.equal(businessDateOf('2026-03-01T04:00:00+00:00', 3), '2026-03-01')
  })
})

describe('the repeated hour', () => {
  const late = parseLocalStart('2026-10-25T01:30:00', 'Europe/London')
  const show = { startsAt: late?.startsAt ?? 0, later: late?.later ?? 0, auditorium: '1' }

  it('is the later one if the previous film still runs at the earlier one', () => {
    const before = { startsAt: show.startsAt - 60 * 60_000, auditorium: '1', runtimeMinutes: 90 }
    assert.equal(isSecondPass(show, [before, show]), true)
  })

  it('is the earlier one otherwise', () => {
    const short = { startsAt: show.startsAt - 60 * 60_000, auditorium: '1', runtimeMinutes: 45 }
    const elsewhere = { startsAt: show.startsAt - 60 * 60_000, auditorium: '2', runtimeMinutes: 90 }
    assert.equal(isSecondPass(show, [short, elsewhere, show]), false)
    assert.equal(isSecondPass({ startsAt: show.startsAt, auditorium: '1' }, [short]), false)
  })
})

describe('days', () => {
  it('are validated against the calendar', () => {
    assert.deepEqual(
      [
        '2026-02-28',
        '2028-02-29',
        '2026-02-29',
        '2100-02-29',
        '2000-02-29',
        '2026-04-31',
        '2026-00-10',
        '2026-1-1',
        '',
      ].map(isDay),
      [true, true, false, false, true, false, false, false, false],
    )
  })

  it('are added across months and years', () => {
    assert.deepEqual(
      [addDays('2026-03-01', -1), addDays('2026-12-31', 1), addDays('2026-10-25', 1)],
      ['2026-02-28', '2027-01-01', '2026-10-26'],
    )
  })
})

describe('Windows time zone names', () => {
  it('map to IANA zones, including summer time', () => {
    assert.deepEqual(
      [
        'W. Australia Standard Time',
        'GMT Standard Time',
        'E. Australia Standard Time',
        'US Mountain Standard Time',
        'Mars Standard Time',
        '',
      ].map(ianaZoneOf),
      ['Australia/Perth', 'Europe/London', 'Australia/Brisbane', 'America/Phoenix', undefined, undefined],
    )
  })
})
