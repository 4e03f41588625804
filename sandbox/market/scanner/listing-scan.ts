/** A scan over listings: which markets, which symbols, which preset, and then the engine. */

import { membersOf } from '../listings/index-members.ts'
import { own } from '../own.ts'
import { converted } from './converted-table.ts'
import { type FieldType, typeOfColumn } from './field.ts'
import type { ListingTable } from './listing-table.ts'
import { classOf, hasColumn, marketNames } from './markets.ts'
import { echo, type Preset, presets } from './presets.ts'
import { type ScanResult, scan } from './scan.ts'
import { ScanError } from './scan-error.ts'
import type { ScanRequest, SymbolSelection } from './scan-request.ts'

export interface ListingScan extends ScanResult {
  /** Only when a preset was asked for. */
  readonly params: Record<string, unknown> | undefined
}

/** `global` asks for the markets in the body; any other name is the market. Throws `ScanError`. */
export function scanListings(table: ListingTable, market: string, request: ScanRequest): ListingScan {
  const markets = marketsOf(market, request)
  const preset = presetOf(request)
  const asked = preset === undefined ? request : withPreset(request, preset)
  const { listings, ms } = table.snapshot
  const typeOf = (name: string) => firstType(markets, name)
  const result = scan(asked, {
    table: asked.convertTo === undefined ? table : converted(table, asked.convertTo, typeOf),
    rows: selectRows(table, markets, asked.symbols),
    nowMs: ms,
    orderKey: listings.all.length + Math.floor(ms / 3_600_000),
    hasColumn: (name) => hasColumn(markets, name),
  })
  return { ...result, params: preset === undefined ? undefined : echo(preset, markets) }
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
  const found = own(presets, preset)
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

function firstType(markets: readonly string[], name: string): FieldType | undefined {
  for (const market of markets) {
    const fieldClass = classOf(market)
    const type = fieldClass === undefined ? undefined : typeOfColumn(fieldClass, name)
    if (type !== undefined) return type
  }
  return undefined
}

/** A ticker of another market is simply not there. */
function selectRows(table: ListingTable, markets: readonly string[], symbols: SymbolSelection): number[] {
  const { listings } = table.snapshot
  const asked = new Set(markets)
  const sets = [
    ...symbols.symbolsets.map((set) => set.replace(/^SYML:/, '').replace(';', ':')),
    ...symbols.indices,
  ]
  const members = sets.map((id) => membersOf(listings, id) ?? new Set<number>())
  const source =
    symbols.tickers.length > 0
      ? [...new Set(symbols.tickers)].flatMap((symbol) => listings.find(symbol) ?? [])
      : markets.length === marketNames.length
        ? listings.all
        : markets.flatMap((market) => listings.ofMarket(market))
  return source
    .filter(
      ({ row, type, typespecs, venue }) =>
        asked.has(venue.market) &&
        (symbols.types.length === 0 || symbols.types.includes(type)) &&
        (symbols.exchanges.length === 0 || symbols.exchanges.includes(venue.code)) &&
        (symbols.typespecs.length === 0 || typespecs.some((spec) => symbols.typespecs.includes(spec))) &&
        (members.length === 0 || members.some((set) => set.has(row))),
    )
    .map(({ row }) => row)
}
