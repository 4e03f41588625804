/** The account page of a reader whose server does not answer for a while, and who looks at the use of a key. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { chromiumPath, skipReason } from '../../support/backends.ts'
import { findAccessibilityFaults, launchBrowser, visit } from '../../support/browser.ts'
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts'

describe('the account page', { skip: skipReason('Chromium', chromiumPath()) }, () => {
  let served: ServerProcess
  let browser: Browser
  before(
    async () => {
      served = await startServerProcess([], { SYNC_ENABLED: 'false' })
      browser = await launchBrowser()
    },
    { timeout: 300_000 },
  )
  after(async () => {
    await browser?.close()
    served?.[Symbol.dispose]()
  })

  async function requestCode(page: Page, email: string): Promise<void> {
    await page.goto(`${served.origin}/account`)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
  }

  async function signIn(page: Page, email: string): Promise<void> {
    await requestCode(page, email)
    await page.getByText(`A code is on its way to ${email}`).waitFor()
    await enterCode(page)
  }

  async function enterCode(page: Page): Promise<void> {
    const { data } = (await (await fetch(`${served.origin}/sandbox/mailbox`)).json()) as {
      data: { code: string }[]
    }
    await page.getByLabel('Code').fill(data[0]?.code ?? '')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Signed in as').waitFor()
  }

  it('draws calls by day with axes, and has them as a table', async () => {
    await visit(browser, served.origin, {}, async (page) => {
      await signIn(page, 'use@example.org')
      const chart = page.getByRole('img', { name: /^\d+ calls and 0 refusals from .* \(UTC\)\.$/ })
      // Calls are counted a little later.
      for (let reads = 0; reads < 40 && !(await chart.isVisible()); reads++) {
        await page.reload()
        await page.getByText('Requests a second').waitFor()
        await chart.waitFor({ timeout: 1_000 }).catch(() => {})
      }
      assert.ok(await chart.isVisible())
      const plot = page.locator('[data-part=history-chart] .plot')
      assert.ok((await plot.locator('.y text').count()) > 0)
      assert.match(String(await plot.locator('.x').textContent()), /\d{4}/)
      assert.match(String(await plot.locator('.columns').first().getAttribute('d')), /^M0 /)
      await page.getByText('Calls by day as a table').click()
      await page.getByRole('region', { name: 'Calls by day' }).getByRole('row').nth(1).waitFor()
      assert.deepEqual(await findAccessibilityFaults(page), [])
    })
  })

  it('leads from a search to its subscription', async () => {
    await visit(browser, served.origin, { viewport: { width: 375, height: 812 } }, async (page) => {
      await page.goto(`${served.origin}/account#subscribe=jobs&filters=company%3DAcme`)
      await page.getByText('Sign in to get changes of jobs by e-mail.').waitFor()
      await page.getByLabel('E-mail address').fill('follow@example.org')
      await page.getByRole('button', { name: 'Send code' }).click()
      await page.getByText('A code is on its way to follow@example.org').waitFor()
      await enterCode(page)
      const filters = page.locator('[data-part=subscription-filters]:focus')
      await filters.waitFor()
      assert.equal(await filters.inputValue(), 'company=Acme')
      const subscribe = page.getByRole('button', { name: 'Subscribe' })
      await subscribe.click()
      const message = page.getByText('You get an e-mail when something matches.')
      await message.waitFor()
      const box = await message.boundingBox()
      assert.ok(box !== null && box.y >= 0 && box.y + box.height <= 812)
      assert.deepEqual(await findAccessibilityFaults(page), [])
    })
  })

  it('takes a code that was sent before the page was loaded again', async () => {
    const isExpected = (message: string) => message.includes('status of 429')
    await visit(
      browser,
      served.origin,
      {},
      async (page) => {
        await requestCode(page, 'twice@example.org')
        await page.getByText('A code is on its way to twice@example.org').waitFor()
        await requestCode(page, 'twice@example.org')
        // Refused, because the first one was sent a moment ago.
        await page
          .getByText(/try again|wait/i)
          .first()
          .waitFor()
        await enterCode(page)
      },
      isExpected,
    )
  })

  it('says what it could not read, and offers to try again', async () => {
    const isExpected = (message: string) => /status of 503|ERR_INTERNET_DISCONNECTED/.test(message)
    await visit(
      browser,
      served.origin,
      {},
      async (page) => {
        await signIn(page, 'again@example.org')
        await page.getByText('You have no API keys yet.').waitFor()
        await page.route(/\/auth\/keys/, (route) => route.fulfill({ status: 503, json: {} }), { times: 1 })
        await page.reload()
        const again = page.getByRole('button', { name: 'Try again' })
        await again.waitFor()
        await page.context().setOffline(true)
        await again.click()
        await page.getByText('You are offline.').waitFor()
        assert.deepEqual(await findAccessibilityFaults(page), [])
        await page.context().setOffline(false)
        await again.click()
        await page.getByText('You have no API keys yet.').waitFor()
        assert.equal(await again.count(), 0)
      },
      isExpected,
    )
  })
})
