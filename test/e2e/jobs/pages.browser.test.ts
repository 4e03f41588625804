/** The pages of jobs in a browser, in every look, without accessibility problems. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { assetRoutes } from '../../../src/http/pages/assets/page-assets.ts'
import type { AnyRoute } from '../../../src/http/route.ts'
import { toJobRow } from '../../../src/services/jobs/publish/job-row.ts'
import type { Collection } from '../../../src/services/jobs/queries/collections.ts'
import { collectionPage, indexPage } from '../../../src/services/jobs/routes/collection-pages/html.ts'
import { postingPage } from '../../../src/services/jobs/routes/job-pages/posting-page.ts'
import { searchPage } from '../../../src/services/jobs/routes/job-pages/search-page.ts'
import type { StoredJobPosting } from '../../../src/services/jobs/schema/job-posting.ts'
import { chromiumPath, skipReason } from '../../support/backends.ts'
import { findFaultsInAllLooks, launchBrowser } from '../../support/browser.ts'
import { testPosting } from '../../support/jobs/publish-boards.ts'

const life = {
  slot: 0,
  sourceId: 's',
  memberId: 'm',
  ats: 'Greenhouse',
  firstSeen: '2026-11-15',
  changedOn: '2026-11-15',
  reopened: 0,
  repostOf: null,
}
const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const jobs = Array.from({ length: 5 }, (_, at) => {
  const title = at === 0 ? '<img src=x onerror=alert(1)>' : at === 1 ? long : `Welder ${at}`
  const posting = testPosting(String(at), {
    title,
    department: 'Shop',
    places: [{ city: 'Berlin', country: 'DE' }],
    workplace: 'Remote',
  })
  const { doc } = toJobRow(posting, { ...life, id: `jp_${at}` })
  const job = JSON.parse(doc) as StoredJobPosting
  return { ...job, captured_at: '2026-11-15T06:00:00.000Z' }
})
const rows = Array.from({ length: 4 }, (_, at) => ({
  value: at === 0 ? long : `City ${at}`,
  count: 120 - at * 10,
  share: 40 - at * 9,
}))
const breakdown = { rows, total: 500, values: 40, not_stated: 20 }
const collection: Collection = {
  department: 'Shop <floor>',
  date: '2026-11-15',
  matched: 300,
  jobs,
  breakdowns: { city: breakdown, region: breakdown, workplace_type: breakdown, employment_type: breakdown },
  freshness: undefined,
}
const pages = {
  collection: collectionPage(collection, (code) => code),
  index: indexPage(
    rows.map(({ value, count, share }) => ({ department: value, count, share })),
    300,
    5,
    '2026-11-15',
  ),
  search: searchPage({
    filter: { active: true, q: long, department: 'Shop <floor>' },
    sort: undefined,
    jobs,
    total: 300,
    understood: {
      words: [long],
      phrases: [],
      excluded: [],
      corrections: [{ from: long, to: `${long}en` }],
      variants: [],
      ignored: [],
    },
    isFirst: false,
    isEmpty: false,
    facets: [breakdown],
    openDays: [
      { day: '2026-11-13', open: 12, opened: 12, closed: 0 },
      { day: '2026-11-14', open: 14, opened: 3, closed: 1 },
      { day: '2026-11-15', open: 9, opened: 0, closed: 5 },
    ],
    nextCursor: 'next',
    url: 'https://data.example.org/job-postings/jobs',
  }),
  ...Object.fromEntries(
    jobs.slice(0, 2).map((job, at) => [
      `posting ${at + 1}`,
      postingPage({
        job: { ...job, ...(at === 1 ? { status: 'closed' as const, closed_on: '2026-11-15' } : {}) },
        others: at === 0 ? jobs.slice(1, 4) : [],
        url: '/',
        nowMs: Date.UTC(2026, 10, 15, 7),
      }),
    ]),
  ),
}

const sheet = assetRoutes()[0] as AnyRoute

describe('pages of jobs in a browser', { skip: skipReason('Chromium', chromiumPath()) }, () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
  })

  for (const [name, html] of Object.entries(pages))
    it(`the ${name} fits and is accessible in both themes at three widths`, async () => {
      const context = await browser.newContext()
      try {
        const page = await context.newPage()
        const alarms: string[] = []
        page.on('dialog', (dialog) => {
          alarms.push(dialog.message())
          void dialog.dismiss()
        })
        await page.route('**', async (route) => {
          const isSheet = route.request().url().endsWith('.css')
          const { body } = isSheet ? await sheet.handle({} as never) : { body: undefined }
          if (isSheet) await route.fulfill({ contentType: 'text/css', body: String(body?.content) })
          else if (route.request().isNavigationRequest())
            await route.fulfill({ contentType: 'text/html', body: html })
          else await route.abort()
        })
        await page.goto('http://pages.example/job-postings/collections/Shop')
        assert.deepEqual(await findFaultsInAllLooks(page), [])
        assert.deepEqual(alarms, [])
      } finally {
        await context.close()
      }
    })
})
