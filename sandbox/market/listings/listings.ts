/** All listings. The same seed gives the same ones. */

import type { World } from '../../world.ts'
import { hashText } from '../hash.ts'
import { addBonds, addEconomicSeries, addYields } from './bonds.ts'
import { addCrypto } from './crypto.ts'
import type { Builder } from './draft.ts'
import { addForex } from './forex.ts'
import { addFunds } from './funds.ts'
import { addFutures } from './futures.ts'
import { addCommodities, addIndices } from './indices.ts'
import type { Listing } from './listing.ts'
import { addKnownStocks, addMadeUpStocks, addNeverTraded } from './stocks.ts'

export interface Listings {
  readonly all: readonly Listing[]
  find(symbol: string): Listing | undefined
  ofMarket(market: string): readonly Listing[]
}

export function buildListings(world: World): Listings {
  const all: Listing[] = []
  const bySymbol = new Map<string, Listing>()
  const worldKey = hashText(0x6d6b74, world.seed)
  const builder: Builder = {
    worldKey,
    today: world.today(),
    random: world.random,
    isTaken: (symbol) => bySymbol.has(symbol),
    add(draft) {
      const symbol = `${draft.venue.code}:${draft.ticker}`
      if (bySymbol.has(symbol)) return
      const sigma = Math.hypot(draft.walk.sigma, draft.against?.sigma ?? 0)
      const listing = { ...draft, row: all.length, symbol, key: hashText(worldKey, symbol), sigma }
      all.push(listing)
      bySymbol.set(symbol, listing)
    },
  }
  addKnownStocks(builder)
  addFunds(builder)
  addNeverTraded(builder)
  addIndices(builder)
  addCommodities(builder)
  addMadeUpStocks(builder)
  addCrypto(builder)
  addForex(builder)
  addFutures(builder)
  addBonds(builder)
  addYields(builder)
  addEconomicSeries(builder)
  const byMarket = Map.groupBy(all, ({ venue }) => venue.market)
  return {
    all,
    find: (symbol) => bySymbol.get(symbol),
    ofMarket: (market) => byMarket.get(market) ?? [],
  }
}
