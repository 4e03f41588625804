/** Futures: continuous contracts, and the dated ones around today. */

import { compactDate, thirdFriday } from '../dates.ts'
import type { Hours } from '../prices/trading-hours.ts'
import { type Builder, draft, rowsOf, sharedWalk } from './draft.ts'
import { venueOf } from './venue.ts'

const chicago: Hours = { zone: 'America/Chicago', open: [[-420, 960]], week: 'mon-fri' }
const frankfurt: Hours = { zone: 'Europe/Berlin', open: [[75, 1320]], week: 'mon-fri' }

/** Venue, root, price, ticks per point, sector, index or commodity, name. */
const table = `
CME_MINI ES 6650 4 Indexes SPX S&P 500 E-mini Futures
CME_MINI NQ 24500 4 Indexes NDX NASDAQ 100 E-mini Futures
CME_MINI RTY 2400 10 Indexes RUT E-mini Russell 2000 Index Futures
CME 6E 1.095 20000 Currencies 6E Euro FX Futures
CME LE 235 40 Agricultural LE Live Cattle Futures
CBOT ZB 116 32 Financials ZB 30 Year US Treasury Bonds Futures
CBOT ZN 112 64 Financials ZN 10 Year US Treasury Notes Futures
CBOT ZW 540 4 Agricultural WHEAT Chicago SRW Wheat Futures
CBOT YM 46300 1 Indexes DJI E-mini Dow Jones ($5) Futures
COMEX GC 3850 10 Metals GOLD Gold Futures
COMEX SI 46 200 Metals SILVER Silver Futures
NYMEX CL 65 100 Energy USOIL Crude Oil Futures
NYMEX NG 3.2 1000 Energy NATGAS Henry Hub Natural Gas Futures
EUREX FDAX 24200 1 Indexes DAX DAX Futures
EUREX FGBL 129 100 Financials FGBL Euro-Bund Futures
`

const monthLetters = 'FGHJKMNQUVXZ'
const monthsAhead = 6

export function addFutures(builder: Builder): void {
  for (const [code = '', root = '', price, ticks, sector = '', follows = '', name = ''] of rowsOf(table, 7)) {
    const isEuropean = code === 'EUREX'
    const venue = venueOf(code, 'futures', isEuropean ? frankfurt : chicago, {
      country: isEuropean ? 'DE' : 'US',
      currency: isEuropean ? 'EUR' : 'USD',
      delaySeconds: 600,
    })
    const base = {
      venue,
      type: 'futures' as const,
      walk: sharedWalk(builder.worldKey, follows),
      sector,
      ...gridOf(Number(ticks)),
      dailyVolume: 180_000,
    }
    for (const ahead of [1, 2]) {
      builder.add(
        draft({
          ...base,
          ticker: `${root}${ahead}!`,
          typespecs: ['continuous', 'synthetic'],
          description: name,
          scale: Number(price) * (1 + 0.004 * (ahead - 1)),
          isPrimary: ahead === 1,
          fame: 0.5,
        }),
      )
    }
    // The first of these has expired.
    for (let ahead = -1; ahead < monthsAhead; ahead++) {
      const today = new Date(builder.today * 86_400_000)
      const start = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead, 1))
      const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()]
      const lastDay = thirdFriday(year, month)
      builder.add(
        draft({
          ...base,
          ticker: `${root}${monthLetters[month]}${year}`,
          typespecs: lastDay < builder.today ? ['expired'] : [],
          description: `${name} (${start.toUTCString().slice(8, 16)})`,
          scale: Number(price) * (1 + 0.0012 * ahead),
          firstDay: lastDay - 700,
          lastDay,
          isPrimary: false,
          maturity: compactDate(lastDay),
        }),
      )
    }
  }
}

/** 32nds and 64ths are fractions; other ticks are written in decimals. */
function gridOf(ticksPerPoint: number): { pricescale: number; minmov: number } {
  if (ticksPerPoint === 32 || ticksPerPoint === 64) return { pricescale: ticksPerPoint, minmov: 1 }
  let pricescale = 1
  while (pricescale % ticksPerPoint !== 0) pricescale *= 10
  return { pricescale, minmov: pricescale / ticksPerPoint }
}
