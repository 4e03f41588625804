import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HostState } from '../../core/outbound/hosts/host-closed.ts'
import { Metrics } from './metrics.ts'
import { addHostMetrics, addMemberMetrics } from './store-metrics.ts'

describe('the metrics of hosts', () => {
  it('say which hosts do not answer as usual at the time of the scrape', async () => {
    const metrics = new Metrics()
    const states: { host: string; endpoints: string; state: HostState }[] = [
      { host: 'a.example', endpoints: '', state: 'failing' },
      { host: 'b.example', endpoints: 'seats', state: 'refusing' },
      { host: 'c.example', endpoints: '', state: 'answering' },
    ]
    addHostMetrics(metrics, async () => states)
    const lines = async () => (await metrics.text()).match(/^broadsheet_upstream_host_state\{.*$/gm)
    assert.deepEqual(await lines(), [
      'broadsheet_upstream_host_state{host="a.example",group="",state="failing"} 1',
      'broadsheet_upstream_host_state{host="b.example",group="seats",state="refusing"} 1',
    ])
    states.shift()
    assert.equal((await lines())?.length, 1)
  })
})

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
