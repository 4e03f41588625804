/** Metrics of the gateway: lookups by outcome, and the size of the cache. */

import type { Metrics } from '../../../http/metrics/metrics.ts'
import type { Gateway, LookupOutcome } from './gateway.ts'

/** Responses that the server reuses without a lookup are counted by `broadsheet_http_kept_total`. */
export function createLookupCounter(metrics: Metrics): (outcome: LookupOutcome) => void {
  const lookups = metrics.counter(
    'broadsheet_market_lookups_total',
    'Gateway lookups by outcome: hit, stale, miss, joined (to a fetch in progress), failed.',
    ['outcome'],
  )
  return (outcome) => lookups.inc({ outcome })
}

export function createSkippedRowsCounter(metrics: Metrics): (contract: string, count: number) => void {
  const skipped = metrics.counter(
    'broadsheet_market_skipped_rows_total',
    'Rows of the provider in an unexpected format, which were left out, by contract.',
    ['contract'],
  )
  return (contract, count) => skipped.inc({ contract }, count)
}

export function registerGatewayGauges(metrics: Metrics, gateway: Gateway): void {
  metrics.gauge(
    'broadsheet_market_kept_answers',
    'Responses in the gateway cache.',
    () => gateway.cached.responses,
  )
  metrics.gauge(
    'broadsheet_market_kept_bytes',
    'Size of the gateway cache in bytes.',
    () => gateway.cached.bytes,
  )
}
