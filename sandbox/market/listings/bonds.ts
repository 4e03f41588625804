/** Bonds, government bond yields, and economic series. */

import { compactDate, thirdFriday } from '../dates.ts'
import type { Hours } from '../prices/trading-hours.ts'
import { countryMarkets, countryName } from './countries.ts'
import { currencyOf } from './currencies.ts'
import { type Builder, draft, walkOf } from './draft.ts'
import { isinOf } from './isin.ts'
import { venueOf } from './venue.ts'

const hours: Hours = { zone: 'Europe/Berlin', open: [[480, 1080]], week: 'mon-fri' }
const bondVenue = venueOf('FWB', 'bond', hours, { country: 'DE', currency: 'EUR', delaySeconds: 900 })
const yieldVenue = venueOf('TVC', 'bonds', hours, { providerId: 'tvc' })
const economicVenue = venueOf('ECONOMICS', 'economics2', hours, { providerId: 'economics' })

const bondCount = 60

export function addBonds(builder: Builder): void {
  for (let at = 0; at < bondCount; at++) {
    const random = builder.random('market', 'bond', at)
    const { country } = random.pick(countryMarkets)
    const year = 2027 + random.int(0, 25)
    const maturity = thirdFriday(year, random.int(0, 11))
    const coupon = random.int(2, 28) / 4
    const walk = walkOf(builder.worldKey, `bond ${at}`, 97, 0.003, { trend: 0, wander: 0.03 })
    const isin = isinOf(country, walk.key)
    builder.add(
      draft({
        ticker: isin,
        venue: bondVenue,
        type: 'bond',
        typespecs: ['government'],
        description: `${countryName(country)} ${coupon.toFixed(2)}% ${year}`,
        walk,
        sector: 'Government',
        country,
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

/** Yields in percent. */
const tenYear: Readonly<Record<string, number>> = { US: 4.2, DE: 2.6, GB: 4.6, FR: 3.4, JP: 1.6, CA: 3.3 }

export function addYields(builder: Builder): void {
  for (const [country, level] of Object.entries(tenYear)) {
    for (const years of [2, 10, 30]) {
      builder.add(
        draft({
          ticker: `${country}${String(years).padStart(2, '0')}Y`,
          venue: yieldVenue,
          type: 'bond',
          typespecs: ['government', 'yield', 'benchmark'],
          description: `${countryName(country)} ${years} Year Government Bonds Yield`,
          walk: walkOf(builder.worldKey, `yield ${country}`, level, 0.011, { trend: 0, wander: 0.15 }),
          scale: 0.9 + years / 100,
          country,
          logoid: `country/${country}`,
          pricescale: 1000,
          fame: 0.5,
        }),
      )
    }
  }
}

/** Suffix, level, name. */
const series: readonly (readonly [string, number, string])[] = [
  ['GDP', 900, 'GDP'],
  ['IRYY', 2.8, 'Inflation Rate YoY'],
  ['UR', 5.6, 'Unemployment Rate'],
]

export function addEconomicSeries(builder: Builder): void {
  for (const { country, venues } of countryMarkets.slice(0, 35)) {
    const currency = currencyOf(venues[0]?.currency ?? '')?.currency.code ?? 'USD'
    for (const [suffix, level, name] of series) {
      builder.add(
        draft({
          ticker: `${country}${suffix}`,
          venue: economicVenue,
          type: 'economic',
          description: `${countryName(country)} ${name}`,
          walk: walkOf(builder.worldKey, `economic ${country}${suffix}`, level, 0.002, { wander: 0.3 }),
          country,
          currency,
          logoid: `country/${country}`,
        }),
      )
    }
  }
}
