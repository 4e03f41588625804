/** Requests outside the services: pages, metrics, `OPTIONS` and paths that do not exist. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startServerProcess } from '../../support/server/server-process.ts'

const withoutSync = { SYNC_ENABLED: 'false' }

const limited = ['/', '/docs', '/docs/', '/docs/errors', '/llms.txt', '/metrics', '/nowhere', '/v1/nowhere']

describe('requests outside the services', () => {
  it('are rate-limited like the rest, whichever they are', async () => {
    using served = await startServerProcess([], { ...withoutSync, LIMIT_ANONYMOUS_PER_MINUTE: '5' })
    const send = (path: string, method = 'GET') => fetch(served.origin + path, { method, redirect: 'manual' })
    const statuses: number[] = []
    for (const path of limited.slice(0, 5)) {
      const response = await send(path)
      assert.match(response.headers.get('ratelimit') ?? '', /"minute";r=/, path)
      statuses.push(response.status)
    }
    assert.deepEqual(
      statuses.filter((status) => status === 429),
      [],
    )
    for (const path of limited) assert.equal((await send(path)).status, 429, path)
    const refused = await fetch(served.origin, { headers: { accept: 'text/html' } })
    assert.equal(refused.status, 429)
    const page = await refused.text()
    assert.match(page, /<h1>Rate limited<\/h1>/)
    assert.match(page, /<a class="button" href="">Try again<\/a>/)
    assert.ok(page.includes(`<code>${refused.headers.get('x-request-id')}</code>`))
    for (const path of ['/metrics', '/notices/v1/notices', '/nowhere'])
      assert.equal((await send(path, 'OPTIONS')).status, 429, path)
    assert.equal((await send('/', 'POST')).status, 429)
    for (const path of ['/health', '/healthz', '/cinema/healthz'])
      assert.equal((await send(path)).status, 200, path)
  })

  it('do not reach the metrics if they have a port of their own', async () => {
    using served = await startServerProcess([], { ...withoutSync, METRICS_PORT: '0' })
    const [, metrics = ''] = await served.server.waitForOutput(/metrics\s+(http:\S+)/)
    assert.equal((await fetch(`${served.origin}/metrics`)).status, 404)
    const page = await (await fetch(served.origin, { headers: { accept: 'text/html' } })).text()
    assert.doesNotMatch(page, /"\/metrics"/)
    const response = await fetch(metrics)
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain/)
    assert.match(await response.text(), /^broadsheet_http_requests_total\{/m)
    assert.equal((await fetch(metrics, { method: 'POST' })).status, 405)
    assert.equal((await fetch(new URL('/', metrics))).status, 404)
  })

  it('do not reach the metrics if they are closed', async () => {
    using served = await startServerProcess([], { ...withoutSync, METRICS_ENABLED: 'false' })
    assert.equal((await fetch(`${served.origin}/metrics`)).status, 404)
  })
})
