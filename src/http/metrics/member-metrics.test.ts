import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addMemberMetrics } from './member-metrics.ts'
import { Metrics } from './metrics.ts'

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.startsWith('broadsheet_source_members{'))
}

describe('metrics of members', () => {
  it('are the counts at the time of the scrape, by source and state', async () => {
    const metrics = new Metrics()
    let counts = [{ sourceId: 'gazette', members: { on: 2, stale: 1 } }]
    addMemberMetrics(metrics, async () => counts)
    assert.deepEqual(linesOf(await metrics.text()), [
      'broadsheet_source_members{source="gazette",state="on"} 2',
      'broadsheet_source_members{source="gazette",state="stale"} 1',
    ])
    counts = [{ sourceId: 'lever', members: { on: 3, stale: 0 } }]
    assert.deepEqual(linesOf(await metrics.text()), [
      'broadsheet_source_members{source="lever",state="on"} 3',
      'broadsheet_source_members{source="lever",state="stale"} 0',
    ])
  })

  it('are absent while the store fails, and the others are not', async () => {
    const metrics = new Metrics()
    addMemberMetrics(metrics, () => Promise.reject(new Error('the store is gone')))
    metrics.gauge('broadsheet_test_gauge', 'A gauge.', () => 42)
    const text = await metrics.text()
    assert.deepEqual(linesOf(text), [])
    assert.match(text, /broadsheet_test_gauge 42/)
  })
})
