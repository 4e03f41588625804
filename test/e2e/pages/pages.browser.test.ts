/** The pages for readers in a browser: in both themes, on a phone, by keyboard and without script. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { chromiumPath, skipReason } from '../../support/backends.ts'
import { findAccessibilityFaults, findFaultsInAllLooks, launchBrowser, visit } from '../../support/browser.ts'
import { near, readFirst, readPagePaths } from '../../support/server/page-paths.ts'
import {
  firstSyncTimeoutMs,
  type ServerProcess,
  startSyncedServerProcess,
} from '../../support/server/server-process.ts'

/** Each is a test, so that none takes long on a busy machine. */
const sections = [
  ['cinema', /^\/cinema\//],
  ['companies', /^\/data\/trust\/comp/],
  ['vendors, providers and changes', /^\/data\/trust\/[^c]|changes$/],
  ['jobs', /^\/data\/job-postings\//],
  ['market', /^\/market\//],
  ['front page, search, status, notices, tables and a service', /^\/(\?|search|status|notices|tables|data$)/],
  ['account, operations and errors', /^\/(account|operations|docs\/errors|nothing)/],
  ['guides', /^\/guides/],
] as const
const symbolPath = '/market/symbols/NASDAQ:AAPL'
/** More before what is next would be a burden for a reader without a mouse. */
const tabStopsMax = 100

describe('pages for readers', { skip: skipReason('Chromium', chromiumPath()) }, () => {
  let served: ServerProcess
  let browser: Browser
  let paths: string[]
  let seatsPath: string
  before(
    async () => {
      served = await startSyncedServerProcess([], {
        LIMIT_ANONYMOUS_PER_SECOND: '1000',
        OPERATOR_EMAILS: 'operator@example.org',
      })
      browser = await launchBrowser()
      paths = await readPagePaths(served.origin)
      seatsPath = paths.find((path) => path.endsWith('?party=2')) ?? ''
    },
    { timeout: firstSyncTimeoutMs + 60_000 },
  )
  after(async () => {
    await browser?.close()
    served?.[Symbol.dispose]()
  })

  const firstOf = (path: string) => readFirst(served.origin + path)

  function withPage(options: BrowserContextOptions, work: (page: Page) => Promise<void>): Promise<void> {
    // Pages of an unknown place and of a wrong filter have the status 400, a token that has ended gets 401, and who is no operator 404; the browser reports them all.
    const isExpected = (message: string) => /status of 40[014]/.test(message)
    return visit(browser, served.origin, options, work, isExpected)
  }

  for (const [section, prefix] of sections)
    it(`fit and are accessible in both themes at three widths: ${section}`, async () => {
      await withPage({}, async (page) => {
        const ofSection = paths.filter((each) => prefix.test(each))
        assert.ok(ofSection.length > 0)
        for (const path of ofSection) {
          await page.goto(served.origin + path)
          assert.deepEqual(await findFaultsInAllLooks(page), [])
        }
      })
    })

  it('are each in one of the sections above', () => {
    for (const path of paths) assert.equal(sections.filter(([, prefix]) => prefix.test(path)).length, 1, path)
  })

  it('report what violates their policy', async () => {
    const violation = `new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', () => setTimeout(resolve))
      document.head.append(Object.assign(document.createElement('script'), { textContent: '0' }))
    })`
    const visit = withPage({}, async (page) => {
      await page.goto(`${served.origin}/docs/errors`)
      await page.evaluate(violation)
    })
    await assert.rejects(visit, /policy: script-src/)
  })

  it('let a reader skip to the content, and show days as in the region of the reader', async () => {
    await withPage({ locale: 'en-US' }, async (page) => {
      await page.goto(`${served.origin}/cinema/showtimes?${near}`)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.waitForURL(/#content$/)
      await page.keyboard.press('Tab')
      assert.equal(await page.evaluate(`document.activeElement.closest('main') !== null`), true)
      assert.match(String(await page.locator('.lead time').textContent()), /^\w+, \w+ \d+, 20\d\d$/)
      assert.match(String(await page.locator('.times time').first().textContent()), /^\d+:\d\d\s[AP]M$/)
    })
  })

  /** Presses Tab until one of the elements has the focus. */
  async function tabTo(page: Page, target: Locator): Promise<void> {
    const focused = target.and(page.locator(':focus'))
    for (let stops = 0; stops < tabStopsMax; stops++) {
      await page.keyboard.press('Tab')
      if ((await focused.count()) > 0) return
    }
    assert.fail(`${page.url()}: ${target} is not among the first ${tabStopsMax} stops of the keyboard`)
  }

  it('lead from a place to seats next to each other by keyboard alone', async () => {
    // Amounts are written as the server writes them, wherever the reader is.
    await withPage({ locale: 'de-AT' }, async (page) => {
      await page.goto(`${served.origin}/`)
      await tabTo(page, page.getByLabel('Your place'))
      await page.keyboard.type('London')
      await page.keyboard.press('Enter')
      await page.waitForURL(/near=London/)
      await tabTo(page, page.getByRole('link', { name: 'All showtimes near this place' }))
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/cinema\/showtimes\?near=London/)
      // Cinemas answer for the seats of tomorrow, whatever the time of day is now.
      await tabTo(page, page.locator('nav[aria-label=Day] a').nth(1))
      await page.keyboard.press('Enter')
      await page.waitForURL(/date=\d/)
      const date = new URL(page.url()).searchParams.get('date')
      const { theater_id } = await firstOf(
        `/cinema/v1/showtimes/search?${near}&radius_miles=5&has_seatmap=true&business_date=${date}&limit=1`,
      )
      await tabTo(page, page.locator(`.programme a[href^="theaters/${theater_id}"]`))
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/cinema\/theaters\//)
      await tabTo(page, page.locator('.times a'))
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/cinema\/showtimes\/st_/)
      await tabTo(page, page.getByRole('button', { name: /^Ask the cinema (again|for the seats)/ }))
      await page.keyboard.press('Enter')
      await page.waitForURL(/refresh=true/)
      await tabTo(page, page.getByLabel('Seats next to each other'))
      await page.keyboard.type('3')
      await page.keyboard.press('Enter')
      await page.waitForURL(/party=3/)
      await page.getByText('3 seats next to each other, the best first:').waitFor()
      const seats = page.locator('.hall input')
      const best = page.locator('.hall .best input')
      assert.equal(await best.count(), 3)
      await tabTo(page, best.first())
      assert.match(String(await best.first().getAttribute('aria-label')), /^Row \S+, seat \S+, suggested/)
      const choice = page.locator('[data-choice]')
      assert.equal(await choice.textContent(), 'No seat chosen yet.')
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Space')
      assert.equal(await seats.and(page.locator(':checked')).count(), 2)
      assert.match(String(await choice.textContent()), /^\S+, \S+\. [£€$]\d+\.\d\d with fees\.$/)
      const row = (at: string) => page.locator('.hall .row', { has: page.locator(at) }).first()
      const before = await row(':focus').locator('b').first().textContent()
      await page.keyboard.press('ArrowUp')
      assert.notEqual(await row(':focus').locator('b').first().textContent(), before)
      assert.equal(await page.locator('.hall .taken input').count(), 0, 'nobody can buy what is taken')
      const width = async () => (await page.locator('.hall .seat').first().boundingBox())?.width ?? 0
      assert.ok((await width()) >= 24)
      const usual = await width()
      await page.getByRole('radio', { name: 'large' }).check({ force: true })
      assert.ok((await width()) > usual)
      assert.deepEqual(await findAccessibilityFaults(page), [])
    })
  })

  it('narrow a search of jobs by a count, and take the filter back', async () => {
    await withPage({}, async (page) => {
      const isCounted = (count: string) =>
        page.getByText(`${count} active postings`, { exact: true }).waitFor()
      await page.goto(`${served.origin}/data/job-postings/jobs?q=engineer`)
      const [all = ''] = String(await page.locator('.lead').textContent()).match(/[\d,]+(?= active)/) ?? []
      const departments = page.locator('.facets section', {
        has: page.getByRole('heading', { name: 'Departments' }),
      })
      const facet = departments.getByRole('listitem').first()
      const count = String(await facet.locator('.count').textContent())
      const department = String(await facet.getByRole('link').textContent())
        .replace(count, '')
        .trim()
      assert.notEqual(count, all)
      const chip = page.getByRole('link', { name: `Remove Department: ${department}` })
      assert.equal(await chip.count(), 0)
      await facet.getByRole('link').click()
      await chip.waitFor()
      await isCounted(count)
      await page.goBack()
      await isCounted(all)
      await page.goForward()
      await chip.click()
      await isCounted(all)
      assert.equal(await chip.count(), 0)
      assert.equal(new URL(page.url()).search, '?q=engineer')
      await page.goBack()
      await isCounted(count)
    })
  })

  it('remember the place in the browser until it is forgotten', async () => {
    await withPage({}, async (page) => {
      await page.goto(`${served.origin}/?${near}`)
      await page.goto(`${served.origin}/`)
      await page.waitForURL(/\?near=London$/)
      await page.goto(`${served.origin}/cinema/showtimes`)
      await page.waitForURL(/showtimes\?near=London$/)
      await page.goto(`${served.origin}/?${near}`)
      await page.getByRole('link', { name: 'Forget this place' }).click()
      await page.waitForURL(/\?near=$/)
      await page.goto(`${served.origin}/`)
      assert.equal(new URL(page.url()).search, '')
    })
  })

  it('search everything from any page, by keyboard alone', async () => {
    await withPage({}, async (page) => {
      await page.goto(`${served.origin}/cinema/showtimes?${near}`)
      const box = page.getByRole('combobox', { name: 'Search everything' })
      await box.focus()
      await page.keyboard.type('apple')
      await page.getByRole('option', { name: /^NASDAQ:AAPL symbols · Apple/ }).waitFor()
      assert.equal(await box.getAttribute('aria-expanded'), 'true')
      assert.deepEqual(await findAccessibilityFaults(page), [])
      await page.keyboard.press('Escape')
      assert.equal(await box.getAttribute('aria-expanded'), 'false')
      assert.equal(await box.inputValue(), 'apple')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/search\?q=apple$/)
      await page.getByRole('region', { name: 'Symbols' }).getByRole('link', { name: 'NASDAQ:AAPL' }).click()
      await page.waitForURL(/\/market\/symbols\/NASDAQ:AAPL$/)
    })
  })

  it('complete places, symbols and jobs, and never show what was typed before', async () => {
    await withPage({}, async (page) => {
      await page.goto(`${served.origin}/?near=`)
      const place = page.getByLabel('Your place')
      await place.pressSequentially('lond')
      await page.getByRole('option', { name: /^London, England/ }).waitFor()
      await page.keyboard.press('ArrowDown')
      const active = await place.getAttribute('aria-activedescendant')
      assert.equal(await page.locator(`#${active}`).getAttribute('aria-selected'), 'true')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/\?near=London/)

      await page.goto(`${served.origin}/market/symbols`)
      let isFirst = true
      let finishFirst = () => {}
      await page.route('**/v1/symbols/search**', async (route) => {
        if (isFirst) {
          isFirst = false
          await new Promise<void>((resolve) => {
            finishFirst = resolve
          })
        }
        await route.continue().catch(() => {})
      })
      const symbol = page.getByLabel('Symbol, company or ISIN')
      const requested = page.waitForRequest(/symbols\/search/)
      await symbol.pressSequentially('tesla')
      await requested
      await symbol.fill('apple')
      await page.getByRole('option', { name: /^NASDAQ:AAPL/ }).waitFor()
      finishFirst()
      assert.equal(await page.getByRole('option', { name: /TSLA/ }).count(), 0)
      await page.getByRole('option', { name: /^NASDAQ:AAPL/ }).click()
      await page.waitForURL(/\/market\/symbols\/NASDAQ:AAPL$/)

      await page.goto(`${served.origin}/data/job-postings/jobs`)
      await page.getByLabel('Words').pressSequentially('london')
      await page.getByRole('option', { name: /^London, United Kingdom/ }).click()
      await page.waitForURL(/jobs\?q=London/)
      assert.ok((await page.locator('ol.list > li').count()) > 4)
    })
  })

  it('offer to copy commands where there is a clipboard', async () => {
    await withPage({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await page.goto(`${served.origin}/?${near}`)
      await page.locator('details.more summary').first().click()
      const button = page.getByRole('button', { name: 'Copy' }).first()
      await button.click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      assert.match(String(await page.evaluate('navigator.clipboard.readText()')), /^curl 'http/)
      const newest = page.locator('footer li', { hasText: 'Newest jobs' })
      await newest.getByRole('button', { name: 'Copy as curl' }).click()
      await newest.getByRole('button', { name: 'Copied' }).waitFor()
      const command = String(await page.evaluate('navigator.clipboard.readText()'))
      assert.match(command, /^curl 'http.*\/data\/job-postings\/v1\/jobs\/search\?active=true&sort=posted/)
      await page.goto(`${served.origin}/data/trust/vendors/openai`)
      await page.getByRole('button', { name: 'Copy as JavaScript' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      const companies = String(await page.evaluate('navigator.clipboard.readText()'))
      assert.match(companies, /broadsheet\.data\.listVendorCompanies\(\{\s+"vendor_id": "openai"\s+\}\)/)
      await page.goto(served.origin + symbolPath)
      await page.getByRole('button', { name: 'Copy as JavaScript' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      const call = String(await page.evaluate('navigator.clipboard.readText()'))
      assert.match(call, /broadsheet\.market\.getQuotes\(\{\s+"symbols": "NASDAQ:AAPL"\s+\}\)/)
    })
  })

  it('name operations of the API in the requests to copy', async () => {
    const operations = new Set<string>()
    for (const service of ['cinema', 'market', 'data', 'notices']) {
      const { paths: routes } = (await (
        await fetch(`${served.origin}/${service}/v1/openapi.json`)
      ).json()) as {
        paths: Record<string, Record<string, { operationId?: string }>>
      }
      for (const [path, methods] of Object.entries(routes))
        if (methods.get) operations.add(`${service}.${methods.get.operationId} ${path}`)
    }
    const requests = new Set<string>()
    const job = await firstOf('/data/job-postings/v1/jobs/search?active=true&department=Engineering&limit=1')
    const jobPages = ['jobs?q=engineer', `jobs/${job.id}`, 'collections', 'collections/Engineering']
    for (const path of [...paths, ...jobPages.map((each) => `/data/job-postings/${each}`)]) {
      const text = await (await fetch(served.origin + path, { headers: { accept: 'text/html' } })).text()
      for (const [, href = '', call, template] of text.matchAll(
        /<a href="([^"]+)" data-call="([^"]+)"(?: data-path="([^"]+)")?/g,
      )) {
        const url = new URL(href.replaceAll('&amp;', '&'), served.origin + path)
        assert.equal((await fetch(url)).status, 200, url.href)
        requests.add(`${call} ${template ?? url.pathname.replace(/^\/[a-z]+/, '')}`)
      }
    }
    assert.ok(requests.size > 18, [...requests].join(', '))
    assert.deepEqual(
      [...requests].filter((request) => !operations.has(request)),
      [],
    )
  })

  it('find theaters near the browser, or say why they cannot', async () => {
    const geolocation = { latitude: 51.507351, longitude: -0.127758 }
    await withPage({ permissions: ['geolocation'], geolocation }, async (page) => {
      // Late in the evening, little is left of today.
      const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10)
      await page.goto(`${served.origin}/cinema/showtimes?near=&date=${tomorrow}`)
      await page.getByRole('button', { name: 'Near me' }).press('Enter')
      await page.waitForURL(/showtimes\?near=51\.51%2C-0\.13&/)
      assert.ok((await page.locator('.times a').count()) > 4)
      await page.goto(`${served.origin}/?near=`)
      await page.getByRole('button', { name: 'Near me' }).click()
      await page.waitForURL(/\/\?near=51\.51%2C-0\.13$/)
    })
    await withPage({ viewport: { width: 320, height: 900 } }, async (page) => {
      await page.goto(`${served.origin}/cinema/showtimes`)
      await page.getByRole('button', { name: 'Near me' }).click()
      await page.getByText('Your browser does not tell this page where you are.').waitFor()
      assert.equal(await page.evaluate('document.activeElement.name'), 'near')
      assert.deepEqual(await findAccessibilityFaults(page), [])
    })
    await withPage({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${served.origin}/cinema/showtimes`)
      assert.equal(await page.getByRole('button', { name: 'Near me' }).count(), 0)
    })
  })

  it('keep a quote and the newest bar up to date, in figures like those of the server, also for a German reader', async () => {
    await withPage({ locale: 'de-DE' }, async (page) => {
      const bars = page.waitForResponse(/\/market\/v1\/stream\/bars\?/)
      await page.goto(served.origin + symbolPath)
      await page.locator('.chart .plot').hover()
      assert.equal((await bars).status(), 200)
      await page.getByText('Updates by itself.').waitFor()
      const figures = await page.locator('[data-field]:not([data-format=time])').allTextContents()
      const withDecimals = figures.filter((figure) => /^[+−]?\d{1,3}(,\d{3})*\.\d\d[KMBT%]?$/.test(figure))
      assert.ok(withDecimals.length > 3, figures.join(' · '))
      assert.deepEqual(
        figures.filter((figure) => /\d,\d\d?(?!\d)|\.\d{3}/.test(figure)),
        [],
      )
      const moment = await page.locator('[data-field=last_at]').textContent()
      assert.match(String(moment), /^\d+ [A-Z][a-z]+ 20\d\d, \d\d:\d\d/)
      const reading = await page.locator('.chart .reading').textContent()
      assert.match(String(reading), /^\d+ [A-Z][a-z]+ 20\d\d.* · Close [\d,]+\.\d\d · Volume [\d.]+[KMB]?$/)
    })
  })

  it('lead through the screener and back', async () => {
    await withPage({}, async (page) => {
      await page.goto(`${served.origin}/market/screener`)
      await page.getByLabel('Column').first().fill('close')
      await page.getByLabel('Value').fill('100')
      await page.getByRole('button', { name: 'Add filter' }).click()
      await page.getByRole('link', { name: 'Remove the filter close>=100' }).waitFor()
      await page.getByRole('link', { name: 'Price', exact: true }).click()
      await page.locator('th[aria-sort=descending]', { hasText: 'Price' }).waitFor()
      await page.getByRole('link', { name: 'Fell most' }).click()
      await page.locator('th[aria-sort=ascending]', { hasText: 'Change' }).waitFor()
      assert.equal(await page.locator('nav[aria-label=Order] [aria-current]').textContent(), 'Fell most')
      await page.getByRole('link', { name: 'Next' }).click()
      await page.getByText(/^51 to 100 of/).waitFor()
      await page.goBack()
      await page.getByText(/^1 to 50 of/).waitFor()
      await page.locator('tbody th a').first().click()
      await page.waitForURL(/\/market\/symbols\/[A-Z]+:/)
    })
  })

  /** The newest code that the sandbox has sent. */
  async function readCode(): Promise<string> {
    const { data } = (await (await fetch(`${served.origin}/sandbox/mailbox`)).json()) as {
      data: { code: string }[]
    }
    return data[0]?.code ?? ''
  }

  async function signIn(page: Page, email: string): Promise<void> {
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByText(`A code is on its way to ${email}`).waitFor()
    await page.getByLabel('Code').fill(await readCode())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Signed in as').waitFor()
  }

  it('lead from an address to a key and the first call with it', async () => {
    await withPage({ viewport: { width: 320, height: 900 } }, async (page) => {
      await page.goto(`${served.origin}/`)
      await page.getByRole('link', { name: 'Account' }).first().click()
      await signIn(page, 'reader@example.org')
      await page.getByText('You have no API keys yet.').waitFor()
      await page.getByLabel('Name of the new API key').fill('<b>first</b>')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.locator('[data-part=secret]').waitFor()
      const secret = String(await page.locator('[data-part=secret]').textContent())
      const answer = await fetch(`${served.origin}/cinema/v1/usage`, {
        headers: { authorization: `Bearer ${secret}` },
      })
      assert.equal(answer.status, 200)
      await page.getByRole('rowheader', { name: '<b>first</b>' }).waitFor()
      assert.deepEqual(await findAccessibilityFaults(page), [])
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
      await page.getByRole('button', { name: 'Rename' }).click()
      await page.getByLabel('New name').fill('second')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('rowheader', { name: 'second' }).waitFor()
      await page.reload()
      await page.getByRole('rowheader', { name: 'second' }).waitFor()
      assert.ok(!(await page.content()).includes(secret), 'a key is shown once')
      await page.getByRole('button', { name: 'Revoke' }).click()
      await page.getByRole('button', { name: 'Really revoke' }).click()
      await page.getByText('The key is revoked.').waitFor()
      await page.getByText('You have no webhooks yet.').waitFor()
      await page.getByLabel('Changes of').selectOption('notices')
      await page.getByLabel('Address of the receiver').fill('http://127.0.0.1/hook')
      await page.getByRole('button', { name: 'Create webhook' }).click()
      await page.getByText(/on the public internet/).waitFor()
      await page.getByLabel('Address of the receiver').fill('https://receiver.example.org/hook')
      await page.getByLabel('Filters').fill('town=Ely&type=notice.published')
      await page.getByRole('button', { name: 'Create webhook' }).click()
      await page.getByText(/^whsec_/).waitFor()
      await page.getByText('notices: town=Ely&type=notice.published').waitFor()
      assert.deepEqual(await findAccessibilityFaults(page), [])
      await page.getByRole('button', { name: 'Pause' }).click()
      await page.getByText('The webhook is paused.').waitFor()
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Really delete' }).click()
      await page.getByText('The webhook is deleted.').waitFor()
      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await page.getByText('You are signed out.').waitFor()
      assert.equal(await page.evaluate('sessionStorage.length'), 0)
    })
  })

  it('ask to sign in again when the token is no longer valid', async () => {
    await withPage({}, async (page) => {
      await page.goto(`${served.origin}/account`)
      await page.evaluate(
        `sessionStorage.setItem('session', JSON.stringify({ token: 'bs_token_none', email: 'x@example.org' }))`,
      )
      await page.reload()
      await page.getByText('Your sign-in has ended.').waitFor()
      await page.getByLabel('E-mail address').waitFor()
      assert.equal(await page.evaluate('sessionStorage.length'), 0)
      const mailbox = page.getByRole('link', { name: 'its mailbox' })
      assert.equal(await mailbox.getAttribute('href'), '/sandbox/mailbox')
    })
  })

  it('sign in with a management token', async () => {
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      const options = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await fetch(`${served.origin}/cinema/v1/auth/${path}`, options)).json() as Promise<{
        data: { token: string }
      }>
    }
    const email = 'token@example.org'
    await post('otp', { email })
    const { data } = await post('verify', { email, code: await readCode(), create_key: false })
    await withPage({}, async (page) => {
      await page.goto(`${served.origin}/account`)
      await page.getByText('Sign in with a token').click()
      for (const [text, expected] of [
        ['bs_token_none', 'The token is not valid, or no longer.'],
        [data.token, 'You have no API keys yet.'],
      ] as const) {
        await page.getByLabel('Management token').fill(text)
        await page.getByRole('button', { name: 'Use token' }).click()
        await page.getByText(expected).waitFor()
      }
      await page.getByText(email).waitFor()
      assert.equal(await page.getByLabel('Management token').inputValue(), '')
    })
  })

  it('show operators the members, sources and the plan, and others nothing', async () => {
    await withPage({}, async (page) => {
      const open = (query: string) => page.goto(`${served.origin}/operations?${query}`)
      await open('view=members')
      await page.getByText('as an operator').waitFor()
      await page.getByRole('link', { name: 'Sign in' }).click()
      await signIn(page, 'operator@example.org')
      await page.getByRole('link', { name: 'operations' }).click()
      await page.getByRole('heading', { name: 'Runs of the last 24 hours' }).waitFor()
      await page.getByRole('link', { name: 'Members', exact: true }).click()
      await page.getByLabel('Service').selectOption('jobs')
      await page.getByRole('button', { name: 'Show' }).click()
      await page.waitForURL(/service=jobs/)
      const first = await page.locator('tbody tr code').first().textContent()
      await page.getByRole('link', { name: 'Next' }).click()
      await page.getByRole('link', { name: 'First page' }).waitFor()
      assert.notEqual(await page.locator('tbody tr code').first().textContent(), first)
      await page.goBack()
      await page.getByText(String(first), { exact: true }).waitFor()
      assert.deepEqual(await findAccessibilityFaults(page), [])
      assert.deepEqual(await page.locator('.request button').allTextContents(), [
        'Copy as curl',
        'Copy as JavaScript',
      ])
      await page.getByRole('button', { name: 'Pause' }).first().click()
      await page.getByText(/cannot be changed.*request id/).waitFor()
      for (const [view, region] of [
        ['sources', 'Sources'],
        ['plan', 'Plan'],
      ] as const) {
        await open(`view=${view}`)
        await page.getByRole('region', { name: region, exact: true }).waitFor()
      }
      for (const view of ['proposals', 'runs']) {
        await open(`view=${view}`)
        await page.getByRole('button', { name: 'Show' }).waitFor()
      }
      await open('view=discover')
      await page.getByLabel('Address or domain').fill('https://job-boards.greenhouse.io/madeup')
      await page.getByRole('button', { name: 'Discover' }).click()
      await page.getByRole('heading', { name: /Greenhouse/ }).waitFor()
      await page.goto(`${served.origin}/account`)
      await page.getByRole('button', { name: 'Sign out everywhere' }).click()
      await page.getByText('You are signed out everywhere.').waitFor()
      await signIn(page, 'nobody@example.org')
      await open('view=members')
      await page.getByText('This account is not that of an operator.').waitFor()
    })
  })

  it('show the words of a reader without controls that turn text round', async () => {
    await withPage({}, async (page) => {
      for (const path of ['/market/symbols?q=', '/data/job-postings/jobs?q=', '/search?q=']) {
        await page.goto(`${served.origin}${path}${encodeURIComponent('apple\u202e\u2066x')}`)
        assert.doesNotMatch(await page.content(), /[\u202a-\u202e\u2066-\u2069]/, path)
      }
    })
  })

  it('are printed in dark ink, whatever the theme of the reader is', async () => {
    await withPage({ colorScheme: 'dark' }, async (page) => {
      await page.goto(`${served.origin}/docs/errors`)
      const readInk = () => page.evaluate('getComputedStyle(document.body).color')
      const ofScreen = await readInk()
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      const ofDarkPrint = await readInk()
      await page.emulateMedia({ media: 'print', colorScheme: 'light' })
      assert.equal(ofDarkPrint, await readInk())
      assert.notEqual(ofDarkPrint, ofScreen)
      await page.goto(served.origin + seatsPath.replace('party=2', 'refresh=true'))
      assert.equal(await page.locator('fieldset.seg').isVisible(), false, 'paper cannot be clicked')
    })
  })

  it('are complete without script', async () => {
    await withPage({ javaScriptEnabled: false }, async (page) => {
      for (const path of paths) {
        await page.goto(served.origin + path)
        assert.ok(await page.locator('h1').textContent(), path)
        assert.equal(await page.locator('meta[property="og:title"]').count(), 1, path)
        assert.equal(await page.locator('a.skip[href="#content"] ~ main#content').count(), 1, path)
      }
      await page.goto(`${served.origin}/?${near}`)
      assert.ok((await page.locator('.ticker a[href^="/market/symbols/"]').count()) > 4)
      assert.ok((await page.locator('a[href*="/job-postings/jobs/jp_"]').count()) > 4)
      assert.ok((await page.locator('a[href*="/cinema/showtimes/st_"]').count()) > 2)
    })
  })

  /** With these bounds, the largest paint is a matter of the server's time: nothing else is waited for. */
  it('send less than 100 kB for the front page and lists, less than 250 kB for the seats and the chart, and nothing but the sheet and the script of all pages that delay the first paint', async () => {
    for (const [path, bytesMax] of [
      [`/?${near}`, 100_000],
      [`/cinema/showtimes?${near}`, 100_000],
      ['/data/job-postings/jobs?q=engineer', 100_000],
      ['/data/trust/companies', 100_000],
      [seatsPath, 250_000],
      [symbolPath, 250_000],
    ] as const) {
      await withPage({}, async (page) => {
        let bytes = 0
        const sizes: Promise<void>[] = []
        page.on('requestfinished', (request) => {
          sizes.push(
            request.sizes().then(({ responseBodySize, responseHeadersSize }) => {
              bytes += responseBodySize + responseHeadersSize
            }),
          )
        })
        // A stream never ends.
        await page.goto(served.origin + path, { waitUntil: path === symbolPath ? 'load' : 'networkidle' })
        await Promise.all(sizes)
        const blocking = await page.evaluate(
          `performance.getEntriesByType('resource').filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking').map(({ name }) => name)`,
        )
        assert.deepEqual(
          (blocking as string[]).map((name) => name.replace(/.*\//, '')),
          ['page.css', 'every-page.js'],
          'nothing but the sheet and the script, which the browser keeps, delays the first paint',
        )
        assert.ok(bytes > 1000 && bytes < bytesMax, `${path}: ${bytes} bytes`)
      })
    }
  })

  it('fit with text of twice the size, and do not move for readers who want no motion', async () => {
    await withPage({ reducedMotion: 'reduce' }, async (page) => {
      for (const path of paths) {
        await page.goto(served.origin + path)
        await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
        assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, path)
        assert.equal(await page.evaluate('document.getAnimations().length'), 0, path)
      }
    })
  })

  it('keep their policy when they are loaded again and have not changed', async () => {
    await withPage({}, async (page) => {
      for (const path of ['/data/trust/companies', '/notices/notices', '/docs/errors']) {
        await page.goto(served.origin + path, { waitUntil: 'load' })
        await page.reload({ waitUntil: 'load' })
        assert.ok(await page.locator('h1').textContent(), path)
      }
    })
  })

  it('allow no script and no style within them', async () => {
    for (const path of paths) {
      const { headers } = await fetch(served.origin + path, { headers: { accept: 'text/html' } })
      const policy = String(headers.get('content-security-policy'))
      assert.match(policy, /^default-src 'none'; style-src 'self'; script-src 'self'/, path)
      assert.doesNotMatch(policy, /unsafe/, path)
    }
  })
})
