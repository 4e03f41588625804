import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { Failure } from '../errors.ts'
import { createOutbound } from '../outbound/create-outbound.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { RobotsReader } from './robots-reader.ts'

const signal = new AbortController().signal
const dayMs = 24 * 60 * 60_000

/** Responds with the status and the body, or throws; counts the requests. */
function host(answer: () => { status: number; body: string }) {
  const requests: string[] = []
  const http: Outbound = {
    async request(url) {
      requests.push(url)
      return { url, headers: {}, receivedAt: 0, ...answer() }
    },
  }
  return { http, requests }
}

describe('RobotsReader', () => {
  it('reads the rules of a host once a day', async () => {
    const { http, requests } = host(() => ({ status: 200, body: 'User-agent: *\nDisallow: /private' }))
    const robots = new RobotsReader()
    assert.equal(await robots.allows('https://acme.example/private/1', { http, signal, nowMs: 0 }), false)
    assert.equal(await robots.allows('https://acme.example/jobs', { http, signal, nowMs: 1000 }), true)
    assert.deepEqual(requests, ['https://acme.example/robots.txt'])
    await robots.allows('https://acme.example/jobs', { http, signal, nowMs: dayMs + 1 })
    assert.equal(requests.length, 2)
  })

  it('allows everything where robots.txt is missing or gated', async () => {
    const nowMs = 0
    for (const status of [400, 403, 404, 405, 410, 418, 429, 499]) {
      const { http } = host(() => ({ status, body: 'User-agent: *\nDisallow: /' }))
      assert.equal(await new RobotsReader().allows('https://acme.example/', { http, signal, nowMs }), true)
    }
    const { http } = host(() => {
      throw new Failure('upstream_refused', 'The source returned a challenge page.')
    })
    assert.equal(await new RobotsReader().allows('https://acme.example/', { http, signal, nowMs }), true)
  })

  it('reads no endless robots.txt', async (t) => {
    const server = createServer((_, response) => {
      const more = () => {
        while (response.write('#'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo
    const origin = `http://127.0.0.1:${port}`
    const hosts = new Set([`127.0.0.1:${port}`])
    await using http = createOutbound({ userAgent: 'test', hosts, allowPrivate: hosts })
    const nowMs = 0
    await assert.rejects(
      new RobotsReader().allows(`${origin}/jobs`, { http, signal, nowMs }),
      /larger than 4194304 bytes/,
    )
  })

  it('sends requests with the delay that the host asks for', async () => {
    const gaps: (number | undefined)[] = []
    const http: Outbound = {
      async request(url, { gapMsMin }) {
        gaps.push(gapMsMin)
        const body = 'User-agent: *\nCrawl-delay: 3'
        return { url, status: 200, headers: {}, receivedAt: 0, body }
      },
    }
    await new RobotsReader()
      .guard({ http, signal, nowMs: 0 })
      .request('https://acme.example/jobs', { signal })
    assert.deepEqual(gaps, [undefined, 3000])
  })

  it('throws while robots.txt cannot be fetched, and asks again the next time', async () => {
    let isDown = true
    const { http, requests } = host(() => {
      if (isDown) throw new Failure('upstream_unavailable', 'The source responded with status 503.')
      return { status: 200, body: '' }
    })
    const robots = new RobotsReader()
    await assert.rejects(robots.allows('https://acme.example/', { http, signal, nowMs: 0 }), /503/)
    isDown = false
    assert.equal(await robots.allows('https://acme.example/', { http, signal, nowMs: 0 }), true)
    assert.equal(requests.length, 2)
  })
})
