import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openExampleServer } from '../../../test/support/server/example-server.ts'

describe('cached responses', () => {
  it('are stored once, however the URL and Accept are spelled', async () => {
    await using server = await openExampleServer()
    const targets = [
      '/things?limit=3&kind=odd',
      '/things?kind=odd&limit=3',
      '/things?kind=%6Fdd&limit=3',
      '/things?%6Bind=odd&&limit=3&',
      '/thing%73?limit=3&kind=odd',
      'http://one.example/things?limit=3&kind=odd',
      'HTTPS://two.example:8080/things?limit=3&kind=odd',
    ]
    const accepts = ['*/*', 'application/json', 'application/json;q=0.9, text/csv;q=0.1', 'application/*']
    const bodies = new Set<string>()
    for (const target of targets) {
      for (const accept of accepts) {
        const response = await server.request('GET', target, { accept, 'x-request-id': 'the-same-id' })
        bodies.add(response.body.toString())
      }
    }
    assert.deepEqual([bodies.size, server.handlerCalls.get('/things')], [1, 1])
    assert.match(
      (await server.request('GET', '/metrics')).body.toString(),
      /^broadsheet_http_cache_responses 1$/m,
    )
  })

  it('that depend on the time are not served after the clock was set back or forward', async () => {
    await using server = await openExampleServer()
    const minute = async () =>
      JSON.parse((await server.request('GET', '/minute')).body.toString()).data.minute
    const nowMinute = () => Math.floor(server.clock.now() / 60_000)
    for (const stepMs of [-90_000, 90_000, -86_400_000, 0]) {
      assert.equal(await minute(), nowMinute())
      server.clock.stepWallClock(stepMs)
      assert.equal(await minute(), nowMinute(), `after a step of ${stepMs} ms`)
    }
    const calls = server.handlerCalls.get('/minute') ?? 0
    // Set back again and again, while the minute passes.
    for (let passed = 0; passed < 61_000; passed += 1000) {
      server.clock.advance(1000)
      server.clock.stepWallClock(-1000)
      await minute()
    }
    assert.equal(server.handlerCalls.get('/minute'), calls + 1)
  })

  it('are dropped when the same URL gets a newer one', async () => {
    await using server = await openExampleServer()
    for (let version = 0; version < 5; version += 1) {
      await server.request('GET', '/things?limit=3')
      server.bumpVersion('things')
    }
    assert.match(
      (await server.request('GET', '/metrics')).body.toString(),
      /^broadsheet_http_cache_responses 1$/m,
    )
  })

  it('and the spellings that lead to them stay within their memory', async () => {
    const cacheBytesMax = 262_144
    await using server = await openExampleServer({ cacheBytesMax })
    for (let n = 0; n < 300; n += 1) {
      const padding = `application/json, ${'x'.repeat(n % 50)}/${n};q=0.1`
      await server.request('GET', `/things?limit=${(n % 50) + 1}`, { accept: padding })
    }
    await server.request('GET', '/things', { accept: `application/json, ${'x'.repeat(8000)}/x` })
    const text = (await server.request('GET', '/metrics')).body.toString()
    const bytes = Number(/^broadsheet_http_cache_bytes (\d+)$/m.exec(text)?.[1])
    assert.ok(bytes > 0 && bytes <= cacheBytesMax * (1 + 1 / 16), String(bytes))
  })
})
