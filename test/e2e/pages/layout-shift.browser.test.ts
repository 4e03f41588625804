/** Nothing on a page moves once it is drawn: not by fonts, scripts, pictures or streams that come later. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { chromiumPath, skipReason } from '../../support/backends.ts'
import { launchBrowser } from '../../support/browser.ts'
import { readPagePaths } from '../../support/server/page-paths.ts'
import {
  firstSyncTimeoutMs,
  type ServerProcess,
  startSyncedServerProcess,
} from '../../support/server/server-process.ts'

const devices: Readonly<Record<string, BrowserContextOptions>> = {
  'on a phone': { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
  'at a desk': { viewport: { width: 1280, height: 900 } },
}

const observer = `
globalThis.shifts = []
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    shifts.push(value.toFixed(5) + ' ' + sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 80)).join(' | '))
}).observe({ type: 'layout-shift', buffered: true })`
const largestPaint = `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true }))`

/** What draws a part of a page later says so in the page. */
const drawnLater: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  '/docs': (page) =>
    page
      .locator('#app.drawn')
      .getByRole('heading', { name: /^Cinema/ })
      .first()
      .waitFor({ timeout: 600_000 }),
  '/market/symbols/NASDAQ:AAPL?count=20': (page) => page.getByText('Updates by itself.').waitFor(),
}

describe('pages that are drawn', { skip: skipReason('Chromium', chromiumPath()) }, () => {
  let served: ServerProcess
  let browser: Browser
  let paths: string[]
  before(
    async () => {
      served = await startSyncedServerProcess([], { LIMIT_ANONYMOUS_PER_SECOND: '1000' })
      browser = await launchBrowser()
      paths = [...(await readPagePaths(served.origin)), '/docs']
    },
    { timeout: firstSyncTimeoutMs + 60_000 },
  )
  after(async () => {
    await browser?.close()
    served?.[Symbol.dispose]()
  })

  for (const [device, options] of Object.entries(devices))
    it(`do not move ${device}`, async (test) => {
      const moved: string[] = []
      const paints: number[] = []
      for (const path of paths) {
        // A first visit, with nothing in the cache.
        const context = await browser.newContext(options)
        const page = await context.newPage()
        await page.addInitScript(observer)
        await page.goto(served.origin + path, { waitUntil: 'load' })
        await drawnLater[path]?.(page)
        const paint = Number(await page.evaluate(largestPaint))
        const shifts = (await page.evaluate('shifts')) as string[]
        moved.push(...shifts.map((shift) => `${path}: ${shift}`))
        if (path !== '/docs') paints.push(Math.round(paint))
        await context.close()
      }
      paints.sort((one, other) => one - other)
      test.diagnostic(`largest paint: median ${paints[paints.length >> 1]} ms, at most ${paints.at(-1)} ms`)
      assert.deepEqual(moved, [])
    })

  // One that is traded at all hours.
  for (const [device, options] of Object.entries(devices))
    it(`do not move ${device} while their prices change`, async () => {
      const context = await browser.newContext(options)
      const page = await context.newPage()
      await page.addInitScript(observer)
      await page.goto(`${served.origin}/market/symbols/BINANCE:BTCUSDT?count=20`, { waitUntil: 'load' })
      const price = page.locator('[data-field=last]')
      for (let changes = 0; changes < 5; changes += 1) {
        const before = await price.textContent()
        await price.filter({ hasNotText: String(before) }).waitFor()
      }
      assert.deepEqual(await page.evaluate('shifts'), [])
      await context.close()
    })
})
