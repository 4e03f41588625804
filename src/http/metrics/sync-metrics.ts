/** Counts sync results by source and forwards every event. */

import { type Events, withListeners } from '../../core/events.ts'
import type { Metrics } from './metrics.ts'

export function withSyncMetrics(metrics: Metrics, events: Events): Events {
  const runs = metrics.counter('broadsheet_sync_runs_total', 'Runs by source and status.', [
    'source',
    'status',
  ])
  const seconds = metrics.counter('broadsheet_sync_seconds_total', 'Time spent in runs, by source.', [
    'source',
  ])
  const members = metrics.counter(
    'broadsheet_sync_members_total',
    'Members by outcome: published, held by a guard as a whole or in part, or failed.',
    ['source', 'outcome'],
  )
  const rows = metrics.counter(
    'broadsheet_sync_rows_total',
    'Rows by outcome: written, unchanged, removed, dropped, held until confirmed, gone, or gated by the upstream.',
    ['source', 'outcome'],
  )
  const kills = metrics.counter(
    'broadsheet_sync_thread_kills_total',
    'How often the sync thread was killed because it stalled or ran out of memory, by the source at work.',
    ['source'],
  )
  return withListeners(events, {
    memberPublished(event) {
      const { sourceId: source, written, unchanged, removed, dropped, held = 0, gone = 0, gated = 0 } = event
      members.inc({ source, outcome: 'published' })
      for (const [outcome, count] of Object.entries({
        written,
        unchanged,
        removed,
        dropped,
        held,
        gone,
        gated,
      })) {
        rows.inc({ source, outcome }, count)
      }
    },
    memberHeld(event) {
      members.inc({ source: event.sourceId, outcome: 'held' })
    },
    memberFailed(event) {
      members.inc({ source: event.sourceId, outcome: 'failed' })
    },
    syncThreadKilled(event) {
      kills.inc({ source: event.sourceId ?? 'unknown' })
    },
    runFinished(event) {
      runs.inc({ source: event.sourceId, status: event.status })
      seconds.inc({ source: event.sourceId }, Math.max(0, event.durationMs) / 1000)
    },
  })
}
