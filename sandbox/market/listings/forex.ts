/** Pairs of currencies. Both sides of a pair are walks in dollars, so crosses agree with each other at every close. */

import type { Hours } from '../prices/trading-hours.ts'
import { type Currency, currencies, currencyWalk } from './currencies.ts'
import { againstDollar, type Builder, draft, venueOf } from './draft.ts'
import type { Venue } from './venue.ts'

/** From five in the evening in New York to the same hour of the next day. */
export const roundTheClock: Hours = { zone: 'America/New_York', open: [[-420, 1020]], week: 'mon-fri' }

const venues: readonly (readonly [Venue, 'major' | 'minor' | 'all'])[] = [
  [venueOf('FX_IDC', 'ICE', 'forex', { hours: roundTheClock, providerId: 'ice' }), 'all'],
  [venueOf('OANDA', 'OANDA', 'forex', { hours: roundTheClock, providerId: 'oanda' }), 'minor'],
  [venueOf('FX', 'FXCM', 'forex', { hours: roundTheClock, providerId: 'fxcm' }), 'major'],
]

/** Which of two is written first. */
const order = ['EUR', 'GBP', 'AUD', 'NZD', 'USD', 'CAD', 'CHF']

export function addForex(builder: Builder): void {
  for (const [venue, reach] of venues) {
    for (let first = 0; first < currencies.length; first++) {
      for (let second = first + 1; second < currencies.length; second++) {
        const one = currencies[first]
        const other = currencies[second]
        if (one === undefined || other === undefined || !isTraded(one, other, reach)) continue
        const [base, quote] = rank(one) <= rank(other) ? [one, other] : [other, one]
        addPair(builder, base, quote, venue)
      }
    }
  }
}

function isTraded(one: Currency, other: Currency, reach: 'major' | 'minor' | 'all'): boolean {
  const ranks = [one.rank, other.rank]
  if (ranks.every((rank) => rank === 'major')) return true
  if (reach === 'major') return false
  const withDollarOrEuro = [one.code, other.code].some((code) => code === 'USD' || code === 'EUR')
  if (!ranks.includes('exotic')) return withDollarOrEuro
  return reach === 'all' && withDollarOrEuro
}

function rank({ code }: Currency): number {
  const at = order.indexOf(code)
  return at < 0 ? order.length + currencies.findIndex((currency) => currency.code === code) : at
}

function addPair(builder: Builder, base: Currency, quote: Currency, venue: Venue): void {
  const walk = currencyWalk(builder.worldKey, base)
  const quoteWalk = againstDollar(builder.worldKey, quote)
  const isMajor = base.rank === 'major' && quote.rank === 'major'
  const withDollar = base.code === 'USD' || quote.code === 'USD'
  const price = base.worth / quote.worth
  builder.add(
    draft({
      ticker: `${base.code}${quote.code}`,
      venue,
      type: 'forex',
      description: `${base.name} / ${quote.name}`,
      walk,
      against: quoteWalk,
      currency: quote.code,
      sector: isMajor && withDollar ? 'Major' : isMajor ? 'Minor' : 'Exotic',
      country: '',
      pricescale: price > 20 ? 1000 : price > 0.01 ? 100_000 : 10_000_000,
      dailyVolume: isMajor ? 250_000 : 30_000,
      fame: isMajor && withDollar ? 0.8 : 0.15,
      isPrimary: venue.code === 'FX_IDC',
      baseCurrency: base.code,
    }),
  )
}
