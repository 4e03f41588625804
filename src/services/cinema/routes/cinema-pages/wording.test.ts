import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PriceQuote, Showtime, Theater } from '../../schema/index.ts'
import { begunNote } from './parts.ts'
import { pricesByArea } from './showtime-page.ts'
import { addressText, formatText, languageText, moneyText } from './wording.ts'

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
    const prices = pricesByArea([
      quote('Family', { min_quantity: 4 }),
      quote('Carer', { audience: 'companion' }),
      quote('Senior', { rules: ['Age 62+'] }),
      quote('Adult'),
      quote('Recliner', { area_id: '2', area_label: 'Balcony' }),
      quote('Recliner for four', { area_id: '3', min_quantity: 4 }),
    ])
    assert.deepEqual(prices, {
      '': 'Adult £10.00, Carer £10.00, Senior £10.00',
      2: 'Balcony: Recliner £10.00, Adult £10.00, Carer £10.00',
    })
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

  it('lead to tomorrow once everything of today has begun', () => {
    const note = (date: string, ...statuses: Showtime['status'][]) =>
      begunNote(
        { showtimes: statuses.map((status) => ({ status }) as Showtime), today: '2026-12-31', date },
        'showtimes',
        { near: 'Leeds' },
      )?.text
    assert.match(note('2026-12-31', 'past', 'past') ?? '', /href="showtimes\?near=Leeds&amp;date=2027-01-01"/)
    assert.equal(note('2026-12-31', 'past', 'on_sale'), undefined)
    assert.equal(note('2026-12-31'), undefined)
    assert.equal(note('2026-12-30', 'past'), undefined)
  })
})
