/** The host of the option charts. No answer of it was ever recorded: what stands here follows the names of its paths. */

import { dayOf } from '../../calendar.ts'
import { json, type Reply, route, type SandboxHost, type SandboxRequest, text } from '../../host.ts'
import { contractRoute, madeUp } from '../edge.ts'
import type { Listing } from '../listings/listing.ts'
import { marketOf } from '../market.ts'
import { type Expiration, expirations } from './chain.ts'
import {
  inTimeVolatility,
  type Leg,
  parseContractSymbol,
  type Strategy,
  strategiesChart,
  underlyingAggregates,
  volatilityChart,
} from './charting.ts'
import { spotOf } from './spot.ts'

export const chartingHost: SandboxHost = {
  host: 'options-charting.tradingview.com',
  routes: [
    contractRoute('OptionsCharting.GetInTimeIV', (request) =>
      withUnderlying(request, request.params.symbol ?? '', ({ underlying, nowMs }) =>
        json(inTimeVolatility(underlying, nowMs)),
      ),
    ),
    contractRoute('OptionsCharting.GetUnderlyingAggregates', (request) =>
      withUnderlying(request, request.params.symbol ?? '', ({ underlying, spot, nowMs }) =>
        json(underlyingAggregates(underlying, spot, nowMs)),
      ),
    ),
    contractRoute('OptionsCharting.PostStrategiesChart', strategies),
    route('GET /v1/volatility-chart/{series}', (request) => madeUp(volatility(request))),
    route('GET /v1/strategies-chart', () => text('404 page not found\n', { status: 404 })),
  ],
}

interface Underlying {
  readonly underlying: Listing
  readonly spot: number
  readonly nowMs: number
}

function withUnderlying(
  { world }: SandboxRequest,
  symbol: string,
  answer: (underlying: Underlying) => Reply,
): Reply {
  const underlying = marketOf(world).listings.find(symbol)
  const nowMs = Math.floor(world.now() / 60_000) * 60_000
  const spot = underlying?.hasOptions === true ? spotOf(underlying, nowMs) : undefined
  if (underlying === undefined || spot === undefined)
    return json({ error: 'symbol not found' }, { status: 404 })
  return answer({ underlying, spot, nowMs })
}

/** `NASDAQ:AAPL;AAPL;20270115` */
function volatility(request: SandboxRequest): Reply {
  const [symbol = '', , date = ''] = (request.params.series ?? '').split(';')
  const axis = request.query.get('xaxis') === 'moneyness' ? 'moneyness' : 'strikes'
  return withUnderlying(request, symbol, ({ underlying, spot, nowMs }) => {
    const expiration = expirations(nowMs).find(({ number }) => number === Number(date))
    if (expiration === undefined) return json({ error: 'expiration not found' }, { status: 404 })
    return json(volatilityChart(underlying, spot, expiration, axis, nowMs))
  })
}

const strategiesMax = 20
const legsMax = 20

function strategies(request: SandboxRequest): Reply {
  const body = parseObject(request.body)
  const symbol = body?.symbol ?? body?.underlying
  const listed = body === undefined ? undefined : toList(body)
  if (body === undefined || typeof symbol !== 'string' || listed === undefined) {
    return badRequest('symbol and strategies are required')
  }
  return withUnderlying(request, symbol, ({ underlying, spot, nowMs }) => {
    const parsed = listed.map((strategy, at) => toStrategy(strategy, at, nowMs))
    if (parsed.length > strategiesMax) return badRequest(`at most ${strategiesMax} strategies`)
    const whole = parsed.filter((strategy) => strategy !== undefined)
    if (whole.length !== parsed.length)
      return badRequest('every strategy needs legs with quantity, type, strike and expiration')
    return json(strategiesChart(underlying, spot, whole, nowMs))
  })
}

type Json = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Several strategies, or the legs of one. */
function toList({ strategies: several, legs }: Json): readonly unknown[] | undefined {
  if (Array.isArray(several) && several.length > 0) return several
  return Array.isArray(legs) && legs.length > 0 ? [{ legs }] : undefined
}

function toStrategy(value: unknown, at: number, nowMs: number): Strategy | undefined {
  if (!isObject(value) || !Array.isArray(value.legs)) return undefined
  if (value.legs.length === 0 || value.legs.length > legsMax) return undefined
  const legs = value.legs.map((leg) => toLeg(leg, nowMs)).filter((leg) => leg !== undefined)
  if (legs.length !== value.legs.length) return undefined
  return { id: typeof value.id === 'string' ? value.id : String(at + 1), legs }
}

/** By the symbol of a contract, or by type, strike and expiration. */
function toLeg(value: unknown, nowMs: number): Leg | undefined {
  if (!isObject(value)) return undefined
  const quantity = Number(value.quantity ?? value.qty ?? 1) * (value.side === 'sell' ? -1 : 1)
  const price = typeof value.price === 'number' ? value.price : undefined
  if (!Number.isFinite(quantity) || quantity === 0) return undefined
  const contract = typeof value.symbol === 'string' ? parseContractSymbol(value.symbol) : undefined
  const type =
    contract === undefined ? (value.type ?? value['option-type']) : contract.isCall ? 'call' : 'put'
  if (type === 'underlying') {
    return { type, quantity, strike: 0, expiration: { day: dayOf(nowMs) + 365, number: 0 }, price }
  }
  const strike = Number(contract?.strike ?? value.strike)
  const expiration = toExpiration(Number(contract?.expiration ?? value.expiration))
  if ((type !== 'call' && type !== 'put') || !(strike > 0) || expiration === undefined) return undefined
  return { type, quantity, strike, expiration, price }
}

/** 20270115 */
function toExpiration(number: number): Expiration | undefined {
  if (!Number.isInteger(number) || number < 20_000_101 || number > 20_991_231) return undefined
  const ms = Date.UTC(Math.floor(number / 10_000), (Math.floor(number / 100) % 100) - 1, number % 100)
  return { day: dayOf(ms), number }
}

function badRequest(message: string): Reply {
  return json({ error: message }, { status: 400 })
}
