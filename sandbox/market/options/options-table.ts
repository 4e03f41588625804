/** The option contracts of some underlyings as a table for the scanner. */

import { compactDate } from '../dates.ts'
import { lookup } from '../lookup.ts'
import type { Market } from '../market.ts'
import type { Column, ScanTable } from '../scanner/columns/column.ts'
import { parseColumnName, typeOfColumn } from '../scanner/columns/field.ts'
import { type ScanResult, scan } from '../scanner/scan.ts'
import { ScanError } from '../scanner/scan-error.ts'
import type { ScanRequest } from '../scanner/scan-request.ts'
import { type Contract, type ContractValues, contractSymbol, rootOf, seriesOf, valuesOf } from './chain.ts'

const underlyingsMax = 100

/** Throws `ScanError`. Underlyings that are unknown or have no options have no rows. */
export function scanOptions(
  market: Market,
  request: ScanRequest,
): { readonly table: OptionsTable; readonly result: ScanResult } {
  const symbols = request.indexFilters.get('underlying_symbol')
  if (symbols === undefined) {
    throw new ScanError('required index "underlying_symbol" is missing from request', { hasData: false })
  }
  if (symbols.length > underlyingsMax) throw new ScanError('too many values of index "underlying_symbol"')
  const nowMs = Math.floor(market.world.now() / 60_000) * 60_000
  const underlyings = [...new Set(symbols)].flatMap((symbol) => {
    const listing = market.listings.find(symbol)
    return listing?.hasOptions === true ? [listing] : []
  })
  const series = underlyings.flatMap((underlying) => seriesOf(underlying, nowMs))
  const table = new OptionsTable(
    series.flatMap(({ strikes, ...rest }) =>
      strikes.flatMap((strike) => [
        { ...rest, strike, isCall: true },
        { ...rest, strike, isCall: false },
      ]),
    ),
  )
  const result = scan(request, {
    table,
    rows: Array.from({ length: table.rowCount }, (_, row) => row),
    nowMs,
    orderKey: 0x0b7a,
    hasColumn: (name) => typeOfColumn('options', name) !== undefined,
  })
  return { table, result }
}

class OptionsTable implements ScanTable {
  readonly rowCount: number
  readonly #contracts: readonly Contract[]
  readonly #values: (ContractValues | undefined)[] = []

  constructor(contracts: readonly Contract[]) {
    this.rowCount = contracts.length
    this.#contracts = contracts
  }

  symbol(row: number): string {
    return contractSymbol(this.#contract(row))
  }

  column(name: string): Column | undefined {
    const field = parseColumnName(name)?.field ?? ''
    if (field === 'typespecs') return { kind: 'set', at: () => [] }
    const text = lookup(texts, field)
    if (text !== undefined) return { kind: 'text', at: (row) => text(this.#contract(row)) }
    const flag = lookup(flags, field)
    if (flag !== undefined) return { kind: 'bool', at: () => flag }
    const number = lookup(numbers, field)
    if (number === undefined) return undefined
    return { kind: 'number', at: (row) => number(this.#contract(row), this.#valuesAt(row)) }
  }

  #contract(row: number): Contract {
    return this.#contracts[row] as Contract
  }

  #valuesAt(row: number): ContractValues {
    let values = this.#values[row]
    if (values === undefined) {
      values = valuesOf(this.#contract(row))
      this.#values[row] = values
    }
    return values
  }
}

const texts: Readonly<Record<string, (contract: Contract) => string>> = {
  name: (contract) => contractSymbol(contract).slice(5),
  description: ({ underlying, expiration, strike, isCall }) =>
    `${rootOf(underlying)} ${compactDate(expiration)} ${strike} ${isCall ? 'Call' : 'Put'}`,
  type: () => 'option',
  subtype: () => '',
  exchange: () => 'OPRA',
  market: () => 'options',
  submarket: () => '',
  currency: ({ underlying }) => underlying.currency,
  currency_id: ({ underlying }) => underlying.currency,
  currency_kind: () => 'fiat',
  kind: () => 'delay',
  logoid: ({ underlying }) => underlying.logoid,
  fractional: () => 'false',
  update_mode: () => 'delayed_streaming_900',
  'source-logoid': () => 'source/OPRA',
  'option-type': ({ isCall }) => (isCall ? 'call' : 'put'),
  root: ({ underlying }) => rootOf(underlying),
  underlying_symbol: ({ underlying }) => underlying.symbol,
}

const flags: Readonly<Record<string, boolean>> = {
  is_primary: true,
  active_symbol: true,
  is_blacklisted: false,
  is_shariah_compliant: false,
  is_symbol_primary_listing: true,
}

const numbers: Readonly<Record<string, (contract: Contract, values: ContractValues) => number>> = {
  strike: ({ strike }) => strike,
  expiration: ({ expiration }) => compactDate(expiration),
  maturity_date: ({ expiration }) => compactDate(expiration),
  days_to_maturity: ({ years }) => Math.ceil(years * 365),
  bid: (_, { bid }) => bid,
  ask: (_, { ask }) => ask,
  bid_ask_spread_pct: (_, { bid, ask }) => (200 * (ask - bid)) / (ask + bid),
  close: (_, { price }) => Math.round(price * 100) / 100,
  theoPrice: (_, { price }) => price,
  volume: (_, { volume }) => volume,
  open_interest: (_, { openInterest }) => openInterest,
  delta: (_, { delta }) => delta,
  gamma: (_, { gamma }) => gamma,
  theta: (_, { theta }) => theta,
  vega: (_, { vega }) => vega,
  rho: (_, { rho }) => rho,
  iv: (_, { iv }) => iv,
  bid_iv: (_, { iv }) => iv * 0.98,
  ask_iv: (_, { iv }) => iv * 1.02,
  pricescale: () => 100,
  minmov: () => 1,
  minmove2: () => 0,
  'kind-delay': () => 900,
}
