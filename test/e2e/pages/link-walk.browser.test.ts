/** A walk along the links from the front page: each leads somewhere, and every page leads on. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type CheerioAPI, load } from 'cheerio'
import type { Browser } from 'playwright-core'
import { chromiumPath, skipReason } from '../../support/backends.ts'
import { launchBrowser, visit } from '../../support/browser.ts'
import {
  firstSyncTimeoutMs,
  type ServerProcess,
  startSyncedServerProcess,
} from '../../support/server/server-process.ts'

/** There are thousands of movies, jobs and companies, whose pages are alike. */
const addressesPerKind = 4
const addressesMax = 600

/** `/cinema/movies/* near`: the path without its last part if that is a record, and the names of the query. */
function kindOf({ pathname, searchParams }: URL): string {
  const parts = pathname.split('/').slice(1)
  const folders =
    parts.length > 2 ? [...parts.slice(0, -1).map((part) => (/\d/.test(part) ? '*' : part)), '*'] : parts
  return [`/${folders.join('/')}`, ...[...searchParams.keys()].sort()].join(' ')
}

interface Walk {
  /** By address: where it was found. */
  readonly foundOn: ReadonlyMap<string, string>
  /** Of each kind of page, one. */
  readonly pages: ReadonlyMap<string, string>
  readonly faults: readonly string[]
}

async function walk(origin: string): Promise<Walk> {
  const foundOn = new Map([[`${origin}/`, 'the start']])
  const counts = new Map<string, number>()
  const pages = new Map<string, string>()
  const faults: string[] = []
  for (const [address, page] of foundOn) {
    const isFile = /\/v1\/.*\.(csv|ndjson|parquet)(\?|$)|\.(ics|csv)(\?|$)/.test(address)
    const response = await fetch(address, {
      method: isFile ? 'HEAD' : 'GET',
      headers: { accept: 'text/html,*/*;q=0.8' },
    })
    const text = isFile ? '' : await response.text()
    // A job that is closed is gone, and its page says so.
    if (response.status !== 200 && response.status !== 410)
      faults.push(`${address} of ${page}: ${response.status}`)
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue
    const $ = load(text)
    faults.push(...faultsOf($).map((fault) => `${address}: ${fault}`))
    pages.set(kindOf(new URL(address)), pages.get(kindOf(new URL(address))) ?? address)
    for (const target of linksOf($, response.url)) {
      if (target.origin !== origin || foundOn.has(target.href) || foundOn.size >= addressesMax) continue
      const kind = kindOf(target)
      const count = counts.get(kind) ?? 0
      if (count >= addressesPerKind) continue
      counts.set(kind, count + 1)
      foundOn.set(target.href, address)
    }
  }
  return { foundOn, pages, faults }
}

/** Without the part of a page that they lead to. */
function linksOf($: CheerioAPI, address: string): URL[] {
  return $('a[href]')
    .toArray()
    .map(({ attribs }) => {
      const target = new URL(attribs.href ?? '', address)
      target.hash = ''
      return target
    })
}

function faultsOf($: CheerioAPI): string[] {
  // The reference is drawn by a script.
  if ($('#app').length > 0) return []
  const faults: string[] = []
  if ($('nav.bar').length !== 1) faults.push('has not one navigation')
  if ($('nav.bar [aria-current]').length > 1) faults.push('is in several sections')
  if ($('h1').length !== 1) faults.push('has not one heading')
  if ($('main a[href], main form').length === 0) faults.push('leads nowhere')
  for (const { attribs } of $('main a[href^="#"]').toArray())
    if ($(`[id="${attribs.href?.slice(1)}"]`).length === 0) faults.push(`has no part ${attribs.href}`)
  return faults
}

describe('links from the front page', { skip: skipReason('Chromium', chromiumPath()) }, () => {
  let served: ServerProcess
  let browser: Browser
  let found: Walk
  before(
    async () => {
      served = await startSyncedServerProcess([], {
        LIMIT_ANONYMOUS_PER_SECOND: '1000',
        LIMIT_ANONYMOUS_PER_MINUTE: '100000',
      })
      browser = await launchBrowser()
      found = await walk(served.origin)
    },
    { timeout: firstSyncTimeoutMs + 300_000 },
  )
  after(async () => {
    await browser?.close()
    served?.[Symbol.dispose]()
  })

  it('lead to what exists, and every page has one navigation and leads on', () => {
    assert.ok(found.foundOn.size > 200, String(found.foundOn.size))
    assert.deepEqual(found.faults, [])
  })

  it('lead to each section', () => {
    for (const path of [
      '/cinema/movies',
      '/market/news',
      '/data/trust/providers',
      '/notices/notices',
      '/tables',
      '/docs',
      '/guides',
    ])
      assert.ok(
        [...found.foundOn.keys()].some((address) => new URL(address).pathname === path),
        path,
      )
  })

  it('lead to pages about which the console has nothing to say', async () => {
    await visit(browser, served.origin, {}, async (page) => {
      for (const address of found.pages.values()) {
        // The reference has a test of its own.
        if (!address.startsWith(`${served.origin}/docs`)) await page.goto(address, { waitUntil: 'load' })
      }
    })
  })
})
