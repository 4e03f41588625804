/** Futures: continuous contracts and the dated ones around today. */

import { compactDate, thirdFriday } from '../dates.ts'
import type { Hours } from '../prices/trading-hours.ts'
import { knownCoin } from './crypto.ts'
import { currencyOf } from './currencies.ts'
import { type Builder, draft, venueOf } from './draft.ts'
import { leaderOf, leaderSigma, sharedWalk } from './shared-walks.ts'
import type { Venue } from './venue.ts'

const chicago: Hours = { zone: 'America/Chicago', open: [[-420, 960]], week: 'mon-fri' }
const newYork: Hours = { zone: 'America/New_York', open: [[-360, 1020]], week: 'mon-fri' }
const frankfurt: Hours = { zone: 'Europe/Berlin', open: [[75, 1320]], week: 'mon-fri' }
const mumbai: Hours = { zone: 'Asia/Kolkata', open: [[555, 930]], week: 'mon-fri' }

const venues: ReadonlyMap<string, Venue> = new Map(
  (
    [
      ['CME_MINI', 'CME E-mini', chicago, 'US', 'USD'],
      ['CME', 'Chicago Mercantile Exchange', chicago, 'US', 'USD'],
      ['CBOT', 'Chicago Board of Trade', chicago, 'US', 'USD'],
      ['COMEX', 'COMEX', newYork, 'US', 'USD'],
      ['NYMEX', 'New York Mercantile Exchange', newYork, 'US', 'USD'],
      ['ICEUS', 'ICE Futures U.S.', newYork, 'US', 'USD'],
      ['EUREX', 'Eurex', frankfurt, 'DE', 'EUR'],
      ['NSE', 'National Stock Exchange of India', mumbai, 'IN', 'INR'],
    ] as const
  ).map(([code, name, hours, country, currency]) => [
    code,
    venueOf(code, name, 'futures', { hours, country, currency, delaySeconds: 600, providerId: 'ice' }),
  ]),
)

/** Venue, root, price, ticks per point, daily deviation %, months (`q` quarterly, `m` monthly), sector, name. */
const table = `
CME_MINI ES 6650 4 0.9 q Indexes S&P 500 E-mini Futures
CME_MINI NQ 24500 4 1.2 q Indexes NASDAQ 100 E-mini Futures
CME_MINI RTY 2400 10 1.3 q Indexes E-mini Russell 2000 Index Futures
CME_MINI MES 6650 4 0.9 q Indexes Micro E-mini S&P 500 Index Futures
CME 6E 1.095 20000 0.42 q Currencies Euro FX Futures
CME 6B 1.27 10000 0.48 q Currencies British Pound Futures
CME 6J 0.0068 2000000 0.5 q Currencies Japanese Yen Futures
CME BTC 98200 1 2.6 m Currencies Bitcoin CME Futures
CME ETH 3610 10 3.2 m Currencies Ether Futures
CME LE 235 40 1 m Agricultural Live Cattle Futures
CME HE 85 40 1.3 m Agricultural Lean Hog Futures
CBOT ZB 116 32 0.6 q Financials 30 Year US Treasury Bonds Futures
CBOT ZN 112 64 0.35 q Financials 10 Year US Treasury Notes Futures
CBOT ZC 435 4 1.4 q Agricultural Corn Futures
CBOT ZW 540 4 1.6 q Agricultural Chicago SRW Wheat Futures
CBOT ZS 1050 4 1.2 q Agricultural Soybean Futures
CBOT YM 46300 1 0.9 q Indexes E-mini Dow Jones ($5) Futures
COMEX GC 3850 10 0.9 m Metals Gold Futures
COMEX SI 46 200 1.6 m Metals Silver Futures
COMEX HG 4.9 2000 1.3 m Metals Copper Futures
NYMEX CL 65 100 1.9 m Energy Crude Oil Futures
NYMEX NG 3.2 1000 3 m Energy Henry Hub Natural Gas Futures
NYMEX RB 2.05 10000 1.8 m Energy RBOB Gasoline Futures
NYMEX HO 2.35 10000 1.8 m Energy NY Harbor ULSD Futures
NYMEX PL 1500 10 1.4 m Metals Platinum Futures
ICEUS KC 380 20 2 q Agricultural Coffee C Futures
ICEUS SB 16 100 1.7 q Agricultural Sugar No. 11 Futures
ICEUS CT 66 100 1.3 q Agricultural Cotton No. 2 Futures
ICEUS DX 98 200 0.4 q Currencies U.S. Dollar Index Futures
EUREX FDAX 24200 1 1 q Indexes DAX Futures
EUREX FESX 5600 1 1 q Indexes EURO STOXX 50 Index Futures
EUREX FGBL 129 100 0.4 q Financials Euro-Bund Futures
NSE NIFTY 25200 20 0.9 m Indexes Nifty 50 Index Futures
NSE BANKNIFTY 56500 20 1.1 m Indexes Nifty Bank Index Futures
`

