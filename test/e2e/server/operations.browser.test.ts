/** The desk of operators in a browser, with the live profile: what they change, start and decide. Nothing is requested from other hosts. */

import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { updateAlarms } from '../../../src/app/alarms/update-alarms.ts'
import { createAppContext } from '../../../src/app/app-context.ts'
import { createHttpApp, type HttpApp } from '../../../src/app/http-app.ts'
import { type Clock, systemClock } from '../../../src/core/clock.ts'
import { loadConfig } from '../../../src/core/config/load-config.ts'
import { Failure } from '../../../src/core/errors.ts'
import { silentEvents } from '../../../src/core/events.ts'
import { sandboxMail } from '../../../src/identity/index.ts'
import { diskArtifactStore } from '../../../src/sync/artifacts/disk-artifact-store.ts'
import { saveComparison } from '../../../src/sync/rosters/proposals.ts'
import type { AnySource, AnyWriter } from '../../../src/sync/source.ts'
import { createSyncEngine } from '../../../src/sync/sync-engine.ts'
import { chromiumPath, skipReason } from '../../support/backends.ts'
import { findAccessibilityFaults, findFaultsInAllLooks, launchBrowser } from '../../support/browser.ts'
import { newFolder } from '../../support/shared-folder.ts'
import { defineTownsSource, FakeUpstream, items, townsWriter } from '../../support/sync/sync-fixture.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'

const operatorEmail = 'operator@example.org'
/** Would be an element and a request if it were not shown as text. */
const hostile = '<img src="/hostile.png"> Corp.'

