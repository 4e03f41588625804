/** The pages as a browser shows them: readable, accessible, and asking nobody but this server. */

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { chromiumPath, skipReason } from '../../support/backends.ts'
import { findFaultsInAllLooks, launchBrowser } from '../../support/browser.ts'
import {
  firstSyncTimeoutMs,
  type ServerProcess,
  startSyncedServerProcess,
} from '../../support/server/server-process.ts'

describe('in a browser', { skip: skipReason('Chromium', chromiumPath()) }, () => {
  let served: ServerProcess
  let browser: Browser
  before(
    async () => {
      served = await startSyncedServerProcess()
      browser = await launchBrowser()
    },
    { timeout: firstSyncTimeoutMs + 60_000 },
  )
  after(async () => {
    await browser?.close()
    served?.[Symbol.dispose]()
  })

  it('the front page and errors have no accessibility faults', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    for (const path of ['/', `/cinema/v1/showtimes/search?${'x'.repeat(80)}=1`]) {
      await page.goto(served.origin + path)
      assert.deepEqual(await findFaultsInAllLooks(page), [])
      assert.ok(await page.locator('header.mast').count(), path)
    }
    await context.close()
  })

  it('the words in empty fields fit on a phone', async () => {
    const context = await browser.newContext({ viewport: { width: 375, height: 800 } })
    const page = await context.newPage()
    for (const path of ['/', '/cinema/showtimes', '/market/symbols', '/data/job-postings/jobs', '/nothing']) {
      await page.goto(served.origin + path)
      const cut =
        await page.evaluate(`[...document.querySelectorAll('input[placeholder]')].filter((input) => {
        const style = getComputedStyle(input)
        const brush = document.createElement('canvas').getContext('2d')
        brush.font = style.font
        const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
        return brush.measureText(input.placeholder).width > room
      }).map(({ placeholder }) => placeholder)`)
      assert.deepEqual(cut, [], path)
    }
    await context.close()
  })

  it('what scrolls sideways on a phone has a shadow at its edge, and a wide screen names a company once', async () => {
    const read = async (width: number, script: string) => {
      const context = await browser.newContext({ viewport: { width, height: 800 } })
      const page = await context.newPage()
      const found: unknown[] = []
      for (const path of ['/market/calendar', '/market/screener', '/data/trust/companies', '/']) {
        await page.goto(served.origin + path)
        found.push(...((await page.evaluate(script)) as unknown[]))
      }
      await context.close()
      return found
    }
    const scrolling = await read(
      375,
      `[...document.querySelectorAll('main *, .bar ul')].filter((element) =>
        element.scrollWidth > element.clientWidth && getComputedStyle(element).overflowX === 'auto'
      ).map((element) => getComputedStyle(element).backgroundAttachment)`,
    )
    assert.ok(scrolling.length >= 6, `${scrolling.length}`)
    assert.deepEqual([...new Set(scrolling)], ['local, local, scroll, scroll'])
    const names = `[...document.querySelectorAll('small.narrow')].map((element) => element.checkVisibility())`
    assert.ok((await read(375, names)).every((isShown) => isShown))
    const onDesk = await read(1280, names)
    assert.ok(onDesk.length > 0 && onDesk.every((isShown) => !isShown))
  })

  it('the API reference is drawn, looks like the other pages, leads to them and asks no other host', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.protocol.startsWith('http') && url.origin !== served.origin) complaints.push(request.url())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto(`${served.origin}/docs`)
    await page
      .getByRole('heading', { name: /^Cinema/ })
      .first()
      .waitFor({ timeout: 600_000 })
    assert.equal(await page.evaluate('document.documentElement.lang'), 'en')
    for (const name of ['Authentication', 'Pages of lists', 'Limits', 'Errors'])
      await page.getByRole('heading', { name, exact: true }).first().waitFor()
    assert.equal(await page.locator('a.skip[href="#app"] ~ #app').count(), 1)
    const styles = "getComputedStyle(document.querySelector('.scalar-app'))"
    assert.match(String(await page.evaluate(`${styles}.fontFamily`)), /^"?Public Sans/)
    for (const [colorScheme, paper] of [
      ['light', 'rgb(251, 250, 246)'],
      ['dark', 'rgb(19, 20, 18)'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      assert.equal(await page.evaluate(`${styles}.backgroundColor`), paper)
    }
    assert.deepEqual(await findFaultsInAllLooks(page), [])
    await page.getByRole('link', { name: 'Status', exact: true }).click()
    await page.waitForURL(/\/status$/)
    await page.goBack()
    await page.getByRole('link', { name: 'Broadsheet', exact: true }).click()
    await page.waitForURL(`${served.origin}/`)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('a link to the reference opens the service that it names', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${served.origin}/docs/?api=data`)
    await page
      .getByRole('heading', { name: /^Jobs and trust centers/ })
      .first()
      .waitFor({ timeout: 600_000 })
    await context.close()
  })

  it('a page of another origin can read answers and their headers', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const other = createServer((_, response) => void response.end('<!doctype html><title>elsewhere</title>'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
    const read = (await page.evaluate(
      `fetch(${JSON.stringify(`${served.origin}/notices/v1/notices?limit=1`)}).then(async (answer) => ({ etag: answer.headers.get('etag'), id: answer.headers.get('x-request-id'), link: answer.headers.get('link'), rows: (await answer.json()).data.length }))`,
    )) as { etag: string; id: string; link: string; rows: number }
    assert.equal(read.rows, 1)
    assert.match(read.etag, /^W\//)
    assert.ok(read.id)
    assert.match(read.link, /rel="next"/)
    await context.close()
    other.close()
  })
})
