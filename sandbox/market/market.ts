/** The simulated market data provider. Each world has one, created on first use. */

import type { World } from '../world.ts'
import { buildListings, type Listings } from './listings/listings.ts'
import { ListingTable } from './scanner/listing-table.ts'
import { Snapshot } from './scanner/snapshot.ts'

const minuteMs = 60_000

export class Market {
  readonly world: World
  readonly listings: Listings
  readonly #table: ListingTable

  constructor(world: World) {
    this.world = world
    this.listings = buildListings(world)
    this.#table = new ListingTable(new Snapshot(this.listings, this.#minute()))
  }

  /** All listings at the start of the current minute. Do not keep it: the next minute updates it. */
  table(): ListingTable {
    const { snapshot } = this.#table
    if (snapshot.ms !== this.#minute()) snapshot.moveTo(this.#minute())
    return this.#table
  }

  #minute(): number {
    return Math.floor(this.world.now() / minuteMs) * minuteMs
  }
}

const markets = new WeakMap<World, Market>()

export function marketOf(world: World): Market {
  let market = markets.get(world)
  if (market === undefined) {
    market = new Market(world)
    markets.set(world, market)
  }
  return market
}
