/** Ticket prices by audience, hour and screen. */

import { weekday } from '../calendar.ts'
import type { Chain } from './chains.ts'
import type { Show } from './schedule.ts'

export interface Price {
  readonly code: string
  readonly label: string
  readonly amount: number
  readonly fee: number
  readonly membersOnly: boolean
}

const labels: Readonly<
  Partial<Record<Chain['language'], readonly (readonly [code: string, label: string, share: number])[]>>
> = {
  en: [
    ['0001', 'Adult', 1],
    ['0002', 'Child (3-14 Years Old)', 0.75],
    ['0003', 'Senior - ID Required', 0.8],
    ['0004', 'Student', 0.85],
    ['0005', 'Concession (ID Required)', 0.85],
    ['0006', 'Family of 4', 3.2],
    ['0007', 'Carer', 0],
    ['0101', 'Rewards Adult', 0.85],
  ],
  es: [
    ['0001', 'Adulto', 1],
    ['0002', 'Niño', 0.75],
    ['0003', 'Jubilado', 0.7],
    ['0004', 'Estudiante', 0.8],
    ['0101', 'Socio Club', 0.75],
  ],
  fr: [
    ['0001', 'Plein tarif', 1],
    ['0002', 'Moins de 14 ans', 0.55],
    ['0005', 'Tarif réduit', 0.8],
  ],
  pt: [
    ['0001', 'Inteira', 1],
    ['0002', 'Meia', 0.5],
  ],
  sv: [
    ['0001', 'Ordinarie', 1],
    ['0002', 'Barn', 0.75],
  ],
  de: [
    ['0001', 'Erwachsene', 1],
    ['0002', 'Kinder', 0.7],
  ],
  cs: [
    ['0001', 'Dospělý', 1],
    ['0002', 'Dítě', 0.8],
  ],
}

export function pricesOf(chain: Chain, show: Show): Price[] {
  const isMatinee = show.minute < 16 * 60 && weekday(show.day) <= 5
  const premium = show.screen.kind === 'imax' ? 1.4 : show.screen.kind === 'standard' ? 1 : 1.2
  const base = chain.adultPrice * premium * (isMatinee ? 0.8 : 1)
  return (labels[chain.language] ?? labels.en ?? []).map(([code, label, share]) => ({
    code,
    label,
    amount: toMoney(base * share),
    fee: share === 0 ? 0 : toMoney(chain.adultPrice * 0.06),
    membersOnly: code.startsWith('01'),
  }))
}

/** Rounded to 0.05. */
function toMoney(amount: number): number {
  return Math.round(amount * 20) / 20
}
