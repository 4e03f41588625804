/** Counts requests to upstreams by host and outcome, and forwards every event. */

import { type Events, withListeners } from '../../core/events.ts'
import type { HostState } from '../../core/outbound/host-closed.ts'
import type { Metrics } from './metrics.ts'

/** Thousands of members have a host each; the busiest are among the first. */
const hostsMax = 200
const otherHosts = 'other'
const troubledMax = 10_000

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
  const states = metrics.labeledGauge(
    'broadsheet_upstream_host_state',
    'Hosts, or groups of their endpoints, that are slow, limiting, refusing or failing.',
    ['host', 'group', 'state'],
  )
  /** Those that do not answer as usual. */
  const troubled = new Map<string, HostState>()
  return withListeners(events, {
    upstreamCall(event) {
      calls.inc({ host: hostLabel(event.host), outcome: event.code ?? outcomeOf(event.status) })
    },
    hostStateChanged(event) {
      const { state, group = '' } = event
      const host = hostLabel(event.host)
      const key = `${event.host} ${group}`
      const before = troubled.get(key)
      if (before !== undefined && before !== state) states.dec({ host, group, state: before })
      if (state !== 'answering' && before !== state) states.inc({ host, group, state })
      if (state === 'answering') troubled.delete(key)
      else if (before !== undefined || troubled.size < troubledMax) troubled.set(key, state)
    },
  })
}
