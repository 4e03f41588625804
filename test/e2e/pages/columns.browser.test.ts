/** Between a phone and a desk, no half of a page is empty: what stands beside nothing takes the whole width. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { chromiumPath, skipReason } from '../../support/backends.ts'
import { launchBrowser, visit } from '../../support/browser.ts'
import { readPagePaths } from '../../support/server/page-paths.ts'
import {
  firstSyncTimeoutMs,
  type ServerProcess,
  startSyncedServerProcess,
} from '../../support/server/server-process.ts'

/** The parts of a grid that leave more than a quarter of their row empty. */
const findHoles = `[...document.querySelectorAll('.grid')].flatMap((grid) => {
  const rows = Map.groupBy(grid.children, (part) => Math.round(part.getBoundingClientRect().top))
  const width = grid.getBoundingClientRect().width
  return [...rows.values()]
    .filter((row) => row.reduce((sum, part) => sum + part.getBoundingClientRect().width, 0) < 0.75 * width)
    .map((row) => row[0].textContent.trim().slice(0, 60))
})`

describe('columns of pages', { skip: skipReason('Chromium', chromiumPath()) }, () => {
  let served: ServerProcess
  let browser: Browser
  let paths: string[]
  before(
    async () => {
      served = await startSyncedServerProcess([], { LIMIT_ANONYMOUS_PER_SECOND: '1000' })
      browser = await launchBrowser()
      paths = await readPagePaths(served.origin)
    },
    { timeout: firstSyncTimeoutMs + 60_000 },
  )
  after(async () => {
    await browser?.close()
    served?.[Symbol.dispose]()
  })

  it('fill the width of a tablet', async () => {
    const isExpected = (message: string) => /status of 40[014]/.test(message)
    const options = { viewport: { width: 768, height: 1024 } }
    const holes: string[] = []
    await visit(
      browser,
      served.origin,
      options,
      async (page) => {
        for (const path of [...paths, '/market', '/cinema']) {
          await page.goto(served.origin + path)
          const found = (await page.evaluate(findHoles)) as string[]
          holes.push(...found.map((text) => `${path}: ${text}`))
        }
      },
      isExpected,
    )
    assert.deepEqual(holes, [])
  })
})
