/** What a visitor, a program and a crawler find at the root. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import {
  firstSyncTimeoutMs,
  type ServerProcess,
  startServerProcess,
  startSyncedServerProcess,
  waitForResponse,
} from '../../support/server/server-process.ts'

const run = promisify(execFile)
const html = { accept: 'text/html' }

describe('the front page', () => {
  let served: ServerProcess
  before(
    async () => {
      // The tests send more requests in a second than a visitor.
      served = await startSyncedServerProcess([], { LIMIT_ANONYMOUS_PER_SECOND: '1000' })
      // A server that has just started may need longer for its first news than the page waits.
      await waitForResponse(
        `${served.origin}/?near=`,
        (_, page) => !/Not available right now|did not answer in time/.test(page),
        html,
      )
    },
    { timeout: firstSyncTimeoutMs + 60_000 },
  )
  after(() => served[Symbol.dispose]())

  it('is a newspaper for people, without script within the page', async () => {
    const answer = await fetch(served.origin, { headers: { accept: 'text/html' } })
    const page = await answer.text()
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(
      policy,
      /^default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; font-src 'self';/,
    )
    assert.doesNotMatch(
      page,
      /<script(?! type="module" src="\/assets\/[0-9a-f]{16}\/every-page\.js" blocking="render"><\/script>)/i,
    )
    const titles = [...page.matchAll(/<h2>([^<]+)<\/h2>/g)].map((match) => match[1])
    // Late in the evening, the page shows what is on tomorrow as well.
    assert.match(titles[0] ?? '', /^At the cinema (today|tomorrow|today and tomorrow), near \w/)
    // Only while something is still expected today.
    assert.deepEqual(
      titles.slice(1).filter((title) => title !== 'Expected today'),
      [
        'Markets',
        'Newest jobs',
        'Changes at trust centers',
        'Public notices',
        'How fresh this page is',
        'For developers',
        'This page as data',
        'Sections',
        'Reference',
      ],
    )
    const sections = [...page.matchAll(/<summary>([^<]+)<\/summary>/g)].map((match) => match[1])
    assert.deepEqual(sections, [
      'Cinema showtimes',
      'Market data',
      'Job postings',
      'Trust centers',
      'Public notices',
    ])
    assert.match(page, /simulated sources on this machine/)
    assert.match(page, /<dd>live <small/)
  })

  it('is data for programs, with counts and freshness', async () => {
    const answer = await fetch(served.origin, { headers: { accept: 'application/json' } })
    const { data } = (await answer.json()) as {
      data: { ok: boolean; services: { id: string; counts: Record<string, number>; updated_at: string }[] }
    }
    assert.equal(data.ok, true)
    const notices = data.services.find((service) => service.id === 'notices')
    assert.ok(notices && (notices.counts.notices ?? 0) > 0)
    assert.ok(Date.parse(notices.updated_at) > 0)
  })

  it('has a page for every service at its base path, as a page and as data', async () => {
    for (const [path, title] of [
      ['/cinema', 'Cinema showtimes'],
      ['/data', 'Jobs and trust centers'],
      ['/notices', 'Public notices'],
    ]) {
      for (const url of [`${served.origin}${path}`, `${served.origin}${path}/`]) {
        const page = await fetch(url, { headers: { accept: 'text/html' } })
        assert.equal(page.status, 200, url)
        assert.match(await page.text(), new RegExp(`<h1>${title}`))
        const answer = await fetch(url)
        const { data } = (await answer.json()) as { data: { base: string } }
        assert.equal(data.base, path)
      }
    }
    assert.equal((await fetch(`${served.origin}/market`)).status, 200)
  })

  it('shows browsers a page at /market, and API clients the document of the contract', async () => {
    const page = await fetch(`${served.origin}/market`, { headers: { accept: 'text/html,*/*;q=0.8' } })
    assert.match(await page.text(), /<h1>Market/)
    for (const accept of ['*/*', 'application/json', 'application/json, text/html']) {
      const answer = await fetch(`${served.origin}/market`, { headers: { accept } })
      assert.equal(((await answer.json()) as { version: string }).version, '0.2.0', accept)
    }
  })

  it('leads people to the pages of jobs', async () => {
    for (const path of ['/', '/data']) {
      const page = await (await fetch(served.origin + path, { headers: { accept: 'text/html' } })).text()
      for (const href of ['/data/job-postings/jobs', '/data/job-postings/collections'])
        assert.ok(page.includes(`href="${href}"`), `${path}: ${href}`)
    }
    const redirected = await fetch(`${served.origin}/data/job-postings`)
    assert.deepEqual([redirected.status, new URL(redirected.url).pathname], [200, '/data/job-postings/jobs'])
  })

  it('is found by the name of a service that shares its base path', async () => {
    for (const [name, path] of [
      ['jobs', '/data/job-postings/jobs'],
      ['trust', '/data/trust/companies'],
    ]) {
      const answer = await fetch(`${served.origin}/${name}`, { redirect: 'manual' })
      assert.deepEqual([answer.status, answer.headers.get('location')], [302, path])
    }
  })

  it('links to the reference of each service, and every link on it opens', async () => {
    const page = await (await fetch(served.origin, { headers: { accept: 'text/html' } })).text()
    for (const id of ['cinema', 'market', 'data', 'notices'])
      assert.ok(page.includes(`"/docs/?api=${id}"`), id)
    for (const [, href = ''] of page.matchAll(/href="(\/[^"]*)"/g)) {
      const url = served.origin + href.replaceAll('&amp;', '&')
      assert.equal((await fetch(url)).status, 200, url)
    }
  })

  it('leads to lists whose links open: those of headers as they stand, those of rows below the base path', async () => {
    let opened = 0
    for (const base of ['/cinema', '/market', '/data', '/notices']) {
      const { paths } = (await (await fetch(`${served.origin}${base}/v1/openapi.json`)).json()) as {
        paths: Record<string, { get?: { parameters: { name: string }[] } }>
      }
      for (const [path, { get }] of Object.entries(paths)) {
        if (path.includes('{') || !get?.parameters.some(({ name }) => name === 'limit')) continue
        const answer = await fetch(`${served.origin}${base}${path}?limit=1`)
        // Some lists require a parameter, a key or a sign-in.
        if (answer.status !== 200) continue
        const { data } = (await answer.json()) as { data: { links?: Record<string, string> }[] }
        const next = /^<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
        const related = Object.values(data[0]?.links ?? {}).map((link) => base + link)
        for (const link of [...(next === undefined ? [] : [next]), ...related]) {
          assert.ok(link.startsWith(`${base}/`), `${base}${path}: ${link}`)
          assert.equal((await fetch(served.origin + link)).status, 200, `${base}${path}: ${link}`)
          opened += 1
        }
      }
    }
    assert.ok(opened > 20, String(opened))
  })

  it('has an icon', async () => {
    for (const path of ['/favicon.svg', '/favicon.ico']) {
      const icon = await fetch(served.origin + path)
      assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, 'image/svg+xml'])
    }
  })

  it('has a page for errors, to which every error links, without Markdown', async () => {
    const answer = await fetch(`${served.origin}/notices/v1/notices?limit=abc`)
    const { error } = (await answer.json()) as { error: { code: string; docs: string } }
    const page = await fetch(new URL(error.docs, served.origin))
    const text = await page.text()
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    assert.match(text, new RegExp(`<section id="${new URL(error.docs, served.origin).hash.slice(1)}">`))
    assert.match(text, /Read <code>details<\/code>/)
    assert.doesNotMatch(text, /`/)
    assert.equal(await (await fetch(`${served.origin}/errors`)).text(), text)
  })

  it('shows curl lines that run as they stand', async () => {
    const page = await (await fetch(served.origin, { headers: { accept: 'text/html' } })).text()
    const lines = [...page.matchAll(/<code>curl '([^<']+)'<\/code>/g)].map((match) =>
      (match[1] ?? '').replaceAll('&amp;', '&'),
    )
    assert.ok(lines.length > 0, 'no curl line was found on the page')
    for (const url of lines) {
      const { stdout } = await run('curl', ['-sS', '--fail', '--max-time', '10', url])
      if (!stdout.startsWith('{')) continue
      assert.ok(
        Array.isArray((JSON.parse(stdout) as { data: unknown }).data) || 'data' in JSON.parse(stdout),
        url,
      )
    }
  })

  it('is joined by a catalogue, a guide for language models, figures and health', async () => {
    const catalogue = await fetch(`${served.origin}/.well-known/api-catalog`)
    assert.match(catalogue.headers.get('content-type') ?? '', /^application\/linkset\+json/)
    const { linkset } = (await catalogue.json()) as { linkset: { 'service-desc': { href: string }[] }[] }
    for (const entry of linkset) {
      const description = await fetch(entry['service-desc'][0]?.href ?? '')
      assert.equal(((await description.json()) as { openapi: string }).openapi, '3.1.0')
    }
    const forModels = await (await fetch(`${served.origin}/llms.txt`)).text()
    assert.match(forModels, /^# Broadsheet/)
    assert.ok(forModels.includes(`[Guides](${served.origin}/guides)`))
    assert.match(await (await fetch(`${served.origin}/metrics`)).text(), /^broadsheet_http_requests_total\{/m)
    for (const path of ['/health', '/healthz', '/notices/health', '/notices/healthz']) {
      assert.equal(((await (await fetch(served.origin + path)).json()) as { ok: boolean }).ok, true, path)
    }
  })

  it('is joined by a guide that tells where each list goes on', async () => {
    const guide = await (await fetch(`${served.origin}/llms.txt`)).text()
    const lists = [
      ['/notices/v1/notices?limit=1', ['meta', 'pagination'], 'next_cursor'],
      ['/data/v1/companies?limit=1', ['pagination'], 'next_offset'],
      ['/market/v1/symbols/search?q=apple&limit=1', ['meta', 'page'], 'next_offset'],
      ['/market/v1/ideas?per_page=2', ['meta', 'page'], 'next_page'],
    ] as const
    for (const [path, place, next] of lists) {
      const answer: unknown = await (await fetch(served.origin + path)).json()
      const page = place.reduce((inner, key) => (inner as Record<string, unknown>)[key], answer)
      assert.ok(page instanceof Object && next in page, path)
      assert.ok(guide.includes(`\`${place.join('.')}\``) && guide.includes(`\`${next}\``), path)
    }
  })

  it('has no links to all of nothing before the first sync', async () => {
    using empty = await startServerProcess([], { SYNC_ENABLED: 'false' })
    const page = await waitForResponse(
      `${empty.origin}/?near=`,
      (_, text) => /No job boards/.test(text) && /No trust centers/.test(text),
      html,
    )
    assert.doesNotMatch(page, />All 0 /)
  })

  it('gives way to a service served alone at the root', async () => {
    using alone = await startServerProcess(['notices'], { SYNC_ENABLED: 'false' })
    assert.equal((await fetch(`${alone.origin}/v1/notices`)).status, 200)
    assert.equal((await fetch(`${alone.origin}/notices/v1/notices`)).status, 404)
    assert.equal(
      ((await (await fetch(`${alone.origin}/healthz`)).json()) as { service: string }).service,
      'notices',
    )
  })
})
