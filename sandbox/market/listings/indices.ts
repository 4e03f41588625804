/** Indices, and contracts for difference on commodities; the provider has both in the market `cfd`. */

import { countryMarkets } from './countries.ts'
import { type Builder, draft, rowsOf, sharedWalk } from './draft.ts'
import { roundTheClock } from './forex.ts'
import { venueOf } from './venue.ts'

/** Exchange, ticker, level, currency, market with the same hours, name. */
const indices = `
SP SPX 6650 USD america S&P 500 Index
DJ DJI 46300 USD america Dow Jones Industrial Average Index
NASDAQ NDX 24500 USD america NASDAQ 100 Index
TVC RUT 2440 USD america US Small Cap 2000 Index
CBOE VIX 17 USD america Volatility S&P 500 Index
TVC DXY 98 USD america U.S. Dollar Index
FTSE UKX 9300 GBP uk FTSE 100 Index
XETR DAX 24000 EUR germany DAX Index
EURONEXT PX1 7900 EUR france CAC 40 Index
SIX SMI 12200 CHF switzerland Swiss Market Index
TVC NI225 46000 JPY japan Japan 225 Index
TVC HSI 26500 HKD hongkong Hong Kong Hang Seng Index
NSE NIFTY 25100 INR india Nifty 50 Index
ASX XJO 8900 AUD australia S&P/ASX 200 Index
TADAWUL TASI 11400 SAR ksa Tadawul All Shares Index
`

/** Ticker, level, sector, name. */
const commodities = `
GOLD 3840 Metals Gold
SILVER 46 Metals Silver
USOIL 65 Energy Crude Oil WTI
NATGAS 3.2 Energy Natural Gas
WHEAT 540 Agricultural Wheat
`

const optionable = new Set(['SPX', 'NDX', 'VIX'])

export function addIndices(builder: Builder): void {
  for (const [code = '', ticker = '', level, currency = '', market = '', name = ''] of rowsOf(indices, 6)) {
    const home = countryMarkets.find((country) => country.market === market)
    const [venue] = home?.venues ?? []
    if (home === undefined || venue === undefined) throw new RangeError(`no market is called ${market}`)
    builder.add(
      draft({
        ticker,
        venue: venueOf(code, 'cfd', venue.hours, {
          currency,
          delaySeconds: market === 'america' ? 0 : 900,
        }),
        type: 'index',
        typespecs: ['main'],
        description: name,
        walk: sharedWalk(builder.worldKey, ticker),
        scale: Number(level),
        country: home.country,
        sector: 'index',
        logoid: `indices/${ticker.toLowerCase()}`,
        dailyVolume: 2_000_000_000,
        fame: 0.85,
        hasOptions: optionable.has(ticker),
      }),
    )
  }
}

export function addCommodities(builder: Builder): void {
  const venue = venueOf('TVC', 'cfd', roundTheClock, { providerId: 'tvc' })
  for (const [ticker = '', level, sector = '', name = ''] of rowsOf(commodities, 4)) {
    builder.add(
      draft({
        ticker,
        venue,
        type: 'commodity',
        typespecs: ['cfd'],
        description: `${name} CFD`,
        walk: sharedWalk(builder.worldKey, ticker),
        scale: Number(level),
        sector,
        logoid: `metal/${ticker.toLowerCase()}`,
        pricescale: Number(level) < 10 ? 1000 : 100,
        dailyVolume: 120_000,
        fame: 0.7,
      }),
    )
  }
}
