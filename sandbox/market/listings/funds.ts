/** Exchange-traded funds. */

import { hashText } from '../hash.ts'
import { venueNamed } from './countries.ts'
import { type Builder, draft, rowsOf, sharedWalk } from './draft.ts'
import { isinOf } from './isin.ts'

/** Venue, ticker, price, million shares, index or commodity, name. */
const known = `
AMEX SPY 660 1000 SPX SPDR S&P 500 ETF Trust
AMEX VOO 605 1250 SPX Vanguard S&P 500 ETF
NASDAQ QQQ 590 650 NDX Invesco QQQ Trust, Series 1
AMEX VTI 325 1650 VTI Vanguard Total Stock Market ETF
AMEX IWM 240 290 RUT iShares Russell 2000 ETF
AMEX DIA 460 86 DJI SPDR Dow Jones Industrial Average ETF Trust
AMEX GLD 350 320 GOLD SPDR Gold Shares
AMEX SLV 42 500 SILVER iShares Silver Trust
NASDAQ TLT 90 560 TLT iShares 20+ Year Treasury Bond ETF
AMEX XLE 90 310 XLE Energy Select Sector SPDR Fund
AMEX EEM 53 340 EEM iShares MSCI Emerging Markets ETF
`

const brands = ['Longfield', 'Meridiem', 'Quayside', 'Stonegate', 'Tallis', 'Veldt', 'Umbra', 'Polestar']
const themes = [
  'Large Cap',
  'Small Cap Value',
  'Dividend Growers',
  'Clean Power',
  'Water',
  'Bonds',
  'Emerging Markets',
  'Semiconductors',
  'Cybersecurity',
  'Infrastructure',
  'Gold Miners',
  'Robotics',
  'Quality',
  'Biotech',
]

export function addFunds(builder: Builder): void {
  for (const [venue = '', ticker = '', price, shares, follows = '', name = ''] of rowsOf(known, 6)) {
    addFund(builder, venue, ticker, name, Number(price), Number(shares) * 1e6, follows, 0.9)
  }
  for (const brand of brands) {
    for (const [at, theme] of themes.entries()) {
      const random = builder.random('market', 'fund', brand, theme)
      const ticker = `${brand.slice(0, 2)}${theme.slice(0, 1)}${String.fromCharCode(65 + at)}`.toUpperCase()
      const venue = random.chance(0.7) ? 'AMEX' : 'NASDAQ'
      const shares = Math.round(Math.exp(random.gauss(15.5, 1.4)))
      addFund(builder, venue, ticker, `${brand} ${theme} ETF`, random.int(15, 105), shares, ticker, 0.2)
    }
  }
}

function addFund(
  builder: Builder,
  venueCode: string,
  ticker: string,
  name: string,
  price: number,
  shares: number,
  follows: string,
  fame: number,
): void {
  builder.add(
    draft({
      ticker,
      venue: venueNamed(venueCode),
      type: 'fund',
      typespecs: ['etf'],
      description: name,
      walk: sharedWalk(builder.worldKey, follows),
      scale: price,
      sector: 'Miscellaneous',
      industry: 'Investment Trusts/Mutual Funds',
      logoid: name.split(' ')[0]?.toLowerCase() ?? '',
      isin: isinOf('US', hashText(builder.worldKey, `fund ${ticker}`)),
      dailyVolume: shares * 0.02,
      units: shares,
      fame,
      hasOptions: fame > 0.5,
    }),
  )
}
