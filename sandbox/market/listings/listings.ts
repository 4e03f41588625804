/** All listings of the pretend provider: five thousand of them, the same for the same seed. */

import type { World } from '../../world.ts'
import { keyOfText } from '../prices/noise.ts'
import { addBonds, addEconomicSeries, addYields } from './bonds.ts'
import { addCrypto } from './crypto.ts'
import type { Builder } from './draft.ts'
import { addForex } from './forex.ts'
import { addFunds } from './funds.ts'
import { addFutures } from './futures.ts'
import { addCfds, addIndices } from './indices.ts'
import type { Listing } from './listing.ts'
import {
  addAmericanStocks,
  addForeignStocks,
  addKnownStocks,
  addNeverTraded,
  addSecondListings,
} from './stocks.ts'

export const listingCount = 5_000

export interface Listings {
  readonly all: readonly Listing[]
  find(symbol: string): Listing | undefined
  ofMarket(market: string): readonly Listing[]
}

export function buildListings(world: World): Listings {
  const all: Listing[] = []
  const bySymbol = new Map<string, Listing>()
  const worldKey = keyOfText(0x6d6b74, world.seed)
  const builder: Builder = {
    worldKey,
    today: world.today(),
    random: world.random,
    isTaken: (symbol) => bySymbol.has(symbol),
    add(draft) {
      const symbol = `${draft.venue.code}:${draft.ticker}`
      if (bySymbol.has(symbol)) return
      const sigma = Math.hypot(draft.walk.sigma, draft.against?.sigma ?? 0)
      const listing = { ...draft, row: all.length, symbol, key: keyOfText(worldKey, symbol), sigma }
      all.push(listing)
      bySymbol.set(symbol, listing)
    },
  }
  addKnownStocks(builder)
  addFunds(builder)
  addSecondListings(builder)
  addNeverTraded(builder)
  addForeignStocks(builder)
  addIndices(builder)
  addCfds(builder)
  addCrypto(builder)
  addForex(builder)
  addFutures(builder)
  addBonds(builder)
  addYields(builder)
  addEconomicSeries(builder)
  while (all.length < listingCount) addAmericanStocks(builder, listingCount - all.length)

  const byMarket = Map.groupBy(all, (listing) => listing.venue.market)
  return {
    all,
    find: (symbol) => bySymbol.get(symbol),
    ofMarket: (market) => byMarket.get(market) ?? [],
  }
}
