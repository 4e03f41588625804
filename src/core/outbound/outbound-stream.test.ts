import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { isFailure } from '../errors.ts'
import { createOutbound } from './create-outbound.ts'
import { ResponseTooLarge } from './send-once.ts'

const signal = new AbortController().signal

async function outboundTo(t: TestContext, listener: RequestListener) {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const outbound = createOutbound({
    userAgent: 'Broadsheet/test',
    hosts: new Set(['list.example']),
    overrideOrigin: () => ({ origin }),
  })
  t.after(async () => {
    await outbound[Symbol.asyncDispose]()
    server.closeAllConnections()
    server.close()
  })
  const polite = outbound.for({ atOnce: 1, gapMs: 0 })
  return async (options: { bytesMax?: number; deadlineMs?: number } = {}) => {
    const stream = await polite.stream?.('https://list.example/', { signal, ...options })
    assert.ok(stream)
    return stream.text
  }
}

describe('outbound: streams', () => {
  it('are decompressed and decoded across chunk boundaries', async (t) => {
    const open = await outboundTo(t, (_, response) => {
      const bytes = gzipSync('naïve — '.repeat(50_000))
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain; charset=utf-8' })
      response.write(bytes.subarray(0, 777))
      response.end(bytes.subarray(777))
    })
    assert.equal((await Array.fromAsync(await open())).join(''), 'naïve — '.repeat(50_000))
  })

  for (const [status, code] of [
    [404, 'upstream_changed'],
    [403, 'upstream_refused'],
    [503, 'upstream_unavailable'],
    [302, 'upstream_changed'],
  ] as const) {
    it(`fail with ${code} for status ${status}`, async (t) => {
      const open = await outboundTo(t, (_, response) => {
        response.writeHead(status, { location: 'https://elsewhere.example/' })
        response.end('no')
      })
      await assert.rejects(open(), (error) => isFailure(error, code))
    })
  }

  it('fail when they are cut off, too long or too slow', async (t) => {
    const open = await outboundTo(t, (_, response) => {
      response.writeHead(200, { 'content-length': '1000000' })
      response.write('x'.repeat(1000))
      setImmediate(() => response.destroy())
    })
    await assert.rejects(open().then(Array.fromAsync), (error) => isFailure(error, 'upstream_unavailable'))
    const endless = await outboundTo(t, (_, response) => {
      response.write('x'.repeat(1000))
    })
    await assert.rejects(endless({ bytesMax: 900 }).then(Array.fromAsync), ResponseTooLarge)
    await assert.rejects(endless({ deadlineMs: 50 }).then(Array.fromAsync), (error) =>
      isFailure(error, 'upstream_unavailable'),
    )
  })

  it('release their slot in the queue when they are closed early', async (t) => {
    const open = await outboundTo(t, (_, response) => {
      response.write('x'.repeat(1000))
    })
    for (let round = 0; round < 3; round++) {
      for await (const part of await open()) {
        assert.ok(part.startsWith('x'))
        break
      }
    }
  })
})
