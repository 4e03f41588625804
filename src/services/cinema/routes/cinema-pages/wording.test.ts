import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PriceQuote, Showtime, Theater } from '../../schema/index.ts'
import { begunNote, timeItem } from './parts.ts'
import { SeatPrices } from './seat-plan.ts'
import { addressText, formatText, languageText, moneyText, townOf } from './wording.ts'

describe('texts of the cinema', () => {
  it('name formats as their makers do, and others in words', () => {
    for (const [tag, name] of [
      ['2d', '2D'],
      ['3d', '3D'],
      ['4k', '4K'],
      ['4dx', '4DX'],
      ['imax', 'IMAX'],
      ['q_and_a', 'Q&A'],
      ['audio_description', 'audio description'],
      ['subtitled', 'subtitled'],
    ] as const)
      assert.equal(formatText(tag), name)
  })

  it('name languages', () => {
    assert.equal(languageText('ko'), 'Korean')
    assert.equal(languageText('pt-BR'), 'Brazilian Portuguese')
    assert.equal(languageText('zz_unknown tag'), 'zz_unknown tag')
    assert.equal(languageText(undefined), '')
  })

  it('say of a seat only prices at which it is sold', () => {
    const quote = (label: string, more: Partial<PriceQuote> = {}): PriceQuote => ({
      ticket_type_id: label,
      label,
      amount: 10,
      currency: 'GBP',
      ...more,
    })
    const prices = new SeatPrices([
      quote('Family', { min_quantity: 4, amount: 30 }),
      quote('Carer', { audience: 'companion', amount: 0 }),
      quote('Senior', { rules: ['Age 62+'], amount: 8 }),
      quote('Adult', { fee_amount: 0.75, fees_included: false }),
      quote('Recliner', { area_id: '2', area_label: 'Balcony', amount: 14 }),
      quote('Recliner for four', { area_id: '3', min_quantity: 4 }),
    ])
    const amounts = ['', '2', '3'].map((area_id) => prices.of({ area_id })?.amount)
    assert.deepEqual(amounts, [10.75, 14, 10.75])
    assert.deepEqual(
      ['2', '3'].map((area_id) => prices.isDearer({ area_id })),
      [true, false],
    )
    assert.equal(prices.sum([{ area_id: '2' }, {}]), '£24.75')
    assert.equal(new SeatPrices([]).sum([{}]), undefined)
    assert.deepEqual(
      prices.areas.map(({ label, amount }) => [label, amount]),
      [['Balcony', 14]],
    )
  })

  it('write prices with the sign of the currency', () => {
    assert.equal(moneyText(14, 'GBP'), '£14.00')
    assert.equal(moneyText(1234.5, 'USD'), '$1,234.50')
    assert.equal(moneyText(900, 'JPY'), '¥900')
    assert.equal(moneyText(7.5, 'coins'), 'coins 7.50')
  })

  it('name the country of an address', () => {
    const text = (country: string) => addressText({ address: { city: 'Leeds', country } } as Theater)
    assert.equal(text('GB'), 'Leeds, United Kingdom')
    assert.equal(text('XX'), 'Leeds, XX')
  })

  it('name the town of a theater as a reader would type it', () => {
    const town = (address: Theater['address']) => townOf({ address, geo: { lat: 1, lon: 2 } } as Theater)
    assert.equal(town({ line1: '1 High Street', city: 'Leeds', country: 'GB' }), 'Leeds, GB')
    assert.equal(town({ city: 'Portland', state: 'OR', country: 'US' }), 'Portland, OR, US')
    assert.equal(town({ country: 'US' }), undefined)
    assert.equal(town(undefined), undefined)
  })

  it('name the day of a time after midnight, and draw the share of free seats', () => {
    const item = (starts_at_local: string, available: number) =>
      timeItem(
        {
          starts_at: '2026-11-20T23:26:00Z',
          starts_at_local,
          business_date: '2026-11-20',
          status: 'on_sale',
          availability_summary: { available, capacity: 180 },
        } as Showtime,
        'x',
      ).text
    assert.match(
      item('2026-11-21T00:26:00', 45),
      />00:26<\/time><small><time data-form="short" datetime="2026-11-21">Sat,? 21 Nov<\/time><\/small><small>45 of 180 free<\/small>.*<rect width="25" /,
    )
    assert.doesNotMatch(item('2026-11-20T23:26:00', 45), /Nov/)
    assert.match(item('2026-11-20T23:26:00', 180), /<rect width="100" height="3"\/><rect width="100" /)
  })

  it('lead to tomorrow once everything of today has begun', () => {
    const note = (date: string, ...statuses: Showtime['status'][]) =>
      begunNote(
        { showtimes: statuses.map((status) => ({ status }) as Showtime), date },
        '2026-12-31',
        'showtimes',
        { near: 'Leeds' },
      )?.text
    assert.match(note('2026-12-31', 'past', 'past') ?? '', /href="showtimes\?near=Leeds&amp;date=2027-01-01"/)
    assert.equal(note('2026-12-31', 'past', 'on_sale'), undefined)
    assert.equal(note('2026-12-31'), undefined)
    assert.equal(note('2026-12-30', 'past'), undefined)
  })
})
