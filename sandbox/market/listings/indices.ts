/** Indices and contracts for difference on indices and commodities; the provider keeps both in the market `cfd`. */

import type { Hours } from '../prices/trading-hours.ts'
import { countryMarkets } from './countries.ts'
import { type Builder, draft, venueOf } from './draft.ts'
import { roundTheClock } from './forex.ts'
import { leaderSigma, sharedWalk } from './shared-walks.ts'
import type { Venue } from './venue.ts'

/** Exchange code, ticker, level, currency, market whose hours it keeps, name. */
const indices = `
SP SPX 6650 USD america S&P 500 Index
DJ DJI 46300 USD america Dow Jones Industrial Average Index
NASDAQ NDX 24500 USD america NASDAQ 100 Index
NASDAQ IXIC 22500 USD america NASDAQ Composite Index
TVC RUT 2440 USD america US Small Cap 2000 Index
CBOE VIX 17 USD america Volatility S&P 500 Index
TVC DXY 98 USD america U.S. Dollar Index
TVC UKX 9300 GBP uk UK 100 Index
FTSE UKX 9300 GBP uk FTSE 100 Index
XETR DAX 24000 EUR germany DAX Index
EURONEXT PX1 7900 EUR france CAC 40 Index
TVC SX5E 5550 EUR germany Euro Stoxx 50 Index
SIX SMI 12200 CHF switzerland Swiss Market Index
BME IBC 15300 EUR spain IBEX 35 Index
TVC NI225 46000 JPY japan Japan 225 Index
TSE TOPIX 3180 JPY japan TOPIX Index
TVC HSI 26500 HKD hongkong Hong Kong Hang Seng Index
SSE 000001 3850 CNY china SSE Composite Index
NSE NIFTY 25100 INR india Nifty 50 Index
NSE BANKNIFTY 56300 INR india Nifty Bank Index
BSE SENSEX 82000 INR india S&P BSE SENSEX Index
KRX KOSPI 3500 KRW korea Korea Composite Stock Price Index
TWSE TAIEX 26500 TWD taiwan TSEC Weighted Index
ASX XJO 8900 AUD australia S&P/ASX 200 Index
TSX TSX 30000 CAD canada S&P/TSX Composite Index
BMFBOVESPA IBOV 143000 BRL brazil Bovespa Index
BMV ME 62000 MXN mexico S&P/BMV IPC Index
GPW WIG20 2850 PLN poland WIG20 Index
OMXSTO OMXS30 2700 SEK sweden OMX Stockholm 30 Index
BIST XU100 11000 TRY turkey BIST 100 Index
TADAWUL TASI 11400 SAR ksa Tadawul All Shares Index
`

/** Ticker, level, sector, name; traded round the clock by three houses. */
const commodities = `
GOLD 3840 Metals Gold
SILVER 46 Metals Silver
PLATINUM 1490 Metals Platinum
USOIL 65 Energy Crude Oil WTI
UKOIL 69 Energy Crude Oil Brent
NATGAS 3.2 Energy Natural Gas
COPPER 4.9 Metals Copper
WHEAT 540 Agricultural Wheat
CORN 435 Agricultural Corn
SUGAR 16 Agricultural Sugar
`

const houses: readonly Venue[] = [
  venueOf('TVC', 'TVC', 'cfd', { hours: roundTheClock, providerId: 'tvc' }),
  venueOf('CAPITALCOM', 'Capital.com', 'cfd', { hours: roundTheClock, providerId: 'capitalcom' }),
  venueOf('BLACKBULL', 'BlackBull Markets', 'cfd', { hours: roundTheClock, providerId: 'blackbull' }),
]

export function addIndices(builder: Builder): void {
  for (const line of indices.trim().split('\n')) {
    const [code = '', ticker = '', level = '', currency = '', market = '', ...name] = line.split(' ')
    builder.add(
      draft({
        ticker,
        venue: venueOf(code, code, 'cfd', {
          hours: hoursOf(market),
          currency,
          delaySeconds: market === 'america' ? 0 : 900,
          providerId: 'ice',
        }),
        type: 'index',
        typespecs: ['main'],
        description: name.join(' '),
        walk: sharedWalk(builder.worldKey, ticker, leaderSigma(ticker, 0.009)),
        scale: Number(level),
        country: countryMarkets.find((one) => one.market === market)?.country ?? '',
        sector: 'index',
        logoid: `indices/${ticker.toLowerCase()}`,
        dailyVolume: 2_000_000_000,
        fame: 0.85,
        hasOptions: ticker === 'SPX' || ticker === 'NDX' || ticker === 'VIX',
      }),
    )
  }
}

export function addCfds(builder: Builder): void {
  for (const line of commodities.trim().split('\n')) {
    const [ticker = '', level = '', sector = '', ...name] = line.split(' ')
    for (const venue of houses) {
      builder.add(
        draft({
          ticker: venue.code === 'TVC' ? ticker : `${ticker}USD`,
          venue,
          type: 'commodity',
          typespecs: ['cfd'],
          description: `${name.join(' ')} CFD`,
          walk: sharedWalk(builder.worldKey, ticker, leaderSigma(ticker, 0.013)),
          scale: Number(level) * (venue.code === 'TVC' ? 1 : 1.0004),
          sector,
          logoid: `metal/${ticker.toLowerCase()}`,
          pricescale: Number(level) < 10 ? 1000 : 100,
          dailyVolume: 120_000,
          fame: venue.code === 'TVC' ? 0.7 : 0.2,
        }),
      )
    }
  }
}

function hoursOf(market: string): Hours {
  const found = countryMarkets.find((one) => one.market === market)?.venues[0]
  if (found === undefined) throw new RangeError(`no market is called ${market}`)
  return found.hours
}
