/** Workplace type, employment, pay, departments and dates as boards state them, and their normalised form. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseEmployment } from './employment.ts'
import { canonicalUrl, departmentLabel, parseDay, parseRequisitionId, plainText } from './fields.ts'
import { formatPay, parsePay, type RawPay } from './pay.ts'
import { parseWorkplace, toWorkplace, type WorkplaceEvidence } from './to-workplace.ts'

const stated: Readonly<Record<string, readonly string[]>> = {
  'On Site': ['onsite', 'on-site', 'on_site', 'OnSite', 'ORA_ON_SITE', 'ON_SITE', 'in office', 'office'],
  Remote: ['remote', 'fully', 'fully remote', 'ORA_REMOTE', 'REMOTE', 'TELECOMMUTE', 'work from home'],
  Hybrid: ['hybrid', 'ORA_HYBRID', 'HYBRID', 'temporary', 'flexible', 'partially remote'],
}

const evidence: readonly [WorkplaceEvidence, string | undefined][] = [
  [{ stated: 'unspecified', remote: true }, 'Remote'],
  [{ stated: 'none' }, undefined],
  [{ stated: 'Hybrid', remote: true }, 'Hybrid'],
  [{ hybrid: true, remote: true }, 'Hybrid'],
  [{ hybrid: false, remote: false, onSite: false }, undefined],
  [{ onSite: true }, 'On Site'],
  [{ places: ['Hybrid', 'Remote'] }, 'Remote'],
  [{ places: ['Hybrid'], title: 'Clerk (Remote)' }, 'Hybrid'],
  [{ title: 'Manager, Development (Chicago/Hybrid)' }, 'Hybrid'],
  [{ title: 'Administrative Assistant (Hybrid)' }, 'Hybrid'],
  [{ title: 'Writer - Remote' }, 'Remote'],
  [{ title: 'Writer, Remote' }, 'Remote'],
  [{ title: 'Remote Sensing Engineer' }, undefined],
  [{ title: 'Remote Diagnostics Technician' }, undefined],
  [{ title: 'Hybrid Cloud Architect' }, undefined],
  [{ title: 'Engineer - Hybrid Vehicle Mechanic' }, undefined],
  [{ title: 'Baker (not remote)' }, undefined],
  [{ title: 'Baker - no remote' }, undefined],
]

const employment: Readonly<Record<string, readonly string[]>> = {
  'Full Time': [
    'full time',
    'Full-time',
    'fulltime',
    'FullTime',
    'full',
    'FT',
    'SALARIED_FT',
    'HOURLY_FT',
    'fulltime_permanent',
    'permanent_full_time',
    'Regular Full Time',
    'Vollzeit',
    'temps plein',
    'tempo pieno',
    'jornada completa',
    'tiempo completo',
    'FULL_TIME',
  ],
  'Part Time': [
    'part time',
    'Part-time',
    'parttime',
    'PT',
    'SALARIED_PT',
    'HOURLY_PT',
    'permanent_part_time',
    'Teilzeit',
    'temps partiel',
    'mi-temps',
    'media jornada',
    'Minijob',
    'working_student',
    'Werkstudent',
    'PART_TIME',
  ],
  'Full Time, Part Time': [
    'full-or-part-time',
    'full time or part time',
    'Full Time/Part Time',
    'voll oder teilzeit',
    'Part Time to Full Time',
    'Full Time, Part Time',
    'FULL_TIME,PART_TIME',
  ],
  Contract: [
    'contract',
    'Contractor',
    'CONTRACTOR',
    'Contracted',
    'freelance',
    'consultant',
    'Contingent Worker',
    'self-employed',
    '1099',
    'B2B',
    'autónomo',
  ],
  'Full Time, Contract': ['Contracted to Full Time', 'contract-to-hire'],
  Internship: [
    'Intern',
    'INTERN',
    'internship',
    'trainee',
    'traineeship',
    'apprentice',
    'co-op',
    'Praktikum',
    'stage',
    'alternance',
    'becario',
    'Ausbildung',
  ],
  'Full Time, Internship': ['Internship to Full Time'],
  Temporary: [
    'Temporary',
    'TEMP',
    'fixed term',
    'limited-term',
    'interim',
    'befristet',
    'CDD',
    'tempo determinato',
  ],
  'Full Time, Temporary': ['Temporary to Full Time', 'fixed_term_full_time', 'fulltime_fixed_term'],
  'Part Time, Temporary': ['fixed_term_part_time', 'parttime_fixed_term'],
  Seasonal: ['Seasonal', 'saison'],
  Volunteer: ['Volunteer', 'VOLUNTEER', 'voluntary'],
  Casual: ['Casual', 'per diem', 'PER_DIEM', 'PRN', 'on-call', 'zero hours', 'relief'],
  Hourly: ['hourly'],
  Regular: ['Regular'],
  'Regular/Permanent': [
    'Permanent',
    'Regular/Permanent',
    'CDI',
    'unbefristet',
    'Festanstellung',
    'indefinido',
  ],
  OTHER: ['OTHER', 'other'],
  '': ['flexible', 'Exempt', 'Level 3', 'Night shift'],
}

const joined: readonly [readonly string[], string, string][] = [
  [['permanent', 'full-or-part-time'], '', 'Full Time, Part Time'],
  [['intern', 'full-time'], '', 'Full Time, Internship'],
  [['permanent', 'full-time'], '', 'Full Time'],
  [['Hourly', 'Part time'], '', 'Part Time'],
  [['Contract'], '(1099 Contract) Salesforce Consultant', 'Contract'],
  [[], 'Community Manager (CONTRACT)', 'Contract'],
  [[], 'Marketing Intern', 'Internship'],
  [[], 'Intern - Marketing', 'Internship'],
  [[], 'Internal Auditor', ''],
  [['Full time'], 'Marketing Intern', 'Full Time'],
]

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
  ['a day', [{ min: 250, max: 300, currency: 'USD', period: 'DAY' }], undefined],
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
  DOE: undefined,
  'n/a': undefined,
  '': undefined,
}

describe('workplace type', () => {
  for (const [type, raws] of Object.entries(stated)) {
    for (const raw of raws) it(`parses ${raw} as ${type}`, () => assert.equal(parseWorkplace(raw), type))
  }
  for (const [input, expected] of evidence) {
    it(`derives ${expected ?? 'nothing'} from ${JSON.stringify(input)}`, () =>
      assert.equal(toWorkplace(input), expected))
  }
})

describe('employment', () => {
  for (const [labels, raws] of Object.entries(employment)) {
    for (const raw of raws) {
      it(`parses ${raw} as ${labels || 'nothing'}`, () => {
        assert.equal(parseEmployment([raw]).join(', '), labels)
      })
    }
  }
  for (const [raws, title, labels] of joined) {
    it(`combines ${JSON.stringify(raws)} and the title ${JSON.stringify(title)}`, () => {
      assert.equal(parseEmployment(raws, title).join(', '), labels)
    })
  }
})

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