const monthLetters = 'FGHJKMNQUVXZ'

export function addFutures(builder: Builder): void {
  for (const line of table.trim().split('\n')) {
    const [code = '', root = '', price = '', ticks = '', percent = '', months = '', sector = '', ...name] =
      line.split(' ')
    const venue = venues.get(code)
    if (venue === undefined) throw new RangeError(`no venue is called ${code}`)
    const leader = leaderOf(root)
    const coin = knownCoin(builder.worldKey, root)
    const level = coin === undefined ? Number(price) : 1
    const walk =
      coin?.walk ?? sharedWalk(builder.worldKey, leader, leaderSigma(leader, Number(percent) / 100))
    const base = {
      venue,
      walk,
      type: 'futures' as const,
      sector,
      currency: currencyOf(venue.currency)?.currency.code ?? 'USD',
      pricescale: ticks === '32' || ticks === '64' ? Number(ticks) : scaleOf(Number(ticks)),
      minmov: ticks === '32' || ticks === '64' ? 1 : scaleOf(Number(ticks)) / Number(ticks),
      dailyVolume: 180_000 * (root.length === 2 ? 1 : 0.4),
      fame: 0.5,
      logoid: '',
    }
    const description = name.join(' ')
    for (const ahead of [1, 2]) {
      builder.add(
        draft({
          ...base,
          ticker: `${root}${ahead}!`,
          typespecs: ['continuous', 'synthetic'],
          description,
          scale: level * (1 + 0.004 * (ahead - 1)),
          isPrimary: ahead === 1,
        }),
      )
    }
    addDated(builder, base, level, root, description, months === 'q')
  }
}

function addDated(
  builder: Builder,
  base: Omit<Parameters<typeof draft>[0], 'ticker' | 'description'>,
  level: number,
  root: string,
  description: string,
  isQuarterly: boolean,
): void {
  const now = new Date(builder.today * 86_400_000)
  const startMonth = now.getUTCFullYear() * 12 + now.getUTCMonth()
  const step = isQuarterly ? 3 : 1
  const first = isQuarterly ? startMonth - ((startMonth + 1) % 3) : startMonth - 1
  for (let at = 0; at < 6; at++) {
    const month = first + at * step
    const year = Math.floor(month / 12)
    const lastDay = thirdFriday(year, month % 12)
    builder.add(
      draft({
        ...base,
        ticker: `${root}${monthLetters[month % 12]}${year}`,
        typespecs: lastDay < builder.today ? ['expired'] : [],
        description: `${description} (${monthNames[month % 12]} ${year})`,
        scale: level * (1 + 0.0012 * (month - startMonth)),
        firstDay: lastDay - 700,
        lastDay,
        isPrimary: false,
        maturity: compactDate(lastDay),
        fame: 0.2,
        dailyVolume: (base.dailyVolume ?? 0) / (at + 1),
      }),
    )
  }
}

const monthNames = 'Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec'.split(',')

/** The power of ten that can write a tick: a quarter needs hundredths. */
function scaleOf(ticksPerPoint: number): number {
  let scale = 1
  while (scale % ticksPerPoint !== 0 && scale < 1e9) scale *= 10
  return scale
}
