/** A scan over listings: selects markets and symbols, applies a preset and a currency, then runs the engine. */

import { currencyOf } from '../listings/currencies.ts'
import { membersOf } from '../listings/index-members.ts'
import { lookup } from '../lookup.ts'
import type { Column, ScanTable } from './columns/column.ts'
import type { ListingTable } from './listing-table.ts'
import { classOf, hasColumn, marketNames, typeIn } from './markets.ts'
import { type Preset, presetParams, presets } from './presets.ts'
import { type ScanResult, scan } from './scan.ts'
import { ScanError } from './scan-error.ts'
import type { ScanRequest, SymbolSelection } from './scan-request.ts'

export interface ListingScan extends ScanResult {
  /** Only for a scan by preset. */
  readonly params: Record<string, unknown> | undefined
}

/** `global` scans the markets in the body, any other name that market. Throws `ScanError`. */
export function scanListings(table: ListingTable, market: string, body: ScanRequest): ListingScan {
  const markets = marketsOf(market, body)
  const preset = presetOf(body)
  const request = preset === undefined ? body : withPreset(body, preset)
  const { listings, ms } = table.snapshot
  const result = scan(request, {
    table: request.convertTo === undefined ? table : converted(table, request.convertTo, markets),
    rows: selectRows(table, markets, request.symbols),
    nowMs: ms,
    orderKey: listings.all.length + Math.floor(ms / 3_600_000),
    hasColumn: (name) => hasColumn(markets, name),
  })
  return { ...result, params: preset && presetParams(preset, markets) }
}

function marketsOf(market: string, { markets }: ScanRequest): readonly string[] {
  if (market !== 'global') return [market]
  if (markets.length === 0) return marketNames
  const unknown = markets.find((name) => classOf(name) === undefined && name !== 'options')
  if (unknown !== undefined) throw new ScanError(`Unknown market "${unknown}"`)
  return markets
}

function presetOf({ preset }: ScanRequest): Preset | undefined {
  if (preset === undefined) return undefined
  const found = lookup(presets, preset)
  if (found === undefined) throw new ScanError(`preset not found: ${preset}`)
  return found
}

function withPreset(request: ScanRequest, { typespecs = [], filter = [], sort }: Preset): ScanRequest {
  return {
    ...request,
    filter: [...request.filter, ...filter],
    sort: request.sort ?? sort,
    symbols: { ...request.symbols, typespecs: [...request.symbols.typespecs, ...typespecs] },
  }
}

/** The table with fundamental prices in another currency; all other columns stay as they are. */
function converted(table: ListingTable, currency: string, markets: readonly string[]): ScanTable {
  const target = currencyOf(currency)?.currency.worth ?? Number.NaN
  return {
    rowCount: table.rowCount,
    symbol: (row) => table.symbol(row),
    column(name): Column | undefined {
      const column = table.column(name)
      if (column?.kind !== 'number' || typeIn(markets, name) !== 'fundamental_price') return column
      return {
        kind: 'number',
        at(row) {
          const source = currencyOf(table.snapshot.listing(row).currency)?.currency.worth ?? Number.NaN
          return (column.at(row) * source) / target
        },
      }
    },
  }
}

/** Symbols of other markets are ignored. */
function selectRows(table: ListingTable, markets: readonly string[], symbols: SymbolSelection): number[] {
  const { listings } = table.snapshot
  const marketSet = new Set(markets)
  const indexIds = [
    ...symbols.symbolsets.map((set) => set.replace(/^SYML:/, '').replace(';', ':')),
    ...symbols.indices,
  ]
  const members = indexIds.map((id) => membersOf(listings, id))
  const candidates =
    symbols.tickers.length > 0
      ? [...new Set(symbols.tickers)].flatMap((symbol) => listings.find(symbol) ?? [])
      : markets.flatMap((market) => listings.ofMarket(market))
  return candidates
    .filter(
      ({ row, type, typespecs, venue }) =>
        marketSet.has(venue.market) &&
        (symbols.types.length === 0 || symbols.types.includes(type)) &&
        (symbols.exchanges.length === 0 || symbols.exchanges.includes(venue.code)) &&
        (symbols.typespecs.length === 0 || typespecs.some((spec) => symbols.typespecs.includes(spec))) &&
        (members.length === 0 || members.some((set) => set?.has(row))),
    )
    .map(({ row }) => row)
}
