/** Counts requests to upstreams by host and outcome, and forwards every event. */

import { type Events, withListeners } from '../../core/events.ts'
import type { Metrics } from './metrics.ts'

/** Thousands of members have a host each; the busiest are among the first. */
const hostsMax = 200
const otherHosts = 'other'

/** The host, or `other` once there are too many. */
function createHostLabels(): (host: string) => string {
  const known = new Set<string>()
  return (host) => {
    if (known.has(host)) return host
    if (known.size >= hostsMax) return otherHosts
    known.add(host)
    return host
  }
}

/** A 404 may be a valid result for a source, but it is not what was asked for. */
function outcomeOf(status = 200): string {
  return status >= 400 ? String(status) : 'ok'
}

export function withUpstreamMetrics(metrics: Metrics, events: Events): Events {
  const hostLabel = createHostLabels()
  const calls = metrics.counter(
    'broadsheet_upstream_calls_total',
    `Requests to upstreams by host and outcome: ok, an error code, or the status of an error that the source can use. Hosts beyond the first ${hostsMax} are "${otherHosts}".`,
    ['host', 'outcome'],
  )
  return withListeners(events, {
    upstreamCall(event) {
      calls.inc({ host: hostLabel(event.host), outcome: event.code ?? outcomeOf(event.status) })
    },
  })
}
