/** Counts what becomes of requests to upstreams, host by host, and passes every event on. */

import type { Events } from '../../core/events.ts'
import type { Metrics } from './metrics.ts'

type UpstreamEvents = Pick<Events, 'upstreamCall' | 'breakerOpened' | 'breakerClosed'>

export function withUpstreamMetrics<Told extends UpstreamEvents>(metrics: Metrics, events: Told): Told {
  const calls = metrics.counter(
    'broadsheet_upstream_calls_total',
    'Attempts at upstreams by host and outcome: ok, or the code of the failure.',
    ['host', 'outcome'],
  )
  const breakers = metrics.labeledGauge(
    'broadsheet_upstream_breaker_open',
    'Whether a host is left alone because it keeps failing.',
    ['host'],
  )
  return {
    ...events,
    upstreamCall(event) {
      calls.inc({ host: event.host, outcome: event.code ?? 'ok' })
      events.upstreamCall(event)
    },
    breakerOpened(event) {
      breakers.set({ host: event.host }, 1)
      events.breakerOpened(event)
    },
    breakerClosed(event) {
      breakers.set({ host: event.host }, 0)
      events.breakerClosed(event)
    },
  }
}
