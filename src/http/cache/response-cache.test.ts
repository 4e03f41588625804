import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { type ExampleServer, openExampleServer } from '../../../test/support/server/example-server.ts'
import { openTestServer } from '../../../test/support/server/test-server.ts'
import { assertCached } from '../../../test/support/server/until-cached.ts'
import { dataReply } from '../reply.ts'
import { defineRoute } from '../route.ts'

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
    const sameId = { 'x-request-id': 'the-same-id' }
    const { body } = await server.requestCached(targets[0] ?? '', sameId)
    const bodies = new Set([body.toString()])
    const calls = server.handlerCalls.get('/things')
    for (const target of targets) {
      for (const accept of accepts) {
        const response = await server.request('GET', target, { accept, ...sameId })
        bodies.add(response.body.toString())
        // A new spelling leads to the stored response from its second request on, without the framework.
        assertCached(await server.request('GET', target, { accept, ...sameId }), `${target} ${accept}`)
      }
    }
    assert.deepEqual([bodies.size, server.handlerCalls.get('/things')], [1, calls])
    assert.equal((await sizeOf(server)).responses, 1)
  })

  it('are stored from the second request for a URL on, and at once after a new version', async () => {
    await using server = await openExampleServer()
    const target = '/things?limit=20'
    const calls = () => server.handlerCalls.get('/things')
    const once = await server.request('GET', target)
    const remembered = await sizeOf(server)
    assert.equal(remembered.responses, 0)
    assert.ok(remembered.bytes < once.body.length / 4, `${remembered.bytes} bytes`)
    await server.request('GET', target)
    assert.deepEqual([calls(), (await sizeOf(server)).responses], [2, 1])
    assertCached(await server.request('GET', target))
    server.bumpVersion('things')
    await server.request('GET', target)
    assertCached(await server.request('GET', target))
    assert.deepEqual([calls(), (await sizeOf(server)).responses], [3, 1])
  })

  it('are not displaced by URLs that are requested once', async () => {
    await using server = await openExampleServer({ cacheBytesMax: 262_144 })
    const target = '/things?limit=20'
    await server.requestCached(target)
    for (let n = 0; n < 200; n += 1) await server.request('GET', `/things?limit=50&min=${n}`)
    const calls = server.handlerCalls.get('/things')
    // Found through the framework even if so many others displaced its spelling.
    await server.request('GET', target)
    assertCached(await server.request('GET', target))
    assert.deepEqual([server.handlerCalls.get('/things'), (await sizeOf(server)).responses], [calls, 1])
  })

  it('have the bytes of the first response, also if they are long', async () => {
    const route = defineRoute({
      method: 'GET',
      path: '/v1/long',
      id: 'getLong',
      tag: 'Things',
      summary: 'A long text',
      access: 'optional',
      cache: { scope: 'things', maxAgeSeconds: 5 },
      query: Type.Object({ letter: Type.String() }),
      response: { data: Type.String() },
      handle: ({ query }) => dataReply(`${'x'.repeat(40_000)}${query.letter}`),
    })
    await using server = await openTestServer({ routes: [route] })
    for (const letter of ['a', 'é', '“']) {
      const data = `${'x'.repeat(40_000)}${letter}`
      const path = `/v1/long?letter=${encodeURIComponent(letter)}`
      const responses = [await server.get(path), await server.get(path), await server.get(path)]
      assert.deepEqual(
        responses.map(({ json }) => json.data),
        [data, data, data],
      )
      assert.equal(responses[2]?.headers.get('server-timing'), 'cache;desc=hit')
    }
  })

  it('that depend on the time are not served after the clock was set back or forward', async () => {
    await using server = await openExampleServer()
    const minute = async () =>
      JSON.parse((await server.request('GET', '/minute')).body.toString()).data.minute
    const nowMinute = () => Math.floor(server.clock.now() / 60_000)
    for (const stepMs of [-90_000, 90_000, -86_400_000, 0]) {
      await server.requestCached('/minute')
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
      await server.requestCached('/things?limit=3')
      server.bumpVersion('things')
    }
    assert.equal((await sizeOf(server)).responses, 1)
  })

  it('and the spellings that lead to them stay within their memory', async () => {
    const cacheBytesMax = 262_144
    await using server = await openExampleServer({ cacheBytesMax })
    for (let n = 0; n < 300; n += 1) {
      const padding = `application/json, ${'x'.repeat(n % 50)}/${n};q=0.1`
      await server.requestCached(`/things?limit=${(n % 50) + 1}`, { accept: padding })
    }
    const tooLong = { accept: `application/json, ${'x'.repeat(8000)}/x` }
    for (let n = 0; n < 3; n += 1) await server.request('GET', '/things', tooLong)
    const { responses, bytes } = await sizeOf(server)
    assert.ok(responses > 10 && bytes <= cacheBytesMax * (1 + 1 / 16), `${responses} in ${bytes} bytes`)
  })
})

async function sizeOf(server: ExampleServer): Promise<{ responses: number; bytes: number }> {
  const text = (await server.request('GET', '/metrics')).body.toString()
  const figure = (name: string) =>
    Number(new RegExp(`^broadsheet_http_cache_${name} (\\d+)$`, 'm').exec(text)?.[1])
  return { responses: figure('responses'), bytes: figure('bytes') }
}
