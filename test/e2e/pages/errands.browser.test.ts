/** Ten errands of readers, from the front page on and by clicking and typing alone, on a phone and at a desk. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { chromiumPath, skipReason } from '../../support/backends.ts'
import { launchBrowser, visit } from '../../support/browser.ts'
import {
  firstSyncTimeoutMs,
  type ServerProcess,
  startSyncedServerProcess,
} from '../../support/server/server-process.ts'

const devices: Readonly<Record<string, BrowserContextOptions>> = {
  'on a phone': { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
  'at a desk': { viewport: { width: 1280, height: 900 } },
}

type Errand = (page: Page, reader: string) => Promise<void>

const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections', exact: true }).getByRole('link', { name, exact: true })
const tab = (page: Page, name: string) => page.locator('nav.tabs').getByRole('link', { name, exact: true })

async function enter(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('main').getByLabel(label, { exact: true })
  await field.click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Search everything' }).click()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?/)
}

/** On a phone, what narrows a search is folded. */
async function unfold(page: Page): Promise<void> {
  const summary = page.getByText('Narrow the search', { exact: true })
  if (await summary.isVisible()) await summary.click()
}

async function signIn(page: Page, reader: string): Promise<void> {
  await enter(page, 'E-mail address', reader)
  await page.getByText(`A code is on its way to ${reader}`).waitFor()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'its mailbox' }).click()
  const mailbox = await opened
  const code = /\b\d{6}\b/.exec(
    String(
      await mailbox
        .getByText(reader)
        .first()
        .locator('xpath=ancestor-or-self::*[contains(., "code")][1]')
        .textContent(),
    ),
  )
  await mailbox.close()
  await enter(page, 'Code', code?.[0] ?? '')
  await page.getByText('Signed in as').waitFor()
}

