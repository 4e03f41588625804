/** Coins, one row each, and the pairs in which exchanges trade them. */

import type { Hours } from '../prices/trading-hours.ts'
import type { Walk } from '../prices/walk.ts'
import { type Currency, currencies } from './currencies.ts'
import { againstDollar, type Builder, draft, pricescaleFor, venueOf, walkOf } from './draft.ts'
import type { Venue } from './venue.ts'

const never: Hours = { zone: 'Etc/UTC', open: [[0, 1440]], week: 'always' }

export const coinVenue = venueOf('CRYPTO', 'CRYPTO', 'coin', { hours: never, providerId: 'crypto' })

interface Coin {
  readonly code: string
  readonly name: string
  readonly price: number
  /** Coins in circulation. */
  readonly supply: number
  readonly sigma: number
  readonly firstDay: number
}

/** Code, dollars, million coins in circulation, name. The first are the largest. */
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
XLM 0.36 31500 Stellar
SUI 3.2 3500 Sui
BCH 560 19.9 Bitcoin Cash
HBAR 0.22 42300 Hedera
LTC 105 76.3 Litecoin
TON 2.9 2500 Toncoin
SHIB 0.0000125 589000000 Shiba Inu
DOT 3.9 1530 Polkadot
UNI 9.2 600 Uniswap
XMR 310 18.4 Monero
AAVE 270 15.2 Aave
PEPE 0.0000098 420000000 Pepe
NEAR 2.7 1250 NEAR Protocol
ICP 4.8 538 Internet Computer
ETC 19 153 Ethereum Classic
APT 4.6 690 Aptos
ATOM 4.4 470 Cosmos
ALGO 0.22 8740 Algorand
FIL 2.3 690 Filecoin
ARB 0.44 5300 Arbitrum
OP 0.71 1780 Optimism
VET 0.023 86000 VeChain
INJ 12.8 97 Injective
GRT 0.085 10500 The Graph
XTZ 0.71 1050 Tezos
SAND 0.27 2600 The Sandbox
MANA 0.29 1950 Decentraland
DASH 24 12.4 Dash
`

const inventedNames =
  'Aurum,Basalt,Cobalt,Driftnet,Ember,Fathom,Glacier,Harbor,Isotope,Juno Mesh,Kelvin,Lattice,Mistral,Nimbus,Obsidian,Prism,Quill,Riptide,Sextant,Tundra,Umbral,Vertex,Willow,Xenon,Yonder,Zephyr'.split(
    ',',
  )

const venues: readonly [string, string, readonly string[], number][] = [
  ['BINANCE', 'Binance', ['USDT', 'USDC', 'BTC'], 1],
  ['COINBASE', 'Coinbase', ['USD', 'EUR'], 0.35],
  ['KRAKEN', 'Kraken', ['USD', 'EUR'], 0.12],
  ['BITSTAMP', 'Bitstamp', ['USD', 'EUR'], 0.06],
  ['BITFINEX', 'Bitfinex', ['USD'], 0.05],
  ['OKX', 'OKX', ['USDT'], 0.4],
  ['BYBIT', 'Bybit', ['USDT'], 0.5],
  ['KUCOIN', 'KuCoin', ['USDT'], 0.15],
]

const pairCoins = 58
const smallestPrice = 1e-7
const coinCount = 200

export function addCrypto(builder: Builder): void {
  const coins = coinsOf(builder)
  const walks = new Map(coins.map((coin) => [coin.code, coinWalk(builder.worldKey, coin)]))
  for (const coin of coins) addCoin(builder, coin, walks)
  for (const [code, name, quotes, share] of venues) {
    const venue = venueOf(code, name, 'crypto', { hours: never })
    for (const coin of coins.slice(0, pairCoins)) {
      for (const quote of quotes) addPair(builder, coin, quote, venue, share, walks, false)
      if (code === 'BINANCE' || code === 'BYBIT')
        addPair(builder, coin, 'USDT', venue, share * 2, walks, true)
    }
  }
}

/** What a coin is worth in dollars; stable ones are worth one. */
function coinWalk(worldKey: number, { code, price, sigma }: Coin): Walk {
  const wander = sigma > 0.005 ? 0.35 : 0.0005
  return walkOf(worldKey, `coin ${code}`, price, sigma, { trend: sigma > 0.005 ? 0.0003 : 0, wander })
}

/** For what follows a coin from outside the coin markets. */
export function knownCoin(
  worldKey: number,
  code: string,
): { readonly walk: Walk; readonly price: number } | undefined {
  const coin = knownCoins.find((one) => one.code === code)
  return coin === undefined ? undefined : { walk: coinWalk(worldKey, coin), price: coin.price }
}

const knownCoins: readonly Coin[] = known
  .trim()
  .split('\n')
  .map((line, at) => {
    const [code = '', price = '', millions = '', ...name] = line.split(' ')
    const isStable = price === '1'
    return {
      code,
      name: name.join(' '),
      price: Number(price),
      supply: Number(millions) * 1_000_000,
      sigma: isStable ? 0.0003 : 0.026 + at * 0.0003,
      firstDay: 15_000 + at * 60,
    }
  })

function coinsOf(builder: Builder): Coin[] {
  const coins = [...knownCoins]
  const taken = new Set(coins.map((coin) => coin.code))
  for (let at = 0; coins.length < coinCount; at++) {
    const random = builder.random('market', 'coin', at)
    const stem = random.pick(inventedNames)
    const code = `${stem
      .replace(/[^A-Za-z]/g, '')
      .slice(0, random.int(2, 4))
      .toUpperCase()}${at < 26 ? '' : at}`
    if (taken.has(code)) continue
    taken.add(code)
    coins.push({
      code,
      name: `${stem} ${random.pick(['Network', 'Protocol', 'Token', 'Chain', 'Finance'])}`,
      price: Math.exp(random.gauss(-1, 2.2)),
      supply: Math.round(Math.exp(random.gauss(18.5, 1.2))),
      sigma: 0.03 + random.float() * 0.03,
      firstDay: random.int(17_500, 20_500),
    })
  }
  return coins
}

function addCoin(builder: Builder, coin: Coin, walks: ReadonlyMap<string, Walk>): void {
  const walk = walks.get(coin.code)
  if (walk === undefined) return
  builder.add(
    draft({
      ticker: `${coin.code}USD`,
      venue: coinVenue,
      type: 'spot',
      typespecs: ['crypto', 'cryptoasset', 'synthetic'],
      description: coin.name,
      walk,
      logoid: `crypto/XTVC${coin.code}`,
      pricescale: pricescaleFor(coin.price),
      volumescale: 10_000,
      dailyVolume: coin.supply * 0.03,
      units: coin.supply,
      firstDay: coin.firstDay,
      fame: coin.price * coin.supply > 1e10 ? 0.9 : 0.25,
      baseCurrency: coin.code,
    }),
  )
}

function addPair(
  builder: Builder,
  coin: Coin,
  quote: string,
  venue: Venue,
  share: number,
  walks: ReadonlyMap<string, Walk>,
  isSwap: boolean,
): void {
  const walk = walks.get(coin.code)
  if (walk === undefined || coin.code === quote) return
  const fiat = currencies.find((currency) => currency.code === quote)
  const against = fiat === undefined ? walks.get(quote) : againstDollar(builder.worldKey, fiat)
  const price = coin.price / quoteWorth(quote, fiat, walks)
  if (price < smallestPrice) return
  builder.add(
    draft({
      ticker: `${coin.code}${quote}${isSwap ? '.P' : ''}`,
      venue,
      type: isSwap ? 'swap' : 'spot',
      typespecs: isSwap ? ['crypto', 'perpetual'] : ['crypto'],
      description: `${coin.name} / ${fiat?.name ?? quote}${isSwap ? ' Perpetual Contract' : ''}`,
      walk,
      against,
      scale: 1 + (isSwap ? 0.0004 : 0) + share * 0.0002,
      currency: quote,
      logoid: '',
      pricescale: pricescaleFor(price),
      volumescale: 10_000,
      dailyVolume: coin.supply * 0.008 * share,
      units: coin.supply,
      firstDay: coin.firstDay + 200,
      isPrimary: quote === 'USDT' || quote === 'USD',
      fame: coin.price * coin.supply > 1e10 ? 0.8 : 0.2,
      baseCurrency: coin.code,
    }),
  )
}

function quoteWorth(quote: string, fiat: Currency | undefined, walks: ReadonlyMap<string, Walk>): number {
  if (fiat !== undefined) return fiat.worth
  return Math.exp(walks.get(quote)?.logBase ?? 0)
}
