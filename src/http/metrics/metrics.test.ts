import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Metrics } from './metrics.ts'

function linesOf(text: string, name: string): string[] {
  return text.split('\n').filter((line) => line.startsWith(name))
}

describe('metrics', () => {
  it('count responses by route and status, however often they are read', async () => {
    const metrics = new Metrics()
    const meter = metrics.meter('GET /things')
    for (let i = 0; i < 10_000; i++) meter.count(i % 10 === 0 ? 304 : 200, 0.4)
    await Promise.all([metrics.text(), metrics.text()])
    meter.count(200, 0.4)
    assert.deepEqual(linesOf(await metrics.text(), 'broadsheet_http_requests_total{'), [
      'broadsheet_http_requests_total{route="GET /things",status="304"} 1000',
      'broadsheet_http_requests_total{route="GET /things",status="200"} 9001',
    ])
  })

  it('expose times as a cumulative histogram', async () => {
    const metrics = new Metrics()
    const meter = metrics.meter('GET /things')
    for (const ms of [0.5, 0.6, 4, 30, 20_000]) meter.count(200, ms)
    const lines = linesOf(await metrics.text(), 'broadsheet_http_request_seconds')
    const value = (le: string) =>
      lines
        .find((line) => line.includes(`le="${le}"`))
        ?.split(' ')
        .at(-1)
    assert.deepEqual(['0.0005', '0.001', '0.005', '0.05', '10', '+Inf'].map(value), [
      '1',
      '2',
      '3',
      '4',
      '4',
      '5',
    ])
    assert.ok(lines.includes('broadsheet_http_request_seconds_count{route="GET /things"} 5'))
    const sum = lines
      .find((line) => line.includes('_sum'))
      ?.split(' ')
      .at(-1)
    assert.ok(Math.abs(Number(sum) - 20.0351) < 1e-9)
  })

  it('omit routes without requests, and have one meter per name', async () => {
    const metrics = new Metrics()
    assert.equal(metrics.meter('GET /a'), metrics.meter('GET /a'))
    assert.deepEqual(linesOf(await metrics.text(), 'broadsheet_http_requests_total{'), [])
  })

  it('escape labels', async () => {
    const metrics = new Metrics()
    metrics.meter('GET /"\\\n').count(200, 1)
    const [line] = linesOf(await metrics.text(), 'broadsheet_http_requests_total{')
    assert.equal(line, 'broadsheet_http_requests_total{route="GET /\\"\\\\\\n",status="200"} 1')
  })

  it('include gauges, counters and process metrics', async () => {
    const metrics = new Metrics()
    metrics.gauge('broadsheet_test_gauge', 'A gauge.', () => 42)
    metrics.counter('broadsheet_test_total', 'A counter.', ['kind']).inc({ kind: 'x' }, 3)
    const text = await metrics.text()
    assert.match(text, /^broadsheet_test_gauge 42$/m)
    assert.match(text, /^broadsheet_test_total\{kind="x"\} 3$/m)
    assert.match(text, /^process_cpu_user_seconds_total /m)
  })
})
