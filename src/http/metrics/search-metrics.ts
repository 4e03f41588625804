/** Counts what the search index lacks, for servers that have one. */

import type { Metrics } from './metrics.ts'

export function addSearchMetrics(metrics: Metrics, read: () => Promise<{ readonly waiting: number }>): void {
  metrics.collectedGauge(
    'broadsheet_search_index_waiting',
    'Job postings that have changed and are not in the search index yet.',
    [],
    async () => [{ labels: {}, value: (await read()).waiting }],
  )
}
