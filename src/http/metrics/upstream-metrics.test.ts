import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { silentEvents } from '../../core/events.ts'
import { Metrics } from './metrics.ts'
import { withUpstreamMetrics } from './upstream-metrics.ts'

describe('the metrics of upstreams', () => {
  it('have a bounded number of hosts', async () => {
    const metrics = new Metrics()
    const events = withUpstreamMetrics(metrics, silentEvents)
    for (let at = 0; at < 3000; at += 1)
      events.upstreamCall({ host: `h${at}.example`, method: 'GET', attempt: 1, durationMs: 1, bytes: 1 })
    const text = await metrics.registry.getSingleMetricAsString('broadsheet_upstream_calls_total')
    assert.equal(text.split('\n').filter((line) => line.startsWith('broadsheet')).length, 201)
    assert.match(text, /\{host="other",outcome="ok"\} 2800/)
  })

  it('tell a 404 that a source can use from a response that it asked for', async () => {
    const metrics = new Metrics()
    const events = withUpstreamMetrics(metrics, silentEvents)
    for (const status of [200, 304, 404])
      events.upstreamCall({ host: 'a.example', method: 'GET', attempt: 1, durationMs: 1, bytes: 1, status })
    const text = await metrics.registry.getSingleMetricAsString('broadsheet_upstream_calls_total')
    assert.match(text, /\{host="a.example",outcome="ok"\} 2/)
    assert.match(text, /\{host="a.example",outcome="404"\} 1/)
  })
})
