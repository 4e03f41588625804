import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTicket, type TicketFlags } from './ticket-audience.ts'

describe('ticket audiences', () => {
  const table: readonly (readonly [label: string, audience: string, flags?: TicketFlags])[] = [
    ['Adult', 'adult'],
    ['ADULT', 'adult'],
    ['Adulto', 'adult'],
    ['Plein tarif', 'adult'],
    ['General Admission', 'adult'],
    ['Silla General', 'adult'],
    ['Matinee', 'adult'],
    ['Child (3-14 Years Old)', 'child'],
    ['Kids 12 and under', 'child'],
    ['Moins de 14 ans', 'child'],
    ['Niño', 'child'],
    ['Senior - ID Required', 'senior'],
    ['Senior Citizen 62+', 'senior'],
    ['Over 60', 'senior'],
    ['60+', 'senior'],
    ['Tercera edad', 'senior'],
    ['Undergraduate Student', 'student'],
    ['Étudiant', 'student'],
    ['Under 25', 'student'],
    ['Military', 'military'],
    ['First Responder', 'military'],
    ['Carer', 'companion'],
    ['CEA Card', 'companion'],
    ['Boost Rewards Adult', 'loyalty'],
    ['Boost Rewards Senior', 'loyalty'],
    ['Anything', 'loyalty', { loyaltyOnly: true }],
    ['Club Adult', 'member', { membersOnly: true }],
    ['Unlimited', 'member'],
    ['Concession (ID Required)', 'unknown'],
    ['Tarif réduit', 'unknown'],
    ['Ermäßigt', 'unknown'],
    ['Student/Senior', 'unknown'],
    ['Family of 4', 'unknown'],
    ['Wheelchair', 'unknown'],
    ['Sofa (2)', 'adult'],
    ['Something else', 'unknown'],
    ['', 'unknown'],
  ]
  for (const [label, audience, flags] of table) {
    it(`${label || 'nothing'} is ${audience}`, () =>
      assert.equal(parseTicket(label, flags)?.audience, audience))
  }

  it('exclude fees, glasses and complimentary tickets', () => {
    assert.deepEqual(
      [parseTicket('Booking fee'), parseTicket('3D glasses'), parseTicket('Complimentary')],
      [undefined, undefined, undefined],
    )
  })

  it('have rules and quantities for ages, identity cards and group sizes', () => {
    assert.deepEqual(parseTicket('Child (3-14 Years Old)')?.rules, ['Age 3-14'])
    assert.deepEqual(parseTicket('Senior - ID Required')?.rules, ['ID Required'])
    assert.deepEqual(parseTicket('Senior Citizen 62+')?.rules, ['Age 62+'])
    assert.deepEqual(parseTicket('Boost Rewards Senior', { loyaltyOnly: true })?.rules, ['senior'])
    assert.deepEqual(parseTicket('Wheelchair')?.rules, ['access_ticket'])
    assert.equal(parseTicket('Family of 4')?.minQuantity, 4)
    assert.equal(parseTicket('Double Daybed')?.minQuantity, 2)
  })
})
