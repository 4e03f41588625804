/** The option charts host. No answer of the real one is on record; these follow the names of its paths. */

import { dayOf } from '../../calendar.ts'
import { json, type Reply, route, type SandboxHost, type SandboxRequest } from '../../host.ts'
import { compactDate } from '../dates.ts'
import { between, integer } from '../hash.ts'
import type { Listing } from '../listings/listing.ts'
import { marketOf } from '../market.ts'
import { expirations, rootOf, spotOf, volatilityOf } from './chain.ts'

export const chartingHost: SandboxHost = {
  host: 'options-charting.tradingview.com',
  routes: [
    route('GET /v1/in-time-iv/{symbol}', (request) =>
      withUnderlying(request, request.params.symbol, impliedVolatilities),
    ),
    route('GET /v1/underlying-aggregates/{symbol}', (request) =>
      withUnderlying(request, request.params.symbol, aggregates),
    ),
    route('POST /v1/strategies-chart', strategiesChart),
  ],
}

interface Underlying {
  readonly listing: Listing
  readonly spot: number
  readonly nowMs: number
}

function withUnderlying(
  { world }: SandboxRequest,
  symbol: string,
  answer: (underlying: Underlying) => unknown,
): Reply {
  const listing = marketOf(world).listings.find(symbol)
  const nowMs = Math.floor(world.now() / 60_000) * 60_000
  const spot = listing?.hasOptions === true ? spotOf(listing, nowMs) : undefined
  if (listing === undefined || spot === undefined) return json({ error: 'symbol not found' }, { status: 404 })
  return json(answer({ listing, spot, nowMs }))
}

const spans = [
  { value: 1, unit: 'w', years: 7 / 365 },
  { value: 1, unit: 'm', years: 1 / 12 },
  { value: 3, unit: 'm', years: 3 / 12 },
  { value: 6, unit: 'm', years: 6 / 12 },
  { value: 1, unit: 'y', years: 1 },
] as const

function impliedVolatilities({ listing, nowMs }: Underlying): unknown {
  return {
    'real-ivs': expirations(nowMs).map((day) => {
      const days = Math.max(1, day - dayOf(nowMs))
      return { span: { value: days, unit: 'd' }, value: round(volatilityOf(listing, days / 365)) }
    }),
    'standard-ivs': spans.map(({ value, unit, years }) => ({
      span: { value, unit },
      value: round(volatilityOf(listing, years)),
    })),
  }
}

function aggregates({ listing, spot, nowMs }: Underlying): unknown {
  const { key, symbol } = listing
  const [calls, puts] = [integer(key, 511, 2_000, 400_000), integer(key, 512, 2_000, 400_000)]
  return {
    symbol,
    root: rootOf(listing),
    price: spot,
    'call-volume': calls,
    'put-volume': puts,
    'call-open-interest': calls * 6,
    'put-open-interest': puts * 6,
    'put-call-ratio': round(puts / calls),
    'iv-30d': round(volatilityOf(listing, 1 / 12)),
    'iv-rank': round(between(key, 513, 0, 100)),
    expirations: expirations(nowMs).map(compactDate),
  }
}

interface Leg {
  readonly type: 'call' | 'put'
  readonly strike: number
  readonly quantity: number
}

/** Profit and loss at expiration over a range of prices of the underlying. */
function strategiesChart(request: SandboxRequest): Reply {
  const { symbol, legs } = parseStrategy(request.body)
  if (legs === undefined || legs.length === 0) {
    return json({ error: 'symbol and legs with type, strike and quantity are required' }, { status: 400 })
  }
  return withUnderlying(request, symbol, ({ spot }) => {
    const x = Array.from({ length: 41 }, (_, at) => round(spot * (0.6 + 0.02 * at)))
    const y = x.map((price) => round(legs.reduce((sum, leg) => sum + payoff(leg, price), 0)))
    return { 'x-axis': { x }, plots: [{ strategyId: '1', kind: 'expiration', plot: { y } }] }
  })
}

function payoff({ type, strike, quantity }: Leg, price: number): number {
  return quantity * Math.max(0, type === 'call' ? price - strike : strike - price)
}

function parseStrategy(body: string): { symbol: string; legs: Leg[] | undefined } {
  try {
    const { symbol, legs } = JSON.parse(body) ?? {}
    return { symbol: String(symbol), legs: Array.isArray(legs) ? legs.map(toLeg) : undefined }
  } catch {
    return { symbol: '', legs: undefined }
  }
}

/** Throws for what is not a leg. */
function toLeg({ type, strike, quantity = 1, side }: Record<string, unknown>): Leg {
  const amount = Number(quantity) * (side === 'sell' ? -1 : 1)
  if ((type !== 'call' && type !== 'put') || !(Number(strike) > 0) || !Number.isFinite(amount)) {
    throw new TypeError('not a leg')
  }
  return { type, strike: Number(strike), quantity: amount }
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
