import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEvents } from '../../core/events.ts'
import { Metrics } from './metrics.ts'
import { withSyncMetrics } from './sync-metrics.ts'

describe('metrics of syncs', () => {
  it('count runs, members and rows by source, and pass the events on', async () => {
    const metrics = new Metrics()
    const heard: string[] = []
    const events = withSyncMetrics(
      metrics,
      createEvents((name) => heard.push(name)),
    )
    const run = { runId: 'r', service: 'notices', sourceId: 'gazette', mode: 'manual', planned: 2 }
    const member = { ...run, memberId: 'ashford', done: 1 }
    const counts = { artifactId: 1, records: 9, written: 4, unchanged: 3, removed: 2, dropped: 1 }
    events.runStarted(run)
    events.memberPublished({ ...member, ...counts })
    events.memberHeld({ ...member, reason: 'shrank', isPartial: false })
    events.memberFailed({ ...member, code: 'upstream_changed', message: 'not JSON' })
    events.runFinished({ ...run, status: 'partial', completed: 1, failed: 1, durationMs: 1500 })
    events.syncThreadKilled({ reason: 'no progress', restartInMs: 1, sourceId: 'gazette', memberId: 'ash' })
    events.syncThreadKilled({ reason: 'out of memory', restartInMs: 1 })
    assert.deepEqual(heard, [
      'runStarted',
      'memberPublished',
      'memberHeld',
      'memberFailed',
      'runFinished',
      'syncThreadKilled',
      'syncThreadKilled',
    ])
    const text = await metrics.text()
    for (const line of [
      'broadsheet_sync_runs_total{source="gazette",status="partial"} 1',
      'broadsheet_sync_seconds_total{source="gazette"} 1.5',
      'broadsheet_sync_thread_kills_total{source="gazette"} 1',
      'broadsheet_sync_thread_kills_total{source="unknown"} 1',
      ...['published', 'held', 'failed'].map(
        (outcome) => `broadsheet_sync_members_total{source="gazette",outcome="${outcome}"} 1`,
      ),
      ...Object.entries({ written: 4, unchanged: 3, removed: 2, dropped: 1 }).map(
        ([outcome, count]) => `broadsheet_sync_rows_total{source="gazette",outcome="${outcome}"} ${count}`,
      ),
    ]) {
      assert.ok(text.split('\n').includes(line), line)
    }
  })
})