const errands: Readonly<Record<string, Errand>> = {
  'find two good seats for a film of tonight': async (page) => {
    await enter(page, 'Your place', 'London')
    await page.waitForURL(/near=London/)
    const times = page.locator('.times a', { hasText: 'free' })
    const party = page.getByLabel('Seats next to each other')
    // Some cinemas have no numbered seats: a reader goes back and takes another.
    for (let at = 0; at < (await times.count()); at++) {
      await times.nth(at).click()
      await page.getByRole('heading', { name: 'Seats', exact: true }).waitFor()
      if ((await party.count()) > 0) break
      await page.goBack()
    }
    await party.fill('2')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByText('2 seats next to each other, the best first:').waitFor()
    const best = page.locator('.hall .best')
    await best.nth(0).click()
    await best.nth(1).click()
    assert.match(String(await page.locator('[data-choice]').textContent()), /^\S+, \S+\. \D*\d+\.\d\d/)
  },

  'find a remote job above a pay': async (page) => {
    await section(page, 'Jobs').click()
    await unfold(page)
    const models = page.locator('.facets section', {
      has: page.getByRole('heading', { name: 'Work models' }),
    })
    await models.getByRole('link', { name: /^Remote / }).click()
    await page.getByRole('link', { name: /^Remove Work model: Remote/ }).waitFor()
    await unfold(page)
    await enter(page, 'At least', '100000')
    await page.getByRole('link', { name: /^Remove .*: 100000/ }).waitFor()
    // Pay in francs may be more than it says.
    const inDollars = page
      .getByRole('region', { name: 'Jobs' })
      .getByRole('listitem')
      .filter({ hasText: 'USD' })
    await inDollars.locator('h3 a').first().click()
    await page.waitForURL(/\/jobs\/jp_/)
    const strip = page.locator('.facts.strip')
    const pay = String(await strip.locator('div', { hasText: 'Pay' }).locator('dd').textContent())
    assert.ok(Number(/[\d,]+(?= \/ year$)/.exec(pay)?.[0].replaceAll(',', '')) >= 100_000, pay)
    assert.equal(await strip.getByText('Remote', { exact: true }).count(), 1)
  },

  'find who relies on a vendor': async (page) => {
    await search(page, 'openai')
    await page.getByRole('region', { name: 'Vendors' }).getByRole('link', { name: 'OpenAI' }).first().click()
    await page.getByRole('heading', { name: 'Who relies on OpenAI' }).waitFor()
    assert.ok((await page.locator('main h3 a[href*="companies/"]').count()) > 1)
  },

  'find what moved today': async (page) => {
    await section(page, 'Market').click()
    await tab(page, 'Screener').click()
    await page
      .getByRole('columnheader')
      .getByRole('link', { name: /^Change/ })
      .click()
    await page.locator('th[aria-sort=descending]', { hasText: 'Change' }).waitFor()
    await page.locator('tbody th a').first().click()
    await page.waitForURL(/\/market\/symbols\//)
    assert.match(String(await page.locator('[data-field=change_percent]').textContent()), /^\+\d+\.\d\d%$/)
  },

  'compare two companies': async (page) => {
    await section(page, 'Trust').click()
    const companies = page.locator('main h3 a')
    const names = [await companies.nth(0).textContent(), await companies.nth(1).textContent()].map(String)
    await tab(page, 'Compare').click()
    await page.getByLabel('One company').fill(names[0] ?? '')
    await page.getByLabel('Another company').fill(names[1] ?? '')
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('heading', { name: names.join(' and ') }).waitFor()
    await page.getByLabel('Only differences').check()
    assert.ok(await page.locator('tr.differs').first().isVisible())
  },

  'follow the changes of a saved search': async (page, reader) => {
    await section(page, 'Jobs').click()
    await enter(page, 'Words', 'engineer')
    await page.getByRole('link', { name: 'Get changes by e-mail' }).click()
    await signIn(page, reader)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByRole('rowheader', { name: 'jobs: q=engineer' }).waitFor()
    const table = page.getByRole('region', { name: 'E-mails and calendars' })
    assert.ok(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth))
  },

  'find the price history of a symbol': async (page) => {
    await search(page, 'apple')
    await page.getByRole('region', { name: 'Symbols' }).getByRole('link', { name: 'NASDAQ:AAPL' }).click()
    await page.getByRole('link', { name: '1Y', exact: true }).click()
    await page.waitForURL(/count=252/)
    await page.locator('.chart .plot').hover()
    await page.locator('.chart .live canvas').first().waitFor()
    assert.match(String(await page.locator('.reading').textContent()), /Open .*High .*Low .*Close /)
    await page.getByText(/^The newest \d+ bars as a table$/).click()
    assert.ok(await page.getByRole('region', { name: 'Bars' }).isVisible())
  },

  'find a cinema near a postcode tomorrow': async (page) => {
    await section(page, 'Cinema').click()
    await enter(page, 'Place', 'LS1 5DL')
    await page.getByRole('heading', { name: /^At the cinema near LS1/ }).waitFor()
    await page.getByRole('navigation', { name: 'Day' }).getByRole('link').nth(1).click()
    await page.waitForURL(/date=/)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    assert.equal(await page.locator('.lead time').getAttribute('datetime'), tomorrow)
    assert.ok((await page.locator('.programme .times a').count()) > 0)
  },

  'get an API key': async (page, reader) => {
    await section(page, 'Account').click()
    await signIn(page, reader)
    await enter(page, 'Name of the new API key', 'first')
    await page.getByText(/^bs_\w+$/).waitFor()
    await page.getByRole('rowheader', { name: 'first' }).waitFor()
  },

  'download a list as CSV': async (page) => {
    await section(page, 'Tables').click()
    await page.getByRole('link', { name: 'Search movies', exact: true }).click()
    const started = page.waitForEvent('download')
    await page.getByRole('link', { name: 'All rows as CSV' }).click()
    const file = await started
    const text = await new Response((await file.createReadStream()) as never).text()
    assert.match(text, /^[\w,]*title[\w,]*\r?\n/)
    assert.ok(text.split('\n').length > 20)
  },
}

describe('errands of readers', { skip: skipReason('Chromium', chromiumPath()) }, () => {
  let served: ServerProcess
  let browser: Browser
  before(
    async () => {
      served = await startSyncedServerProcess([], { LIMIT_ANONYMOUS_PER_SECOND: '1000' })
      browser = await launchBrowser()
    },
    { timeout: firstSyncTimeoutMs + 60_000 },
  )
  after(async () => {
    await browser?.close()
    served?.[Symbol.dispose]()
  })

  for (const [device, options] of Object.entries(devices))
    for (const [errand, run] of Object.entries(errands))
      it(`${errand} ${device}`, async () => {
        await visit(browser, served.origin, options, async (page) => {
          await page.goto(served.origin)
          // An address gets one code a minute.
          await run(page, `reader${Object.keys(errands).indexOf(errand)}-${device.slice(-4)}@example.org`)
        })
      })
})
