import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OutboundRequest, OutboundResponse } from '../../../../core/outbound/outbound.ts'
import { parseResponses } from '../../../../sync/publish/parse-responses.ts'
import { NotModified } from '../../../../sync/response-tag.ts'
import type { BoardRecord } from '../../schema/records.ts'
import { jobposting } from './jobposting.ts'

const dayMs = 86_400_000
const home = 'https://careers.acme.example'
const member = { id: 'acme', key: 'careers.acme.example', name: 'Acme', home: 'US' }

const posting = (title: string) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'JobPosting', title })}</script>`

/** A site with these pages by path, each with the date of the sitemap and a status or a body. */
class Site {
  pages: Record<string, { readonly modified?: string; readonly reply: number | string }> = {}
  nowMs = Date.UTC(2026, 10, 15, 6)
  note: string | undefined
  requests: { readonly path: string; readonly since: string | undefined }[] = []
  bytesMax = 0

  readonly http = {
    request: async (url: string, { headers, bytesMax = 0 }: OutboundRequest): Promise<OutboundResponse> => {
      const path = url.slice(home.length)
      const since = headers?.['if-modified-since']
      if (path !== '/sitemap.xml') {
        this.requests.push({ path, since })
        this.bytesMax = bytesMax
      }
      const reply = path === '/sitemap.xml' ? this.#sitemap() : (this.pages[path]?.reply ?? 404)
      const [status, body] = typeof reply === 'string' ? [200, reply] : [reply, '']
      return { status, url, headers: {}, body, receivedAt: this.nowMs }
    },
  }

  #sitemap(): string {
    const urls = Object.entries(this.pages).map(
      ([path, { modified }]) =>
        `<url><loc>${home}${path}</loc>${modified === undefined ? '' : `<lastmod>${modified}</lastmod>`}</url>`,
    )
    return `<urlset>${urls.join('')}</urlset>`
  }

  /** What a run on the next day requests and finds. */
  async read(): Promise<readonly BoardRecord[]> {
    this.requests = []
    this.nowMs += dayMs
    const { nowMs } = this
    const notes = {
      read: async () => this.note,
      write: async (note: string | undefined) => {
        this.note = note
      },
    }
    const signal = AbortSignal.timeout(600_000)
    const responses = jobposting.fetch({ http: this.http, member, baseUrl: home, nowMs, signal, notes })
    const parsed = await parseResponses(jobposting as never, responses)
    return [...jobposting.toRecords(parsed, { member, nowMs, drop() {} })]
  }
}

function sameUrls(records: readonly BoardRecord[]): string[] {
  return records.flatMap((record) =>
    record.type === 'same' && 'url' in record ? [record.url.slice(home.length)] : [],
  )
}

describe('the pages of postings', () => {
  it('are read up to a limit per run, and the next run goes on with the others', async () => {
    const site = new Site()
    for (let at = 0; at < 1200; at++) site.pages[`/jobs/${at}`] = { reply: posting(`Welder ${at}`) }
    const read = new Set<string>()
    for (const [count, waiting] of [
      [500, 700],
      [500, 200],
    ] as const) {
      const records = await site.read()
      assert.equal(site.requests.length, count)
      for (const { path } of site.requests) read.add(path)
      assert.deepEqual(records.at(-1), {
        type: 'note',
        verdict: 'details',
        reason: `${waiting} pages left for the next run`,
      })
      assert.equal(sameUrls(records).length, 1200 - count)
    }
    const records = await site.read()
    for (const { path } of site.requests) read.add(path)
    assert.equal(read.size, 1200)
    assert.equal(records.filter(({ type }) => type === 'note').length, 0)
  })

  it('do not wait for others that can never be read', async () => {
    const site = new Site()
    for (let at = 0; at < 60; at++)
      site.pages[`/jobs/${at}`] = { reply: at < 20 ? 500 : posting(`Welder ${at}`) }
    const read = new Set<string>()
    for (let day = 0; day < 14; day++)
      for (const record of await site.read()) if (record.type === 'posting') read.add(record.url)
    assert.equal(read.size, 40)
  })

  it('are read up to a total length, and one of them up to 16 MB', async () => {
    const site = new Site()
    const huge = `${posting('Welder')}${'x'.repeat(16_000_000)}`
    for (let at = 0; at < 40; at++) site.pages[`/jobs/${at}`] = { reply: huge }
    const records = await site.read()
    assert.equal(site.requests.length, 17)
    assert.equal(site.bytesMax, 16 * 1024 * 1024)
    assert.equal(sameUrls(records).length, 23)
  })

  it('are read again if the sitemap has another date, and once a week', async () => {
    const site = new Site()
    const pages = Array.from({ length: 70 }, (_, at) => `/jobs/${at}`)
    for (const path of pages) site.pages[path] = { modified: '2026-11-01', reply: posting(`Welder ${path}`) }
    await site.read()
    assert.equal(site.requests.length, 70)
    site.pages['/jobs/7'] = { modified: '2026-11-16', reply: posting('Welder II') }
    const records = await site.read()
    assert.ok(site.requests.some(({ path, since }) => path === '/jobs/7' && since === undefined))
    assert.ok(site.requests.length < 40, `${site.requests.length} pages`)
    assert.equal(sameUrls(records).length, 70 - site.requests.length)
    const later = new Set<string>()
    for (let day = 0; day < 7; day++) {
      await site.read()
      for (const { path } of site.requests) later.add(path)
      assert.ok(site.requests.every(({ since }) => since?.endsWith('Nov 2026 00:00:00 GMT')))
    }
    assert.equal(later.size, 70)
  })

  it('stay as they are if they were not modified, could not be read or wait', async () => {
    const site = new Site()
    site.pages = {
      '/jobs/1': { modified: '2026-11-01', reply: posting('Welder') },
      '/jobs/2': { reply: 410 },
      '/jobs/3': { reply: 500 },
    }
    const first = await site.read()
    assert.deepEqual(sameUrls(first), ['/jobs/3'])
    assert.deepEqual(first.at(-1), {
      type: 'note',
      verdict: 'details',
      reason: '1 page could not be fetched',
    })
    site.pages['/jobs/1'] = { modified: '2026-11-01', reply: 304 }
    for (let day = 0; day < 7; day++) assert.deepEqual(sameUrls(await site.read()), ['/jobs/1', '/jobs/3'])
  })

  it('are all read on the next day if none of them has a posting', async () => {
    const site = new Site()
    for (const path of ['/jobs/1', '/jobs/2']) site.pages[path] = { reply: '<p>We will be back soon.</p>' }
    assert.match(JSON.stringify((await site.read()).at(-1)), /no page has a posting/)
    site.pages['/jobs/1'] = { reply: posting('Welder') }
    const records = await site.read()
    assert.equal(site.requests.length, 2)
    assert.deepEqual(
      records.map(({ type }) => type),
      ['posting', 'listed'],
    )
  })

  it('are not looked for if the site confirms the tag of its sitemap, which must have dates', async () => {
    const dated = `<urlset><url><loc>${home}/jobs/1</loc><lastmod>2026-11-01</lastmod></url></urlset>`
    const read = async (body: string, stored?: string) => {
      const http = {
        async request(url: string, { headers }: OutboundRequest): Promise<OutboundResponse> {
          const status = headers?.['if-none-match'] === '"1"' ? 304 : url.endsWith('.xml') ? 200 : 410
          return { status, url, headers: { etag: '"1"' }, body: status === 200 ? body : '', receivedAt: 0 }
        },
      }
      const signal = AbortSignal.timeout(600_000)
      const context = { http, member, baseUrl: home, nowMs: Date.UTC(2026, 10, 15), signal }
      return await Array.fromAsync(jobposting.fetch({ ...context, tagOf: () => stored }))
    }
    assert.equal((await read(dated))[0]?.tag, '"1"')
    assert.equal((await read(dated.replace(/<lastmod>.*<\/lastmod>/, '')))[0]?.tag, undefined)
    await assert.rejects(read(dated, '"1"'), NotModified)
  })

  it('cost only themselves if they are nested too deep or have no valid date', async () => {
    const site = new Site()
    site.pages = {
      '/jobs/1': { modified: 'x'.repeat(5000), reply: posting('Welder') },
      '/jobs/2': { modified: '2999-99-99', reply: '<div>'.repeat(1000) },
    }
    const records = await site.read()
    assert.deepEqual(
      records.map((record) => (record.type === 'posting' ? record.title : record.type)),
      ['Welder', 'listed'],
    )
  })
})
