/** Coins, and the pairs in which exchanges trade them. */

import type { Hours } from '../prices/trading-hours.ts'
import type { Walk } from '../prices/walk.ts'
import { againstDollar, currencyOf } from './currencies.ts'
import { type Builder, draft, pricescaleFor, rowsOf, walkOf } from './draft.ts'
import { type Venue, venueOf } from './venue.ts'

const always: Hours = { zone: 'Etc/UTC', open: [[0, 1440]], week: 'always' }
const coinVenue = venueOf('CRYPTO', 'coin', always, { providerId: 'crypto' })

interface Coin {
  readonly code: string
  readonly name: string
  readonly price: number
  readonly supply: number
  readonly walk: Walk
  readonly fame: number
}

/** Code, dollars, million coins in circulation, name. */
const known = `
BTC 98000 19.8 Bitcoin
ETH 3600 120.5 Ethereum
USDT 1 170000 Tether
BNB 850 139 BNB
XRP 2.4 59000 XRP
SOL 190 540 Solana
USDC 1 72000 USDC
DOGE 0.21 150000 Dogecoin
TRX 0.31 94700 TRON
ADA 0.78 36000 Cardano
LINK 19 680 Chainlink
AVAX 26 422 Avalanche
LTC 105 76.3 Litecoin
SHIB 0.0000125 589000000 Shiba Inu
DOT 3.9 1530 Polkadot
UNI 9.2 600 Uniswap
`

const madeUp =
  'Aurum Basalt Cobalt Driftnet Ember Fathom Glacier Harbor Isotope Kelvin Lattice Mistral Nimbus Obsidian'

/** Exchange, quote currencies, share of the trade. */
const exchanges: readonly (readonly [string, readonly string[], number])[] = [
  ['BINANCE', ['USDT', 'USDC', 'BTC'], 1],
  ['BYBIT', ['USDT'], 0.5],
  ['COINBASE', ['USD', 'EUR'], 0.35],
  ['KRAKEN', ['USD', 'EUR'], 0.12],
]

const swapExchanges = new Set(['BINANCE', 'BYBIT'])
const smallestPrice = 1e-7

export function addCrypto(builder: Builder): void {
  const coins = coinsOf(builder)
  for (const coin of coins) addCoin(builder, coin)
  for (const [code, quotes, share] of exchanges) {
    const venue = venueOf(code, 'crypto', always, { providerId: code.toLowerCase() })
    for (const coin of coins) {
      for (const quote of quotes) addPair(builder, coin, quote, venue, share, coins)
      if (swapExchanges.has(code)) addPair(builder, coin, 'USDT', venue, share * 2, coins, true)
    }
  }
}

function coinsOf({ worldKey, random }: Builder): Coin[] {
  const listed = rowsOf(known, 4).map(([code = '', price, millions, name = '']) =>
    toCoin(worldKey, code, name, Number(price), Number(millions) * 1e6, 0.9),
  )
  const invented = madeUp.split(' ').map((name) => {
    const chance = random('market', 'coin', name)
    const supply = Math.round(Math.exp(chance.gauss(18.5, 1.2)))
    return toCoin(
      worldKey,
      name.slice(0, 4).toUpperCase(),
      `${name} Network`,
      Math.exp(chance.gauss(-1, 2)),
      supply,
      0.25,
    )
  })
  return [...listed, ...invented]
}

/** A coin worth one dollar is a stable one. */
function toCoin(
  worldKey: number,
  code: string,
  name: string,
  price: number,
  supply: number,
  fame: number,
): Coin {
  const walk =
    price === 1
      ? walkOf(worldKey, `coin ${code}`, 1, 0.0003, { trend: 0, wander: 0.0005 })
      : walkOf(worldKey, `coin ${code}`, price, 0.03, { trend: 0.0003, wander: 0.35 })
  return { code, name, price, supply, walk, fame }
}

const shared = { volumescale: 10_000, firstDay: 16_000 } as const

function addCoin(builder: Builder, { code, name, price, supply, walk, fame }: Coin): void {
  builder.add(
    draft({
      ...shared,
      ticker: `${code}USD`,
      venue: coinVenue,
      type: 'spot',
      typespecs: ['crypto', 'cryptoasset', 'synthetic'],
      description: name,
      walk,
      logoid: `crypto/XTVC${code}`,
      pricescale: pricescaleFor(price),
      dailyVolume: supply * 0.03,
      units: supply,
      fame,
      baseCurrency: code,
    }),
  )
}

function addPair(
  builder: Builder,
  coin: Coin,
  quote: string,
  venue: Venue,
  share: number,
  coins: readonly Coin[],
  isSwap = false,
): void {
  const fiat = currencyOf(quote)?.currency
  const quoteCoin = coins.find(({ code }) => code === quote)
  const price = coin.price / (fiat?.worth ?? quoteCoin?.price ?? 1)
  if (coin.code === quote || price < smallestPrice) return
  builder.add(
    draft({
      ...shared,
      ticker: `${coin.code}${quote}${isSwap ? '.P' : ''}`,
      venue,
      type: isSwap ? 'swap' : 'spot',
      typespecs: isSwap ? ['crypto', 'perpetual'] : ['crypto'],
      description: `${coin.name} / ${fiat?.name ?? quote}${isSwap ? ' Perpetual Contract' : ''}`,
      walk: coin.walk,
      against: fiat === undefined ? quoteCoin?.walk : againstDollar(builder.worldKey, fiat),
      scale: 1 + share * 0.0002,
      currency: quote,
      pricescale: pricescaleFor(price),
      dailyVolume: coin.supply * 0.008 * share,
      units: coin.supply,
      isPrimary: quote === 'USDT' || quote === 'USD',
      fame: coin.fame * 0.9,
      baseCurrency: coin.code,
    }),
  )
}
