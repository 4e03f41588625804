/** The option contracts of some underlyings as a table for the scanner; contracts are numbers until a cell is asked. */

import type { Listing } from '../listings/listing.ts'
import { own } from '../own.ts'
import type { Column, ScanTable } from '../scanner/column.ts'
import { parseColumnName } from '../scanner/field.ts'
import { impliedVolatility } from './black-scholes.ts'
import {
  bidAsk,
  type Contract,
  contractSymbol,
  type Expiration,
  expirations,
  greeksOf,
  openInterest,
  rootOf,
  strikes,
  volatilityOf,
  volumeToday,
  yearsTo,
} from './chain.ts'
import { spotOf } from './spot.ts'
import { riskFreeRate } from './volatility.ts'

/** All strikes of one expiration of one underlying, from a row on: each strike is a call and then a put. */
interface Series {
  readonly underlying: Listing
  readonly spot: number
  readonly expiration: Expiration
  readonly years: number
  readonly strikes: readonly number[]
  readonly firstRow: number
}

export class OptionsTable implements ScanTable {
  readonly rowCount: number
  readonly #series: readonly Series[]
  #last: { row: number; contract: Contract } | undefined

  constructor(underlyings: readonly Listing[], nowMs: number) {
    const series: Series[] = []
    let rows = 0
    const dates = expirations(nowMs)
    for (const underlying of underlyings) {
      const spot = spotOf(underlying, nowMs)
      if (spot === undefined) continue
      for (const expiration of dates) {
        const grid = strikes(underlying, expiration, nowMs)
        const years = yearsTo(expiration, nowMs)
        series.push({ underlying, spot, expiration, years, strikes: grid, firstRow: rows })
        rows += grid.length * 2
      }
    }
    this.rowCount = rows
    this.#series = series
  }

  symbol(row: number): string {
    return contractSymbol(this.#contract(row))
  }

  column(name: string): Column | undefined {
    const parsed = parseColumnName(name)
    if (parsed === undefined || parsed.isEmpty) return undefined
    const text = own(texts, parsed.field)
    if (text !== undefined) return { kind: 'text', at: (row) => text(this.#contract(row)) }
    if (parsed.field === 'typespecs') return { kind: 'set', at: () => [] }
    const flag = own(flags, parsed.field)
    if (flag !== undefined) return { kind: 'bool', at: () => flag }
    const number = own(numbers, parsed.field)
    if (number !== undefined) return { kind: 'number', at: (row) => number(this.#contract(row)) }
    return undefined
  }

  #contract(row: number): Contract {
    if (this.#last?.row === row) return this.#last.contract
    const { underlying, spot, expiration, years, strikes: grid, firstRow } = this.#seriesOf(row)
    const at = row - firstRow
    const strike = grid[at >> 1] as number
    const contract = { underlying, spot, expiration, years, strike, isCall: at % 2 === 0 }
    this.#last = { row, contract }
    return contract
  }

  #seriesOf(row: number): Series {
    let low = 0
    let high = this.#series.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#series[middle] as Series).firstRow <= row) low = middle
      else high = middle - 1
    }
    return this.#series[low] as Series
  }
}

const texts: Readonly<Record<string, (contract: Contract) => string>> = {
  name: (contract) => contractSymbol(contract).slice(5),
  description: ({ underlying, expiration, strike, isCall }) =>
    `${rootOf(underlying)} ${expiration.number} ${strike} ${isCall ? 'Call' : 'Put'}`,
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

function quotes(contract: Contract): { readonly bid: number; readonly ask: number } {
  return bidAsk(contract, greeksOf(contract).price)
}

const numbers: Readonly<Record<string, (contract: Contract) => number>> = {
  strike: ({ strike }) => strike,
  expiration: ({ expiration }) => expiration.number,
  maturity_date: ({ expiration }) => expiration.number,
  days_to_maturity: ({ years }) => Math.ceil(years * 365),
  bid: (contract) => quotes(contract).bid,
  ask: (contract) => quotes(contract).ask,
  bid_ask_spread_pct: (contract) => {
    const { bid, ask } = quotes(contract)
    return (200 * (ask - bid)) / (ask + bid)
  },
  close: (contract) => Math.round(greeksOf(contract).price * 100) / 100,
  volume: volumeToday,
  open_interest: openInterest,
  theoPrice: (contract) => greeksOf(contract).price,
  delta: (contract) => greeksOf(contract).delta,
  gamma: (contract) => greeksOf(contract).gamma,
  theta: (contract) => greeksOf(contract).theta,
  vega: (contract) => greeksOf(contract).vega,
  rho: (contract) => greeksOf(contract).rho,
  iv: volatilityOf,
  bid_iv: (contract) => impliedAt(contract, quotes(contract).bid),
  ask_iv: (contract) => impliedAt(contract, quotes(contract).ask),
  pricescale: () => 100,
  minmov: () => 1,
  minmove2: () => 0,
  'kind-delay': () => 900,
}

function impliedAt({ isCall, spot, strike, years }: Contract, price: number): number {
  if (price <= 0) return Number.NaN
  return impliedVolatility(price, { isCall, spot, strike, years, rate: riskFreeRate })
}
