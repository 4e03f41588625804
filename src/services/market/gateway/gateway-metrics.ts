/** What the gateway tells Prometheus: how its look-ups end, and how much it keeps. */

import type { Metrics } from '../../../http/metrics/metrics.ts'
import type { Gateway, LookupOutcome } from './gateway.ts'

/** Counts one look-up. Fresh answers that the server sends again without asking here are `broadsheet_http_kept_total`. */
export function createLookupCounter(metrics: Metrics): (outcome: LookupOutcome) => void {
  const lookups = metrics.counter(
    'broadsheet_market_lookups_total',
    'Look-ups in the gateway by outcome: hit, stale, miss, joined to the fetch of another, failed.',
    ['outcome'],
  )
  return (outcome) => lookups.inc({ outcome })
}

export function registerGatewayGauges(metrics: Metrics, gateway: Gateway): void {
  metrics.gauge(
    'broadsheet_market_kept_answers',
    'Answers the gateway keeps.',
    () => gateway.cached.responses,
  )
  metrics.gauge('broadsheet_market_kept_bytes', 'Bytes they take.', () => gateway.cached.bytes)
}
