/** Counts requests to upstreams by host and outcome, and forwards every event. */

import type { Events } from '../../core/events.ts'
import type { Metrics } from './metrics.ts'

type UpstreamEvents = Pick<Events, 'upstreamCall' | 'breakerOpened' | 'breakerClosed' | 'hostPaused'>

export function withUpstreamMetrics<Target extends UpstreamEvents>(metrics: Metrics, events: Target): Target {
  const calls = metrics.counter(
    'broadsheet_upstream_calls_total',
    'Requests to upstreams by host and outcome: ok or an error code.',
    ['host', 'outcome'],
  )
  const breakers = metrics.labeledGauge(
    'broadsheet_upstream_breaker_open',
    '1 while the circuit breaker for a host, or for a group of its endpoints, is open.',
    ['host', 'group'],
  )
  const pauses = metrics.counter(
    'broadsheet_upstream_pauses_total',
    'Pauses that upstreams asked for with 429 and Retry-After.',
    ['host'],
  )
  return {
    ...events,
    upstreamCall(event) {
      calls.inc({ host: event.host, outcome: event.code ?? 'ok' })
      events.upstreamCall(event)
    },
    breakerOpened(event) {
      breakers.set({ host: event.host, group: event.group ?? '' }, 1)
      events.breakerOpened(event)
    },
    breakerClosed(event) {
      breakers.set({ host: event.host, group: event.group ?? '' }, 0)
      events.breakerClosed(event)
    },
    hostPaused(event) {
      pauses.inc({ host: event.host })
      events.hostPaused(event)
    },
  }
}
