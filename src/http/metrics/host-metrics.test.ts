import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HostState } from '../../core/outbound/hosts/host-closed.ts'
import { addHostMetrics } from './host-metrics.ts'
import { Metrics } from './metrics.ts'

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
