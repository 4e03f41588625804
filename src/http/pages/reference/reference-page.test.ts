import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { rawRequest, sendRaw } from '../../../../test/support/server/raw-connection.ts'
import { openTestServer } from '../../../../test/support/server/test-server.ts'
import { bareSite } from '../site.ts'
import { mountReferencePage } from './reference-page.ts'

const page = {
  documents: [{ title: 'Things', slug: 'things', url: '/v1/openapi.json' }],
}

const site = {
  ...bareSite,
  sections: [{ id: 'things', title: 'All <things>', path: '/things' }],
}

async function openReference() {
  const server = await openTestServer({ prepare: (http) => mountReferencePage(http, page, site) })
  async function request(target: string, headers: Record<string, string> = {}) {
    const response = await sendRaw(server.port, rawRequest('GET', target, headers), 'GET')
    assert.ok(response)
    return response
  }
  return { request, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const script = '/docs/js/scalar.js'

/** The n-th spelling of the script's URL. */
function spell(n: number): string {
  const name = [...'scalar']
  const encoded = name.map((letter, at) => ((n >> at) & 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter))
  return `${n % 3 === 0 ? `http://host-${n}.example` : ''}/docs/js/${encoded.join('')}.js${n % 2 ? `?v=${n}` : ''}`
}

/** Buffers that one collection finds are freed in the background, and counted until then. */
async function bufferBytes(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < 3; round += 1) {
    collect()
    await setImmediate()
  }
  return process.memoryUsage().arrayBuffers
}

describe('the API reference', () => {
  it('keeps one copy of each asset, however its URL is spelled', async () => {
    await using reference = await openReference()
    const first = await reference.request(script)
    assert.equal(first.status, 200)
    const before = await bufferBytes()
    const tags = new Set<string | undefined>()
    for (let n = 0; n < 40; n += 1) {
      const { status, headers } = await reference.request(spell(n))
      assert.equal(status, 200, spell(n))
      tags.add(headers.etag)
    }
    assert.deepEqual([...tags], [first.headers.etag])
    const growth = (await bufferBytes()) - before
    assert.ok(growth < 3 * first.body.length, `${growth} bytes more`)
  })

  it('is the same in every coding', async () => {
    await using reference = await openReference()
    const codings = ['identity', 'gzip', 'br', 'gzip', 'br']
    const [plain, ...compressed] = await Promise.all(
      codings.map((coding) => reference.request(script, { 'accept-encoding': coding })),
    )
    for (const { headers, body } of compressed) {
      const decompress = headers['content-encoding'] === 'br' ? brotliDecompressSync : gunzipSync
      assert.ok(plain && decompress(body).equals(plain.body))
    }
  })

  it('leads home and to the other pages, also without script', async () => {
    await using reference = await openReference()
    const text = (await reference.request('/docs/')).body.toString()
    assert.match(text, /<a href="\/" class="home">Broadsheet<\/a>/)
    assert.match(text, /<a href="\/things">All &lt;things&gt;<\/a>/)
    assert.match(text, /<noscript>.*<a href="\/v1\/openapi.json">Things<\/a>/s)
  })

  it('runs no script that is within the page', async () => {
    await using reference = await openReference()
    const { headers, body } = await reference.request('/docs/')
    const scripts = [...body.toString().matchAll(/<script([^>]*)>([^<]*)/g)]
    assert.equal(scripts.length, 3)
    for (const [, attributes, source] of scripts) {
      assert.match(String(attributes), / src="(js\/|\/assets\/)/)
      assert.equal(source, '')
    }
    assert.match(String(headers['content-security-policy']), /script-src 'self';/)
    const start = (await reference.request('/docs/js/start.js')).body.toString()
    assert.match(start, /^Scalar\.createApiReference\('#app', \{/)
    assert.ok(start.includes('"url":"/v1/openapi.json"'), start)
    assert.doesNotThrow(() => new Function(start))
  })

  it('has a page and two scripts, and nothing else', async () => {
    await using reference = await openReference()
    assert.match((await reference.request('/docs/')).headers['content-type'] ?? '', /^text\/html/)
    for (const target of ['/docs/other', '/docs/js/', '/docs//', '/docs/js/../js/scalar.js', '/docs/x/../'])
      assert.equal((await reference.request(target)).status, 404, target)
  })
})
