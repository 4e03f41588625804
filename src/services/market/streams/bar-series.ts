/** A series of bars as it is requested from the provider, and what its errors mean. */

import type { Bar } from '../../../../packages/client/src/socket/bar.ts'
import {
  MarketCallError,
  MarketOverflowError,
  MarketSeriesError,
  MarketSymbolError,
  MarketTimeoutError,
} from '../../../../packages/client/src/socket/errors.ts'
import { toInstant } from '../../../core/clock.ts'
import { Failure, isFailure } from '../../../core/errors.ts'
import { upstreamChanged } from '../gateway/json-guards.ts'
import {
  type adjustments,
  type BarRow,
  type Resolution,
  resolutions,
  type sessions,
} from '../schema/prices.ts'
import type { ProviderFeed } from './provider-feed.ts'

export interface BarSeries {
  readonly symbol: string
  readonly resolution: Resolution
  readonly adjustment: (typeof adjustments)[number]
  readonly session: (typeof sessions)[number]
}

export function seriesKey({ symbol, resolution, adjustment, session }: BarSeries): string {
  return `${symbol} ${resolution} ${adjustment} ${session}`
}

/** The symbol as the provider's charts take it. */
export function toSpec({ symbol, adjustment, session }: BarSeries): string {
  return `=${JSON.stringify({ symbol, adjustment, session })}`
}

const msMax = 8.64e15

export function toBarRow({ time, open, high, low, close, volume }: Bar): BarRow {
  const ms = time * 1000
  if (Math.abs(ms) > msMax) throw upstreamChanged('the time of a bar')
  return { time: toInstant(ms), open, high, low, close, volume: volume ?? null }
}

export function toSeriesFailure(
  thrown: unknown,
  { symbol, resolution }: BarSeries,
  feed: ProviderFeed,
): Failure {
  if (isFailure(thrown)) return thrown
  if (thrown instanceof MarketSymbolError) return unknownSymbol(symbol)
  if (thrown instanceof MarketTimeoutError)
    return new Failure('upstream_timeout', `The provider sent no bars of ${symbol} in time.`, {
      cause: thrown,
    })
  if (thrown instanceof MarketOverflowError)
    return new Failure('upstream_unavailable', `The provider sent too many bars of ${symbol}.`, {
      cause: thrown,
    })
  if (thrown instanceof MarketSeriesError && thrown.reason === 'custom_resolution') {
    return new Failure('invalid_request', `The provider does not offer the resolution ${resolution}.`, {
      details: { parameter: 'resolution', allowed: resolutions },
      cause: thrown,
    })
  }
  if (thrown instanceof MarketSeriesError || thrown instanceof MarketCallError) {
    const isRefused = /not_auth|permission/.test(thrown.reason)
    return new Failure(
      isRefused ? 'upstream_refused' : 'upstream_unavailable',
      isRefused
        ? `The provider does not give these bars of ${symbol} to everybody.`
        : `The provider could not load the bars of ${symbol}.`,
      { cause: thrown },
    )
  }
  return feed.toFailure(thrown)
}

export function unknownSymbol(symbol: string, parameter = 'symbol'): Failure {
  return new Failure('unknown_symbol', `Unknown symbol ${symbol}.`, {
    details: { parameter, hint: '/market/v1/symbols/search finds symbols.' },
  })
}
