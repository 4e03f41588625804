/** Pay, departments and dates as boards state them, and their normalised form. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { canonicalUrl, departmentLabel, parseDay, parseRequisitionId, plainText } from './fields.ts'
import { formatPay, parsePay, type RawPay } from './pay.ts'

const cents = (min: number, max: number, title: string): RawPay => ({
  min: min / 100,
  max: max / 100,
  currency: 'USD',
  title,
  hourlyBelow: 2000,
})

const pay: readonly [string, readonly RawPay[], string | undefined][] = [
  [
    'cents with the period in the title',
    [cents(3600, 4800, 'The range below is an hourly rate.')],
    '36-48 / hour',
  ],
  ['cents without a period, large', [cents(12000000, 15000000, 'US Zone 1')], '120000-150000 / year'],
  ['cents without a period, small', [cents(2000, 3000, 'Zone')], '20-30 / hour'],
  [
    'two zones',
    [cents(12000000, 15000000, 'Zone 1'), cents(11000000, 14000000, 'Zone 2')],
    '110000-150000 / year',
  ],
  ['on-target earnings', [cents(12000000, 15000000, 'On-Target Earnings')], undefined],
  ['1 YEAR', [{ min: 102800, max: 137000, currency: 'CAD', period: '1 YEAR' }], '102800-137000 / year'],
  [
    'per-year-salary',
    [{ min: 50000, max: 60000, currency: 'USD', period: 'per-year-salary' }],
    '50000-60000 / year',
  ],
  ['per-hour-wage', [{ min: 20, max: 25, currency: 'USD', period: 'per-hour-wage' }], '20-25 / hour'],
  [
    'numbers as text',
    [{ min: '60000', max: '75000', currency: 'EUR', period: 'year' }],
    '60000-75000 / year',
  ],
  ['a month', [{ min: 3000, max: 3500, currency: 'EUR', period: 'month' }], '36000-42000 / year'],
  ['half a month', [{ min: 2000, currency: 'USD', period: 'semi-monthly' }], '48000 / year'],
  ['a quarter', [{ min: 9000, currency: 'USD', period: 'quarter' }], '36000 / year'],
  ['only a ceiling', [{ min: 0, max: 25, currency: 'CAD', period: 'HR' }], '25 / hour'],
  ['one value', [{ min: 17, max: 17, currency: 'USD', period: 'HOUR' }], '17 / hour'],
  ['empty texts', [{ min: '', max: '', currency: 'USD', period: 'HOUR' }], undefined],
  ['a day', [{ min: 250, max: 300, currency: 'USD', period: 'DAY' }], '1250-1500 / week'],
  ['NONE', [{ min: 250, max: 300, currency: 'USD', period: 'NONE' }], undefined],
  ['no period', [{ min: 50000, currency: 'USD' }], undefined],
  ['a reversed range', [{ min: 60000, max: 50000, currency: 'USD', period: 'year' }], '50000-60000 / year'],
  [
    'a reversed range too far apart',
    [{ min: 600000, max: 50000, currency: 'USD', period: 'year' }],
    undefined,
  ],
  ['an hourly amount stated as yearly', [{ min: 20, max: 30, currency: 'USD', period: 'year' }], undefined],
  ['a range that is too wide', [{ min: 3000, max: 90000, currency: 'USD', period: 'year' }], undefined],
  [
    'different periods',
    [
      { min: 20, max: 30, currency: 'USD', period: 'hour' },
      { min: 40000, currency: 'USD', period: 'year' },
    ],
    '20-30 / hour',
  ],
]

const payPeriods: Readonly<Record<string, string | undefined>> = {
  '/ hour': '9000 / hour',
  'Per Hour': '9000 / hour',
  weekly: '9000 / week',
  'bi-weekly': '4500 / week',
  'pro Jahr': '9000 / year',
  '/ Jahr': '9000 / year',
  'per annum': '9000 / year',
  'per day': '45000 / week',
  'per-day-wage': '45000 / week',
  '/ day': '45000 / week',
  'Day shift': undefined,
  DOE: undefined,
  'n/a': undefined,
  '': undefined,
}

describe('pay', () => {
  for (const [name, raws, expected] of pay) {
    it(`parses ${name}`, () => assert.equal(formatted(parsePay(raws)), expected))
  }
  for (const [period, expected] of Object.entries(payPeriods)) {
    it(`parses the period ${JSON.stringify(period)}`, () =>
      assert.equal(formatted(parsePay([{ min: 9000, currency: 'SEK', period }])), expected))
  }
  it('distinguishes lower and upper bounds', () => {
    const floor = { min: 19.35, currency: 'USD', period: 'hour' }
    assert.deepEqual(parsePay([floor]), floor)
    assert.deepEqual(parsePay([{ max: 25, currency: 'CAD', period: 'hour' }]), {
      max: 25,
      currency: 'CAD',
      period: 'hour',
    })
  })
})

describe('fields', () => {
  const now = Date.parse('2026-11-15T12:00:00Z')

  it('uses the calendar day in the stated offset', () => {
    assert.equal(parseDay('2026-07-27T02:52:26-04:00', now), '2026-07-27')
    assert.equal(parseDay('2026-08-05 10:10:39 UTC', now), '2026-08-05')
    assert.equal(parseDay(1764205361939, now), '2025-11-27')
    assert.equal(parseDay('2026-08-05', now), '2026-08-05')
  })

  it('rejects invalid days', () => {
    for (const raw of [
      '2026-11-18',
      '2004-12-31',
      '2026-02-30',
      'Posted 3 Days Ago',
      '',
      null,
      undefined,
      Number.NaN,
      8.7e15,
    ]) {
      assert.equal(parseDay(raw, now), undefined, String(raw))
    }
  })

  it('strips ledger codes from departments and ignores placeholders', () => {
    assert.equal(departmentLabel('30-000 - Shop '), 'Shop')
    for (const raw of ['-', 'N/A', 'Unspecified', 'All Departments', ' ', null])
      assert.equal(departmentLabel(raw), undefined)
  })

  it('decodes text that was encoded once or twice, and leaves escaped text', () => {
    assert.equal(plainText('R&amp;amp;D '), 'R&D')
    assert.equal(plainText('Welder (m/w/d) | A&amp;B'), 'Welder (m/w/d) | A&B')
    assert.equal(plainText('&amp;amp;lt;b&amp;amp;gt;'), '&lt;b&gt;')
    assert.equal(plainText('Pay Â£9'), 'Pay £9')
  })

  it('removes tracking parameters and rejects invalid URLs', () => {
    assert.equal(
      canonicalUrl('https://a.example/j/1?utm_source=x&gh_jid=7#top'),
      'https://a.example/j/1?gh_jid=7',
    )
    assert.equal(canonicalUrl('javascript:alert(1)'), undefined)
    assert.equal(canonicalUrl('/relative'), undefined)
  })

  it('ignores placeholders of requisition ids', () => {
    for (const raw of ['See Opening ID', 'TBD', 'N/A', '0', null])
      assert.equal(parseRequisitionId(raw), undefined)
    assert.equal(parseRequisitionId('R-9'), 'R-9')
  })
})

function formatted(parsed: ReturnType<typeof parsePay>): string | undefined {
  return parsed === undefined ? undefined : formatPay(parsed)
}
