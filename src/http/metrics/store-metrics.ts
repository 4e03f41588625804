/** What the store says at each scrape: every process on it says the same. */

import type { HostState } from '../../core/outbound/hosts/host-closed.ts'
import type { Metrics } from './metrics.ts'

/** Also kinds without an alarm are counted, so that a rule sees a 0. */
export function addAlarmMetrics(
  metrics: Metrics,
  kinds: readonly string[],
  read: () => Promise<readonly { readonly kind: string }[]>,
): void {
  metrics.collectedGauge(
    'broadsheet_alarms',
    'Open alarms by kind, muted ones included.',
    ['kind'],
    async () => {
      const counts = Map.groupBy(await read(), ({ kind }) => kind)
      return kinds.map((kind) => ({ labels: { kind }, value: counts.get(kind)?.length ?? 0 }))
    },
  )
}

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

interface SourceMembers {
  readonly sourceId: string
  readonly members: Readonly<Record<string, number>>
}

/** One series per source and state, however many members there are. */
export function addMemberMetrics(metrics: Metrics, read: () => Promise<readonly SourceMembers[]>): void {
  metrics.collectedGauge(
    'broadsheet_source_members',
    'Members by source and state: on, new (not read yet), stale (failing) or off (not read).',
    ['source', 'state'],
    async () =>
      (await read()).flatMap(({ sourceId: source, members }) =>
        Object.entries(members).map(([state, value]) => ({ labels: { source, state }, value })),
      ),
  )
}

/** For servers that have a search index. */
export function addSearchMetrics(metrics: Metrics, read: () => Promise<{ readonly waiting: number }>): void {
  metrics.collectedGauge(
    'broadsheet_search_index_waiting',
    'Job postings that have changed and are not in the search index yet.',
    [],
    async () => [{ labels: {}, value: (await read()).waiting }],
  )
}
