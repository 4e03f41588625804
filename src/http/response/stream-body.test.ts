import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Type } from 'typebox'
import { rawRequest } from '../../../test/support/server/raw-connection.ts'
import { openTestServer, type TestServer } from '../../../test/support/server/test-server.ts'
import { defineRoute } from '../route.ts'

const piece = `"${'x'.repeat(10_000)}"`
const piecesMax = 20_000

/** An edge with one more route, whose data comes in pieces; `made` counts them. */
async function openStreaming(count: number, failsAt = Number.POSITIVE_INFINITY, requestTimeoutMs = 10_000) {
  const told = { made: 0, ended: Promise.withResolvers<void>() }
  async function* pieces() {
    try {
      yield '['
      for (let at = 0; at < count; at++) {
        if (at === failsAt) throw new Error('a piece that cannot be made')
        told.made += 1
        yield at === 0 ? piece : `,${piece}`
      }
      yield ']'
    } finally {
      told.ended.resolve()
    }
  }
  const route = defineRoute({
    method: 'POST',
    path: '/v1/stream',
    id: 'stream',
    tag: 'Test',
    summary: 'Pieces',
    response: { data: Type.Array(Type.String()) },
    access: 'optional',
    cache: 'no-store',
    compress: true,
    handle: () => ({ stream: pieces(), meta: { credits_charged: 3 } }),
  })
  const edge = await openTestServer({ requestTimeoutMs, routes: [route] })
  return { edge, told }
}

const fetchStream = ({ origin }: TestServer, encoding: string) =>
  fetch(`${origin}/v1/stream`, { method: 'POST', headers: { 'accept-encoding': encoding } })

const counted = ({ metrics }: TestServer) => metrics.meter('POST /v1/stream').responses
const answeredLines = ({ logLines }: TestServer) =>
  logLines.filter(({ msg }) => msg === 'answered').map(({ status }) => status)

async function until(isSo: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 5000; !isSo(); await nextTurn())
    assert.ok(Date.now() < deadline, 'it never came to be')
}

const complaints = ({ logLines }: TestServer) => logLines.filter(({ err }) => err)

describe('an answer in pieces', () => {
  for (const encoding of ['identity', 'gzip', 'br', 'zstd']) {
    it(`is one envelope, as ${encoding}`, async () => {
      const { edge } = await openStreaming(50)
      await using _ = edge
      const answer = await fetchStream(edge, encoding)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-encoding') ?? 'identity', encoding)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      const body = (await answer.json()) as { data: string[]; meta: Record<string, unknown> }
      assert.equal(body.data.length, 50)
      assert.equal(body.meta.credits_charged, 3)
      assert.equal(body.meta.request_id, answer.headers.get('x-request-id'))
    })
  }

  it('is made no faster than it is taken, and no further when the caller goes', async () => {
    const { edge, told } = await openStreaming(piecesMax)
    await using _ = edge
    const socket = connect(edge.port, '127.0.0.1')
    socket.write(rawRequest('POST', '/v1/stream', {}))
    await once(socket, 'readable')
    socket.pause()
    for (let made = -1; made !== told.made; await nextTurn()) made = told.made
    assert.ok(told.made < piecesMax, `${told.made} pieces were made for a caller who reads none`)
    socket.destroy()
    await told.ended.promise
    assert.ok(told.made < piecesMax)
    assert.deepEqual(complaints(edge), [])
  })

  it('is cut off when a piece cannot be made, so that nobody takes it for whole', async () => {
    const { edge } = await openStreaming(50, 40)
    await using _ = edge
    const answer = await fetchStream(edge, 'identity')
    await assert.rejects(answer.text())
  })

  for (const encoding of ['identity', 'gzip']) {
    it(`says in the log under its request id why it was cut off, as ${encoding}`, async () => {
      const { edge } = await openStreaming(5000, 4000)
      await using _ = edge
      const answer = await fetchStream(edge, encoding)
      await assert.rejects(answer.text())
      const [line, ...others] = complaints(edge)
      assert.deepEqual(others, [])
      assert.equal(line?.request_id, answer.headers.get('x-request-id'))
      assert.match(JSON.stringify(line), /a piece that cannot be made/)
    })
  }

  it('counts as a defect in metrics and log when a piece could not be made', async () => {
    const { edge } = await openStreaming(50, 40)
    await using _ = edge
    await assert.rejects((await fetchStream(edge, 'identity')).text())
    await until(() => counted(edge).size > 0)
    assert.deepEqual([...counted(edge)], [[500, 1]])
    assert.deepEqual(answeredLines(edge), [500])
  })

  it('counts as a caller who went away when it was not taken to its end', async () => {
    const { edge, told } = await openStreaming(piecesMax)
    await using _ = edge
    const socket = connect(edge.port, '127.0.0.1')
    socket.write(rawRequest('POST', '/v1/stream', {}))
    await once(socket, 'readable')
    socket.destroy()
    await told.ended.promise
    await until(() => counted(edge).size > 0)
    assert.deepEqual([...counted(edge)], [[499, 1]])
  })

  it('is cut off when it is not taken in time', async () => {
    const { edge, told } = await openStreaming(piecesMax, undefined, 200)
    await using _ = edge
    const socket = connect(edge.port, '127.0.0.1')
    socket.write(rawRequest('POST', '/v1/stream', {}))
    await told.ended.promise
    socket.destroy()
    while (complaints(edge).length === 0) await nextTurn()
    assert.equal(complaints(edge)[0]?.error_code, 'deadline_exceeded')
    await until(() => counted(edge).size > 0)
    assert.deepEqual([...counted(edge)], [[503, 1]])
  })
})
