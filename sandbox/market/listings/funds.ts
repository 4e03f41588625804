/** Funds traded on exchanges: the ones everybody knows, and families of made-up ones. */

import { keyOfText } from '../prices/noise.ts'
import { america } from './countries.ts'
import { knownCoin } from './crypto.ts'
import { type Builder, draft } from './draft.ts'
import { isinOf } from './isin.ts'
import { leaderOf, leaderSigma, sharedWalk } from './shared-walks.ts'

/** Venue, ticker, price, million shares, name. */
const known = `
AMEX SPY 660 1000 SPDR S&P 500 ETF Trust
AMEX VOO 605 1250 Vanguard S&P 500 ETF
AMEX IVV 663 1000 iShares Core S&P 500 ETF
NASDAQ QQQ 590 650 Invesco QQQ Trust, Series 1
AMEX VTI 325 1650 Vanguard Total Stock Market ETF
AMEX IWM 240 290 iShares Russell 2000 ETF
AMEX DIA 460 86 SPDR Dow Jones Industrial Average ETF Trust
AMEX GLD 350 320 SPDR Gold Shares
AMEX SLV 42 500 iShares Silver Trust
NASDAQ TLT 90 560 iShares 20+ Year Treasury Bond ETF
AMEX XLF 54 980 Financial Select Sector SPDR Fund
AMEX XLK 275 340 Technology Select Sector SPDR Fund
AMEX XLE 90 310 Energy Select Sector SPDR Fund
AMEX EEM 53 340 iShares MSCI Emerging Markets ETF
AMEX EFA 93 720 iShares MSCI EAFE ETF
AMEX ARKK 80 95 ARK Innovation ETF
NASDAQ IBIT 65 1330 iShares Bitcoin Trust ETF
AMEX SSO 110 65 ProShares Ultra S&P 500
AMEX SQQQ 16 140 ProShares UltraPro Short QQQ
AMEX XBI 100 56 SPDR S&P Biotech ETF
`

const brands = [
  'Longfield',
  'Meridiem',
  'Polestar Index',
  'Quayside',
  'Stonegate',
  'Tallis',
  'Umbra',
  'Veldt',
]
const themes = [
  'Large Cap',
  'Small Cap Value',
  'Dividend Growers',
  'Clean Power',
  'Water',
  'Short-Term Bond',
  'Emerging Markets',
  'Semiconductors',
  'Cybersecurity',
  'Minimum Volatility',
  'Global Infrastructure',
  'Gold Miners',
  'Green Bonds',
  'Robotics',
  'Quality Factor',
  'Ultra 2x Long',
  'Municipal Bond',
  'Biotech',
  'Momentum',
  'Real Estate',
]

export function addFunds(builder: Builder): void {
  const venues = new Map(america.venues.map((venue) => [venue.code, venue]))
  for (const line of known.trim().split('\n')) {
    const [code = '', ticker = '', price = '', shares = '', ...name] = line.split(' ')
    addFund(builder, {
      venue: venues.get(code) ?? america.venues[2],
      ticker,
      name: name.join(' '),
      price: Number(price),
      shares: Number(shares) * 1_000_000,
      fame: 0.9,
    })
  }
  for (const brand of brands) {
    for (const theme of themes) {
      const random = builder.random('market', 'fund', brand, theme)
      const letters = `${brand.slice(0, 1)}${theme.replace(/[^A-Z]/g, '')}`.slice(0, 3)
      let ticker = ''
      do ticker = `${letters}${String.fromCharCode(65 + random.int(0, 25))}`
      while (builder.isTaken(`AMEX:${ticker}`) || builder.isTaken(`NASDAQ:${ticker}`))
      addFund(builder, {
        venue: venues.get(random.chance(0.7) ? 'AMEX' : 'NASDAQ'),
        ticker,
        name: `${brand} ${theme} ETF`,
        price: 15 + random.float() * 90,
        shares: Math.round(Math.exp(random.gauss(15.5, 1.4))),
        fame: 0.2,
      })
    }
  }
}

interface Fund {
  readonly venue: (typeof america.venues)[number] | undefined
  readonly ticker: string
  readonly name: string
  readonly price: number
  readonly shares: number
  readonly fame: number
}

function addFund(builder: Builder, { venue, ticker, name, price, shares, fame }: Fund): void {
  if (venue === undefined) throw new RangeError('a fund needs a venue')
  const leader = leaderOf(ticker)
  const coin = ticker === 'IBIT' ? knownCoin(builder.worldKey, 'BTC') : undefined
  const walk = coin?.walk ?? sharedWalk(builder.worldKey, leader, leaderSigma(leader, 0.009))
  builder.add(
    draft({
      ticker,
      venue,
      type: 'fund',
      typespecs: ['etf'],
      description: name,
      walk,
      scale: price / (coin?.price ?? 1),
      sector: 'Miscellaneous',
      industry: 'Investment Trusts/Mutual Funds',
      logoid: name.split(' ')[0]?.toLowerCase() ?? '',
      isin: isinOf('US', keyOfText(builder.worldKey, `fund ${ticker}`)),
      dailyVolume: shares * 0.02,
      units: shares,
      fame,
      hasOptions: fame > 0.5,
    }),
  )
}