describe('the desk of operators', { skip: skipReason('Chromium', chromiumPath()) }, () => {
  const folder = newFolder('desk')
  const stop = new AbortController()
  const upstream = new FakeUpstream()
  /** How far the clock of the server is ahead. */
  let aheadMs = 0
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + aheadMs }
  let http: HttpApp
  let proxy: TcpProxy
  let browser: Browser
  let origin: string
  let schedule: Promise<unknown>
  let desk: Page

  before(async () => {
    const env = {
      BROADSHEET_PROFILE: 'live',
      BROADSHEET_SECRET: 'a-secret-of-at-least-thirty-two-characters',
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      OPERATOR_EMAILS: operatorEmail,
      SYNC_ENABLED: 'false',
    }
    const context = await createAppContext(loadConfig({ env }), { clock })
    const profile = {
      ...context.profile,
      openMail: async (...of: Parameters<typeof sandboxMail>) => sandboxMail(...of),
    }
    http = await createHttpApp({ ...context, profile })
    const port = await http.server.listen({ host: '127.0.0.1', port: 0 })
    proxy = await startTcpProxy('127.0.0.1', port)
    origin = `http://127.0.0.1:${proxy.port}`
    schedule = startNode()
    browser = await launchBrowser()
    desk = await openPage()
    await signIn(desk, operatorEmail)
  })
  after(async () => {
    await browser?.close()
    stop.abort()
    await schedule
    await proxy?.[Symbol.asyncDispose]()
    await http?.[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A node that syncs `lever` and `filmbot`, which holds back empty lists, with an upstream in memory. */
  async function startNode(): Promise<void> {
    const members = [{ id: 'zz-acme' }, { id: 'zz-other' }]
    const everyMinutes = 24 * 60
    const lever = defineTownsSource({ id: 'lever', service: 'jobs', everyMinutes, members })
    const theaters = [{ id: 'brattle.7' }, { id: 'brattle.9' }]
    const filmbot = defineTownsSource({ id: 'filmbot', service: 'cinema', everyMinutes, members: theaters })
    const engine = createSyncEngine({
      store: http.store,
      outbound: upstream,
      artifacts: diskArtifactStore({ folder: join(folder, 'artifacts') }),
      sources: [lever, filmbot] as AnySource[],
      writers: ['jobs', 'cinema'].map((service) => ({ ...townsWriter, service }) as AnyWriter),
      clock: systemClock,
      events: silentEvents,
      holder: 'test:1',
    })
    upstream.lists = {
      'zz-acme': items('a', 8),
      'zz-other': items('b', 3),
      'brattle.7': items('c', 2),
      'brattle.9': items('d', 8),
    }
    await engine.run('lever', { mode: 'manual', signal: stop.signal })
    await engine.run('filmbot', { mode: 'manual', signal: stop.signal })
    await engine.schedule(stop.signal)
  }

  /** Fails the test on everything that the console reports, but for statuses that a test provokes. */
  async function openPage(
    colorScheme: 'light' | 'dark' = 'light',
    width = 1280,
    locale = 'en-GB',
  ): Promise<Page> {
    const context = await browser.newContext({
      colorScheme,
      viewport: { width, height: 900 },
      locale,
      timezoneId: 'Asia/Kolkata',
    })
    const page = await context.newPage()
    page.on('console', (message) => {
      if (message.type() !== 'error') return
      if (/status of 4\d\d|net::ERR_/.test(message.text())) return
      complaints.push(message.text())
    })
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) || request.url().includes('hostile'))
        complaints.push(`asks ${request.url()}`)
    })
    return page
  }
  const complaints: string[] = []

  async function signIn(page: Page, email: string): Promise<void> {
    await page.goto(`${origin}/account`)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByText(`A code is on its way to ${email}`).waitFor()
    const { data } = (await (await fetch(`${origin}/sandbox/mailbox`)).json()) as { data: { code: string }[] }
    await page.getByLabel('Code').fill(data[0]?.code ?? '')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Signed in as').waitFor()
  }
  const open = (query: string, page = desk) => page.goto(`${origin}/operations?${query}`)

  it('writes numbers as in English beside English words and dates, whatever the region of the reader', async () => {
    const page = await openPage('light', 1280, 'de-DE')
    const assertEnglish = async (expected: RegExp) => {
      const text = await page.locator('main').innerText()
      assert.match(text, expected, page.url())
      assert.doesNotMatch(
        text,
        /\b\d{1,3}\.\d{3}\b|\b\d+,\d{1,2}\b|(?:Mon|Diens|Donners|Frei)tag/,
        page.url(),
      )
    }
    await page.goto(`${origin}/account`)
    const session = JSON.stringify(await desk.evaluate(`sessionStorage.getItem('session')`))
    await page.evaluate(`sessionStorage.setItem('session', ${session})`)
    await page.reload()
    await page.getByText(/a second, .* a minute/).waitFor()
    await assertEnglish(/\d,000 a minute\s.*\d{1,2} [A-Z][a-z]{2} 20\d\d/s)
    await open('view=sources', page)
    await page.getByRole('region', { name: 'Sources', exact: true }).waitFor()
    await assertEnglish(/\b\d,\d{3}\b/)
    await page.context().close()
  })

  it('adds a member by discovery and shows its hostile name as text', async () => {
    await open('view=discover')
    await desk.getByLabel('Address or domain').fill('https://jobs.lever.co/zz-acme')
    await desk.getByRole('button', { name: 'Discover' }).click()
    await desk.getByRole('heading', { name: /Lever: key zz-acme/ }).waitFor()
    await desk.getByLabel('Name of the employer').fill(hostile)
    await desk.getByRole('button', { name: 'Add', exact: true }).click()
    await desk.getByText(`${hostile} is added.`).waitFor()
    await open('view=members&q=zz-acme')
    await desk.getByRole('rowheader', { name: hostile }).waitFor()
  })

  it('pauses a member and a source, and resumes them', async () => {
    await open('view=members&q=zz-acme')
    await desk.getByRole('button', { name: 'Pause' }).click()
    await desk.getByText('zz-acme is now paused.').waitFor()
    await desk.getByRole('button', { name: 'Resume' }).click()
    await desk.getByText('zz-acme is now on.').waitFor()
    await open('view=sources')
    const row = desk.getByRole('row', { name: /^Lever / })
    await row.getByRole('button', { name: 'Pause' }).click()
    await desk.getByText('is paused.').waitFor()
    await row.getByRole('button', { name: 'Resume' }).click()
    await desk.getByText('is resumed.').waitFor()
    await row.getByRole('button', { name: 'Read now' }).waitFor()
  })

  it('approves one proposal of a roster and rejects another', async () => {
    const cells = { installation: 'brattle', site: '9', name: 'Brattle Nine' }
    const changes = [
      { kind: 'add', memberId: 'brattle.9', detail: hostile, cells } as const,
      { kind: 'close', memberId: 'brattle.8', detail: 'no longer listed', cells: {} } as const,
    ]
    const roster = { name: 'filmbot brattle', sourceId: 'filmbot' }
    await saveComparison(http.store.ledger, roster, { changes, memories: new Map() }, systemClock.now())
    await open('view=proposals')
    const added = desk.getByRole('row', { name: /brattle\.9/ })
    await added.getByText(hostile).waitFor()
    const statuses = desk.getByLabel('Status').locator('option')
    assert.deepEqual(await statuses.allTextContents(), ['open', 'approved', 'rejected'])
    await added.getByRole('button', { name: 'Approve' }).click()
    await desk.getByText(/"timezone" is missing/).waitFor()
    await added.getByLabel('Time zone of brattle.9').fill('America/New_York')
    await added.getByRole('button', { name: 'Approve' }).click()
    await desk.getByText('brattle.9: approved.').waitFor()
    await desk
      .getByRole('row', { name: /brattle\.8/ })
      .getByRole('button', { name: 'Reject' })
      .click()
    await desk.getByText('brattle.8: rejected.').waitFor()
    await desk.getByText('Nothing here.').waitFor()
  })

  it('cancels a run that is under way', async () => {
    upstream.intercept = (url, signal) => {
      if (!url.includes('zz-other')) return undefined
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    await open('view=runs')
    await desk.getByLabel('Read a source now').fill('lever')
    await desk.getByRole('button', { name: 'Start' }).click()
    await desk.getByText('The run is under way. This page follows it.').waitFor({ timeout: 600_000 })
    await desk.getByRole('button', { name: 'Cancel this run' }).click()
    await desk.getByText('The run has ended: cancelled.').waitFor({ timeout: 600_000 })
    await desk.locator('dd', { hasText: operatorEmail }).waitFor()
    upstream.intercept = () => undefined
    await open('view=runs&status=cancelled')
    await desk.getByRole('rowheader', { name: 'lever' }).waitFor()
  })

  it('starts a run, follows it to its end, and retries what failed', async () => {
    upstream.intercept = (url) => {
      if (url.includes('zz-acme')) throw new Failure('upstream_unavailable', `Down: ${hostile}`)
      return undefined
    }
    await open('view=runs')
    await desk.getByLabel('Read a source now').fill('lever')
    await desk.getByRole('button', { name: 'Start' }).click()
    await desk.waitForURL(/view=run&id=/)
    await desk.getByRole('heading', { name: 'Run', exact: true }).waitFor()
    await desk.getByText('The run has ended: partial.').waitFor({ timeout: 600_000 })
    await desk.getByRole('region', { name: 'Problems' }).getByText(hostile).waitFor()
    assert.deepEqual(await findAccessibilityFaults(desk), [])
    upstream.intercept = () => undefined
    const first = desk.url()
    await desk.getByRole('button', { name: 'Retry what failed' }).click()
    await desk.waitForURL((url) => url.href !== first)
    await desk.getByText('The run has ended: succeeded.').waitFor({ timeout: 600_000 })
    await desk.getByText('1 of 1').waitFor()
    await desk.goBack()
    await desk.getByText('The run has ended: partial.').waitFor()
  })

  it('offers the services that sources fill, and says which hold back no list', async () => {
    const offered = () => desk.locator('select[name=service] option').allTextContents()
    for (const view of ['members', 'runs']) {
      await open(`view=${view}`)
      await desk.locator('select[name=service]').waitFor()
      assert.deepEqual(await offered(), ['all', 'cinema', 'jobs', 'trust', 'notices'], view)
    }
    await open('view=held')
    await desk.getByText('Job boards are not here').waitFor()
    assert.deepEqual(await offered(), ['all', 'cinema', 'trust', 'notices'])
  })

  it('publishes a list that was held back', async () => {
    upstream.lists['brattle.9'] = []
    await open('view=runs&source_id=filmbot')
    await desk.getByRole('button', { name: 'Start' }).click()
    await desk.getByText('The run has ended: partial.').waitFor({ timeout: 600_000 })
    await open('view=held')
    await desk.getByText('the list of 8 became empty').waitFor()
    await desk.getByRole('button', { name: 'Publish the new list' }).click()
    await desk.getByText('The run has ended: succeeded.').waitFor({ timeout: 600_000 })
    await open('view=held')
    await desk.getByText('Nothing here.').waitFor()
  })

  it('refuses a second run of a source, with the reason', async () => {
    const waiting = Promise.withResolvers<undefined>()
    upstream.intercept = () => waiting.promise
    await open('view=runs&source_id=lever')
    await desk.getByRole('button', { name: 'Start' }).click()
    await desk.getByText('The run is under way.').waitFor({ timeout: 600_000 })
    const run = desk.url()
    await open('view=runs&source_id=lever')
    await desk.getByRole('button', { name: 'Start' }).click()
    await desk.getByText(/lever is being read\. \(request id/).waitFor()
    await desk.goto(run)
    await desk.getByText('The run is under way.').waitFor()
    // The server goes away while the run is followed, and comes back.
    proxy.cut()
    await desk
      .getByText('The server does not answer. Try again in a moment. This page keeps trying.')
      .waitFor()
    upstream.intercept = () => undefined
    waiting.resolve(undefined)
    proxy.restore()
    await desk.getByText('The run has ended: succeeded.').waitFor({ timeout: 600_000 })
  })

  it('decides about a request for higher limits, and the caller sees it', async () => {
    const caller = await openPage('dark', 375)
    await signIn(caller, 'caller@example.org')
    await caller.getByLabel('Requests a second').fill('50')
    await caller.getByLabel('Requests a minute').fill('900')
    await caller.getByLabel('What for').fill(`We are ${hostile}`)
    await caller.getByRole('button', { name: 'Request' }).click()
    await caller.getByText('waits for an operator').waitFor()
    assert.equal(await caller.getByLabel('What for').isVisible(), false)
    await open('view=limits')
    const row = desk.getByRole('row', { name: /caller@example\.org/ })
    await row.getByText(`We are ${hostile}`).waitFor()
    assert.equal(await desk.getByLabel('Status').inputValue(), 'pending')
    await row.getByLabel('Requests a second').fill('30')
    await row.getByLabel('Message to the caller').fill('until June')
    await row.getByRole('button', { name: 'Approve' }).click()
    await desk.getByText('caller@example.org: approved.').waitFor()
    await caller.reload()
    await caller.getByText('until June').waitFor()
    await caller.getByText('30 a second, 900 a minute').first().waitFor()
    assert.deepEqual(await findAccessibilityFaults(caller), [])
    assert.equal(await caller.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
    await caller.context().close()
  })

  it('draws the runs of the last day, and lists what was saved', async () => {
    await open('')
    await desk
      .getByRole('img', { name: /^Runs: \d+ succeeded, \d+ partial, 0 failed, 1 cancelled$/ })
      .waitFor()
    const heads = desk.getByRole('region', { name: 'Artifacts by service' }).getByRole('columnheader')
    const alignments = await heads.evaluateAll((all) => all.map(({ className }) => className))
    assert.deepEqual(alignments, ['', 'num', 'num'], 'numbers are aligned to the right')
    await desk.getByRole('link', { name: 'All artifacts' }).click()
    await desk
      .getByRole('row', { name: /zz-acme lever/ })
      .first()
      .getByRole('link', { name: 'Run' })
      .click()
    await desk.getByText('The run has ended').waitFor()
  })

  it('shows alarms, which can be muted and unmuted, with times in the zone of the reader', async () => {
    const causes = [
      { kind: 'host_refuses', subject: 'api.example.org', detail: 'It denies access.' },
    ] as const
    const nowMs = Date.parse('2026-11-15T22:30:00Z')
    await updateAlarms(http.store, { node: '', causes, recipients: [], nowMs })
    await open('view=overview')
    await desk.getByRole('link', { name: 'One open alarm' }).click()
    const alarm = desk.getByRole('row', { name: /A host refuses: api\.example\.org open/ })
    // The browser is in India.
    await alarm.getByText(/16 Nov 2026.*4:00.*(GMT\+5:30|IST)/i).waitFor()
    await alarm.getByRole('button', { name: 'Mute for a week' }).click()
    await desk.getByText('host_refuses:api.example.org is muted.').waitFor()
    await desk.getByRole('button', { name: 'Unmute' }).click()
    await desk.getByText('host_refuses:api.example.org is no longer muted.').waitFor()
    await alarm.getByRole('button', { name: 'Mute for a day' }).waitFor()
  })

  it('fits and is accessible in every view, in both themes at three widths', async () => {
    for (const view of [
      'overview',
      'alarms',
      'members&q=zz-',
      'sources',
      'runs',
      'artifacts',
      'held',
      'proposals&status=approved',
      'plan',
      'discover',
      'limits&status=approved',
    ]) {
      await open(`view=${view}`)
      await desk.locator('[data-part=content] > *').first().waitFor()
      assert.deepEqual(await findFaultsInAllLooks(desk), [], view)
    }
  })

  it('asks to sign in again once the token is revoked, and offers to try again when the server is away', async () => {
    await open('view=members&q=zz-')
    await desk.getByRole('button', { name: 'Pause' }).first().waitFor()
    proxy.cut()
    await desk.getByRole('button', { name: 'Pause' }).first().click()
    await desk.getByText('The server does not answer.').waitFor()
    proxy.restore()
    await desk.getByRole('button', { name: 'Pause' }).first().click()
    await desk.getByText('is now paused.').waitFor()
    await desk.evaluate(
      `fetch('/v1/auth/sign-out-everywhere', { method: 'POST', headers: { authorization: 'Bearer ' + JSON.parse(sessionStorage.getItem('session')).token } })`,
    )
    await desk.getByRole('button', { name: 'Resume' }).first().click()
    await desk.getByText('your sign-in has ended').waitFor()
    await desk.getByRole('link', { name: 'Sign in' }).waitFor()
    assert.equal(await desk.evaluate('sessionStorage.length'), 0)
  })

  it('asks to sign in again once the token has expired while the page was open', async () => {
    // An address gets one code a minute.
    aheadMs = 120_000
    await signIn(desk, operatorEmail)
    await open('view=members&q=zz-')
    const change = desk.getByRole('button', { name: /^(Pause|Resume)$/ }).first()
    await change.waitFor()
    // A token is valid for twelve hours.
    aheadMs = 11.9 * 3_600_000
    await change.click()
    await desk.getByText(/is now (paused|on)\./).waitFor()
    aheadMs = 12.1 * 3_600_000
    await change.click()
    await desk.getByText('your sign-in has ended').waitFor()
    await desk.getByRole('link', { name: 'Sign in' }).waitFor()
    assert.equal(await desk.evaluate('sessionStorage.length'), 0)
  })

  it('says what to do without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${origin}/operations`)
    assert.match(
      await page.locator('main').innerText(),
      /This page needs JavaScript\. The commands broadsheet members/,
    )
    await context.close()
  })

  it('reported nothing in the console and asked no other host', () => assert.deepEqual(complaints, []))
})
