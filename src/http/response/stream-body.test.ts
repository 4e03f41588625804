import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Type } from 'typebox'
import { type ExampleServer, openExampleServer } from '../../../test/support/server/example-server.ts'
import { rawRequest } from '../../../test/support/server/raw-connection.ts'
import { defineRoute } from '../route.ts'

const chunk = `"${'x'.repeat(10_000)}"`
const chunksMax = 20_000

/** A server with one more route, whose data is streamed. */
async function openStreaming(count: number, failsAt = Number.POSITIVE_INFINITY, requestTimeoutMs = 10_000) {
  const producer = { count: 0, ended: Promise.withResolvers<void>() }
  async function* chunks() {
    try {
      yield '['
      for (let at = 0; at < count; at++) {
        if (at === failsAt) throw new Error('chunk failed')
        producer.count += 1
        yield at === 0 ? chunk : `,${chunk}`
      }
      yield ']'
    } finally {
      producer.ended.resolve()
    }
  }
  const route = defineRoute({
    method: 'POST',
    path: '/v1/stream',
    id: 'stream',
    tag: 'Test',
    summary: 'Stream chunks',
    response: { data: Type.Array(Type.String()) },
    access: 'optional',
    cache: 'no-store',
    compress: true,
    handle: () => ({ stream: chunks(), meta: { credits_charged: 3 } }),
  })
  const server = await openExampleServer({ requestTimeoutMs, routes: [route] })
  return { server, producer }
}

const fetchStream = ({ origin }: ExampleServer, encoding: string) =>
  fetch(`${origin}/v1/stream`, { method: 'POST', headers: { 'accept-encoding': encoding } })

const responseCounts = ({ metrics }: ExampleServer) => metrics.meter('POST /v1/stream').responses
const loggedStatuses = ({ logLines }: ExampleServer) =>
  logLines.filter(({ msg }) => msg === 'request completed').map(({ status }) => status)

async function waitUntil(isDone: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 5000; !isDone(); await nextTurn())
    assert.ok(Date.now() < deadline, 'timed out')
}

const errorLines = ({ logLines }: ExampleServer) => logLines.filter(({ err }) => err)

describe('a streamed response', () => {
  for (const encoding of ['identity', 'gzip', 'br', 'zstd']) {
    it(`is one envelope, as ${encoding}`, async () => {
      const { server } = await openStreaming(50)
      await using _ = server
      const response = await fetchStream(server, encoding)
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-encoding') ?? 'identity', encoding)
      assert.equal(response.headers.get('cache-control'), 'no-store')
      const body = (await response.json()) as { data: string[]; meta: Record<string, unknown> }
      assert.equal(body.data.length, 50)
      assert.equal(body.meta.credits_charged, 3)
      assert.equal(body.meta.request_id, response.headers.get('x-request-id'))
    })
  }

  it('is produced no faster than it is read, and stops when the client disconnects', async () => {
    const { server, producer } = await openStreaming(chunksMax)
    await using _ = server
    const socket = connect(server.port, '127.0.0.1')
    socket.write(rawRequest('POST', '/v1/stream', {}))
    await once(socket, 'readable')
    socket.pause()
    for (let count = -1; count !== producer.count; await nextTurn()) count = producer.count
    assert.ok(
      producer.count < chunksMax,
      `${producer.count} chunks were produced for a client that reads none`,
    )
    socket.destroy()
    await producer.ended.promise
    assert.ok(producer.count < chunksMax)
    assert.deepEqual(errorLines(server), [])
  })

  it('is in flight until its end', async () => {
    const { server, producer } = await openStreaming(chunksMax)
    await using _server = server
    const response = await fetchStream(server, 'identity')
    assert.equal(server.loadShedder.inFlight, 1)
    await response.body?.cancel()
    await producer.ended.promise
    await waitUntil(() => server.loadShedder.inFlight === 0)
  })

  it('is cut off when a chunk fails, so that the client can tell it is incomplete', async () => {
    const { server } = await openStreaming(50, 40)
    await using _ = server
    const response = await fetchStream(server, 'identity')
    await assert.rejects(response.text())
  })

  for (const encoding of ['identity', 'gzip']) {
    it(`is logged under its request id with the reason it was cut off, as ${encoding}`, async () => {
      const { server } = await openStreaming(5000, 4000)
      await using _ = server
      const response = await fetchStream(server, encoding)
      await assert.rejects(response.text())
      const [line, ...others] = errorLines(server)
      assert.deepEqual(others, [])
      assert.equal(line?.request_id, response.headers.get('x-request-id'))
      assert.match(JSON.stringify(line), /chunk failed/)
    })
  }

  it('counts as 500 in metrics and log when a chunk fails', async () => {
    const { server } = await openStreaming(50, 40)
    await using _ = server
    await assert.rejects((await fetchStream(server, 'identity')).text())
    await waitUntil(() => responseCounts(server).size > 0)
    assert.deepEqual([...responseCounts(server)], [[500, 1]])
    assert.deepEqual(loggedStatuses(server), [500])
  })

  it('counts as 499 when the client disconnects', async () => {
    const { server, producer } = await openStreaming(chunksMax)
    await using _ = server
    const socket = connect(server.port, '127.0.0.1')
    socket.write(rawRequest('POST', '/v1/stream', {}))
    await once(socket, 'readable')
    socket.destroy()
    await producer.ended.promise
    await waitUntil(() => responseCounts(server).size > 0)
    assert.deepEqual([...responseCounts(server)], [[499, 1]])
  })

  it('is cut off at the deadline', async () => {
    const { server, producer } = await openStreaming(chunksMax, undefined, 200)
    await using _ = server
    const socket = connect(server.port, '127.0.0.1')
    socket.write(rawRequest('POST', '/v1/stream', {}))
    await producer.ended.promise
    socket.destroy()
    while (errorLines(server).length === 0) await nextTurn()
    assert.equal(errorLines(server)[0]?.error_code, 'deadline_exceeded')
    await waitUntil(() => responseCounts(server).size > 0)
    assert.deepEqual([...responseCounts(server)], [[503, 1]])
  })
})
