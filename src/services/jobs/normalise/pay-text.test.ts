import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatPay, parsePay, payText } from './pay.ts'
import { readPayText } from './pay-text.ts'

function show(text: string | null): string {
  const raw = readPayText(text)
  const pay = raw && parsePay([raw])
  return pay === undefined ? '-' : [formatPay(pay), pay.currency].filter(Boolean).join(' ')
}

describe('pay as text', () => {
  for (const [text, expected] of [
    ['$5.00 – $6.50 / hour', '5.00-6.50 / hour'],
    ['$19.35+ / hour', '19.35 / hour'],
    ['£70,000 - £90,000 / year', '70000-90000 / year GBP'],
    ['45.000 € - 55.000 € pro Jahr', '45000-55000 / year EUR'],
    ["CHF 120'000 / Jahr", '120000 / year CHF'],
    ['₹12,00,000 - ₹18,00,000 per annum', '1200000-1800000 / year INR'],
    ['CA$102.8K – CA$137K / year', '102800-137000 / year CAD'],
    ['$1,000 weekly', '1000 / week'],
    ['$2,000 bi-weekly', '1000 / week'],
    ['45 000,50 EUR par mois', '540006 / year EUR'],
    ['Up to $25 per hour', '25 / hour'],
    ['USD 50,000 to 60,000 a year', '50000-60000 / year USD'],
    // Neither plausible nor clear.
    ['$0.05 – $0.06 / hour', '-'],
    ['$1 – $5 / year', '-'],
    ['$90,000 OTE / year', '-'],
    ['CA$102.8K – CA$137K', '-'],
    ['40 hours per week, $20', '-'],
    ['$20 / hour, $30 / hour on Sundays', '-'],
    ['$20 - €30 / hour', '-'],
    ['50000 - 60000 a year', '-'],
    ['DOE', '-'],
    ['', '-'],
    [null, '-'],
  ] as const)
    it(`${text}: ${expected}`, () => assert.equal(show(text), expected))

  it('is read in linear time', () => {
    assert.equal(show('1,11'.repeat(100_000)), '-')
    assert.equal(show('$'.repeat(400_000)), '-')
  })
})

describe('pay that people read', () => {
  for (const [min, max, currency, expected] of [
    [70_000, 88_000, 'BRL', 'BRL 70,000–88,000 / year'],
    [70_000, 70_000, 'BRL', 'BRL 70,000 / year'],
    [70_000, null, 'BRL', 'from BRL 70,000 / year'],
    [null, 88_000, 'BRL', 'up to BRL 88,000 / year'],
    [70_000, 88_000, null, '70000-88000 / year'],
  ] as const) {
    it(`is ${expected}`, () => {
      const pay = { min, max, currency, period: 'year' } as const
      assert.equal(payText({ pay, salary: '70000-88000 / year' }), expected)
    })
  }
})
