import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toInstant } from './clock.ts'
import { isTimeZone, resolveLocal, toLocalText } from './zoned-time.ts'

function resolve(local: string, zone: string) {
  return resolveLocal(Date.parse(`${local}:00Z`), zone)
}

describe('a local time in a zone', () => {
  const repeated = [
    ['Europe/London', '2026-10-25T01:30', '2026-10-25T00:30Z', '2026-10-25T01:30Z'],
    ['Europe/Paris', '2026-10-25T02:30', '2026-10-25T00:30Z', '2026-10-25T01:30Z'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30Z', '2026-11-01T06:30Z'],
    ['Australia/Sydney', '2026-04-05T02:30', '2026-04-04T15:30Z', '2026-04-04T16:30Z'],
    ['Pacific/Auckland', '2026-04-05T02:30', '2026-04-04T13:30Z', '2026-04-04T14:30Z'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45Z', '2026-04-04T15:15Z'],
  ] as const
  for (const [zone, local, first, second] of repeated) {
    it(`${local} in ${zone} occurs twice, and the first is used`, () => {
      const { at, kind, later } = resolve(local, zone)
      assert.deepEqual([toInstant(at), kind, toInstant(later ?? 0)], [iso(first), 'repeated', iso(second)])
    })
  }

  const missing = [
    ['Europe/London', '2026-03-29T01:30', '2026-03-29T01:30Z', '2026-03-29T02:30:00+01:00'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30Z', '2026-03-08T03:30:00-04:00'],
    ['Australia/Sydney', '2026-10-04T02:30', '2026-10-03T16:30Z', '2026-10-04T03:30:00+11:00'],
  ] as const
  for (const [zone, local, utc, becomes] of missing) {
    it(`${local} in ${zone} never occurs and becomes ${becomes}`, () => {
      const { at, kind } = resolve(local, zone)
      assert.deepEqual([toInstant(at), kind, toLocalText(at, zone)], [iso(utc), 'missing', becomes])
    })
  }

  const plain = [
    ['Australia/Brisbane', '2026-04-05T02:30', '2026-04-04T16:30Z'],
    ['America/Phoenix', '2026-11-01T01:30', '2026-11-01T08:30Z'],
    ['Asia/Kolkata', '2026-11-01T21:15', '2026-11-01T15:45Z'],
    ['America/St_Johns', '2026-07-01T19:00', '2026-07-01T21:30Z'],
  ] as const
  for (const [zone, local, utc] of plain) {
    it(`${local} in ${zone} is ${utc}`, () => {
      const { at, kind } = resolve(local, zone)
      assert.deepEqual([toInstant(at), kind], [iso(utc), 'plain'])
      assert.equal(toLocalText(at, zone).slice(0, 16), local)
    })
  }

  it('round-trips for every instant of a year in many zones', () => {
    for (const zone of [
      'Europe/London',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Pacific/Chatham',
      'UTC',
    ]) {
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 7 * 60 * 60_000 + 15 * 60_000) {
        const text = toLocalText(at, zone)
        assert.equal(Date.parse(text), at)
        const { at: first, later } = resolveLocal(Date.parse(`${text.slice(0, 19)}Z`), zone)
        assert.ok(first === at || later === at, `${text} in ${zone}`)
      }
    }
  })
})

describe('time zone names', () => {
  it('are those that the system supports', () => {
    assert.deepEqual(['Europe/London', 'Mars/Base', '', 'GMT Standard Time'].map(isTimeZone), [
      true,
      false,
      false,
      false,
    ])
  })
})

function iso(short: string): string {
  return short.replace('Z', ':00.000Z')
}
