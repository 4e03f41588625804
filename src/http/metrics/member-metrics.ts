/** Counts the members of each source by state: one series per source and state, however many members there are. */

import type { Metrics } from './metrics.ts'

interface SourceMembers {
  readonly sourceId: string
  readonly members: Readonly<Record<string, number>>
}

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
