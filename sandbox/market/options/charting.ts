/** Charts about options: volatility over time, sums over a chain, and what a strategy is worth at which price. */

import { dayOf, startOf } from '../../calendar.ts'
import type { Listing } from '../listings/listing.ts'
import { bell, mix } from '../prices/noise.ts'
import { greeks } from './black-scholes.ts'
import {
  type Contract,
  type Expiration,
  expirations,
  openInterest,
  rootOf,
  strikes,
  volumeToday,
  yearsTo,
} from './chain.ts'
import { atTheMoney, riskFreeRate, smile } from './volatility.ts'

interface Span {
  readonly value: number
  readonly unit: 'd' | 'w' | 'm' | 'y'
}

const spans: readonly (Span & { readonly years: number })[] = [
  { value: 1, unit: 'w', years: 7 / 365 },
  { value: 2, unit: 'w', years: 14 / 365 },
  { value: 1, unit: 'm', years: 1 / 12 },
  { value: 2, unit: 'm', years: 2 / 12 },
  { value: 3, unit: 'm', years: 3 / 12 },
  { value: 6, unit: 'm', years: 6 / 12 },
  { value: 9, unit: 'm', years: 9 / 12 },
  { value: 1, unit: 'y', years: 1 },
]

/** At the money for standard spans, and for the spans contracts really have. */
export function inTimeVolatility(underlying: Listing, nowMs: number): Record<string, unknown> {
  const wobble = (salt: number) => 1 + 0.01 * bell(mix(underlying.key, 520 + salt), dayOf(nowMs))
  return {
    'real-ivs': expirations(nowMs).map((expiration, at) => ({
      span: { value: Math.max(1, expiration.day - dayOf(nowMs)), unit: 'd' },
      value: round(atTheMoney(underlying, yearsTo(expiration, nowMs)) * wobble(at)),
    })),
    'standard-ivs': spans.map(({ value, unit, years }, at) => ({
      span: { value, unit },
      value: round(atTheMoney(underlying, years) * wobble(100 + at)),
    })),
  }
}

export function underlyingAggregates(
  underlying: Listing,
  spot: number,
  nowMs: number,
): Record<string, unknown> {
  const total = { calls: { volume: 0, interest: 0 }, puts: { volume: 0, interest: 0 } }
  const dates = expirations(nowMs)
  for (const expiration of dates) {
    for (const contract of contractsOf(underlying, spot, expiration, nowMs)) {
      const side = contract.isCall ? total.calls : total.puts
      side.volume += volumeToday(contract)
      side.interest += openInterest(contract)
    }
  }
  const volatility = atTheMoney(underlying, 1 / 12)
  return {
    symbol: underlying.symbol,
    root: rootOf(underlying),
    price: spot,
    'call-volume': total.calls.volume,
    'put-volume': total.puts.volume,
    'call-open-interest': total.calls.interest,
    'put-open-interest': total.puts.interest,
    'put-call-ratio': round(total.puts.volume / Math.max(1, total.calls.volume)),
    'iv-30d': round(volatility),
    'iv-rank': round(50 + 25 * bell(mix(underlying.key, 530), dayOf(nowMs))),
    'historical-volatility': round(underlying.sigma * Math.sqrt(252)),
    expirations: dates.map(({ number }) => number),
  }
}

function* contractsOf(
  underlying: Listing,
  spot: number,
  expiration: Expiration,
  nowMs: number,
): Generator<Contract> {
  const years = yearsTo(expiration, nowMs)
  for (const strike of strikes(underlying, expiration, nowMs)) {
    for (const isCall of [true, false]) yield { underlying, spot, expiration, strike, isCall, years }
  }
}

/** The smile of one expiration, by strike or by distance from the price. */
export function volatilityChart(
  underlying: Listing,
  spot: number,
  expiration: Expiration,
  axis: 'strikes' | 'moneyness',
  nowMs: number,
): Record<string, unknown> {
  const grid = strikes(underlying, expiration, nowMs)
  const years = yearsTo(expiration, nowMs)
  return {
    'x-axis': { x: axis === 'strikes' ? grid : grid.map((strike) => round(strike / spot)) },
    plots: [
      {
        optionSeriesId: `${rootOf(underlying)};${expiration.number}`,
        plot: { y: grid.map((strike) => round(smile(underlying, spot, strike, years))) },
      },
    ],
  }
}

export interface Leg {
  readonly type: 'call' | 'put' | 'underlying'
  /** Negative when sold. */
  readonly quantity: number
  readonly strike: number
  readonly expiration: Expiration
  /** What was paid for one, when the caller knows. */
  readonly price: number | undefined
}

export interface Strategy {
  readonly id: string
  readonly legs: readonly Leg[]
}

const points = 81

/** Profit and loss over a range of prices: at the first expiration, and today. */
export function strategiesChart(
  underlying: Listing,
  spot: number,
  strategies: readonly Strategy[],
  nowMs: number,
): Record<string, unknown> {
  const x = Array.from({ length: points }, (_, at) => round(spot * (0.6 + (0.8 * at) / (points - 1))))
  return {
    'x-axis': { x },
    plots: strategies.flatMap(({ id, legs }) => {
      const first = Math.min(...legs.map(({ expiration }) => expiration.day))
      const atEnd = startOf(first) + 75_600_000
      const cost = legs.reduce(
        (sum, leg) => sum + leg.quantity * (leg.price ?? worth(underlying, leg, spot, spot, nowMs)),
        0,
      )
      const profit = (price: number, atMs: number) =>
        round(
          legs.reduce((sum, leg) => sum + leg.quantity * worth(underlying, leg, price, spot, atMs), 0) - cost,
        )
      return [
        { strategyId: id, kind: 'expiration', plot: { y: x.map((price) => profit(price, atEnd)) } },
        { strategyId: id, kind: 'now', plot: { y: x.map((price) => profit(price, nowMs)) } },
      ]
    }),
  }
}

/** Of one leg at a price of the underlying and a time; at its end only what it is in the money. */
function worth(underlying: Listing, leg: Leg, price: number, spot: number, atMs: number): number {
  if (leg.type === 'underlying') return price
  const { strike, expiration } = leg
  const isCall = leg.type === 'call'
  if (startOf(expiration.day) + 75_600_000 <= atMs)
    return Math.max(0, isCall ? price - strike : strike - price)
  const years = yearsTo(expiration, atMs)
  const volatility = smile(underlying, spot, strike, years)
  return greeks({ isCall, spot: price, strike, years, volatility, rate: riskFreeRate }).price
}

/** Looks a contract up by the symbol the scanner gives it. */
export function parseContractSymbol(
  symbol: string,
):
  | { readonly root: string; readonly expiration: number; readonly isCall: boolean; readonly strike: number }
  | undefined {
  const match = /^(?:OPRA:)?([A-Z0-9]+?)(\d{6})([CP])(\d+(?:\.\d+)?)$/.exec(symbol)
  if (match === null) return undefined
  const [, root = '', date = '', side, strike] = match
  return { root, expiration: 20_000_000 + Number(date), isCall: side === 'C', strike: Number(strike) }
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
