/** The hosts that do not answer as usual, as all processes on the store know them: whichever of them is asked says the same. */

import type { HostState } from '../../core/outbound/hosts/host-closed.ts'
import type { Metrics } from './metrics.ts'

const hostsMax = 200

interface StoredHostState {
  readonly host: string
  readonly endpoints: string
  readonly state: HostState
}

/** `read`: those that do not answer as usual first. */
export function addHostMetrics(
  metrics: Metrics,
  read: (limit: number) => Promise<readonly StoredHostState[]>,
): void {
  metrics.collectedGauge(
    'broadsheet_upstream_host_state',
    `Hosts, or groups of their endpoints, that are slow, limiting, refusing or failing: the latest ${hostsMax}.`,
    ['host', 'group', 'state'],
    async () => {
      const states = await read(hostsMax)
      return states
        .filter(({ state }) => state !== 'answering')
        .map(({ host, endpoints, state }) => ({ labels: { host, group: endpoints, state }, value: 1 }))
    },
  )
}
