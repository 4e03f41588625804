/** Bonds of states and companies, yields of states, and economic series. */

import { compactDate, thirdFriday } from '../dates.ts'
import type { Hours } from '../prices/trading-hours.ts'
import { countryMarkets } from './countries.ts'
import { currencyOf } from './currencies.ts'
import { type Builder, draft, venueOf, walkOf } from './draft.ts'
import { isinOf } from './isin.ts'
import { knownStocks } from './known-stocks.ts'

const office: Hours = { zone: 'Europe/Berlin', open: [[480, 1080]], week: 'mon-fri' }
const bondVenue = venueOf('FWB', 'Frankfurt Stock Exchange', 'bond', {
  hours: office,
  country: 'DE',
  currency: 'EUR',
  delaySeconds: 900,
  providerId: 'ice',
})
const yieldVenue = venueOf('TVC', 'TVC', 'bonds', { hours: office, providerId: 'tvc' })
const economicVenue = venueOf('ECONOMICS', 'Economics', 'economics2', {
  hours: office,
  providerId: 'economics',
})

export function addBonds(builder: Builder): void {
  for (let at = 0; at < 150; at++) {
    const random = builder.random('market', 'bond', at)
    const issuer = random.pick(knownStocks)
    const isGovernment = random.chance(0.3)
    const country = random.pick(countryMarkets)
    const year = 2027 + random.int(0, 25)
    const maturity = thirdFriday(year, random.int(0, 11))
    const coupon = random.int(2, 28) / 4
    const name = isGovernment ? country.countryName : issuer.description
    const walk = walkOf(builder.worldKey, `bond ${at}`, 97, 0.003, { trend: 0, wander: 0.03 })
    const isin = isinOf(isGovernment ? country.country : '', walk.key)
    builder.add(
      draft({
        ticker: isin,
        venue: bondVenue,
        type: 'bond',
        typespecs: [isGovernment ? 'government' : 'corporate'],
        description: `${name} ${coupon.toFixed(2)}% ${String(compactDate(maturity)).slice(0, 4)}`,
        walk,
        sector: isGovernment ? 'Government' : 'Finance',
        country: country.country,
        isin,
        dailyVolume: random.int(10, 5000),
        maturity: compactDate(maturity),
        lastDay: maturity,
        units: coupon,
        fame: 0.05,
      }),
    )
  }
}

const tenors: readonly (readonly [string, number])[] = [
  ['02Y', 0.85],
  ['05Y', 0.92],
  ['10Y', 1],
  ['30Y', 1.15],
]
const tenYear: readonly (readonly [string, string, number])[] = [
  ['US', 'United States', 4.2],
  ['DE', 'Germany', 2.6],
  ['GB', 'United Kingdom', 4.6],
  ['FR', 'France', 3.4],
  ['IT', 'Italy', 3.6],
  ['ES', 'Spain', 3.3],
  ['JP', 'Japan', 1.6],
  ['CA', 'Canada', 3.3],
  ['AU', 'Australia', 4.3],
  ['IN', 'India', 6.5],
]

export function addYields(builder: Builder): void {
  for (const [country, name, level] of tenYear) {
    for (const [tenor, factor] of tenors) {
      builder.add(
        draft({
          ticker: `${country}${tenor}`,
          venue: yieldVenue,
          type: 'bond',
          typespecs: ['government', 'yield', 'benchmark'],
          description: `${name} ${Number.parseInt(tenor, 10)} Year Government Bonds Yield`,
          walk: walkOf(builder.worldKey, `yield ${country}`, level, 0.011, { trend: 0, wander: 0.15 }),
          scale: factor,
          country,
          logoid: `country/${country}`,
          pricescale: 1000,
          fame: 0.5,
        }),
      )
    }
  }
}

/** Suffix, level for a country of middling size, name. */
const series: readonly (readonly [string, number, string])[] = [
  ['GDP', 900, 'GDP'],
  ['IRYY', 2.8, 'Inflation Rate YoY'],
  ['UR', 5.6, 'Unemployment Rate'],
  ['INTR', 3.4, 'Interest Rate'],
]

export function addEconomicSeries(builder: Builder): void {
  for (const { country, countryName, venues } of countryMarkets.slice(0, 35)) {
    const currency = currencyOf(venues[0]?.currency ?? 'USD')?.currency.code ?? 'USD'
    for (const [suffix, level, name] of series) {
      builder.add(
        draft({
          ticker: `${country}${suffix}`,
          venue: economicVenue,
          type: 'economic',
          description: `${countryName} ${name}`,
          walk: walkOf(builder.worldKey, `economic ${country}${suffix}`, level, 0.002, { wander: 0.3 }),
          country,
          currency: suffix === 'GDP' ? 'USD' : currency,
          logoid: `country/${country}`,
          fame: 0.2,
        }),
      )
    }
  }
}
