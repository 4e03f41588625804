/** `node scripts/screenshots.ts [origin]`: writes the pictures of the README, of a sandbox server that has collected everything. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '../test/support/browser.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'pictures')
const bytesMax = 150_000
const hourMs = 3_600_000

interface Picture {
  readonly name: string
  readonly path: string
  readonly colorScheme: 'light' | 'dark'
  /** The element that is at the top of the picture. */
  readonly from?: string
}

async function choosePictures(origin: string): Promise<Picture[]> {
  const from = new Date(Date.now() + 6 * hourMs).toISOString()
  const search = `${origin}/cinema/v1/showtimes/search?near=London&has_seatmap=true&days=3&from=${from}&limit=1`
  const answer = await fetch(search, { signal: AbortSignal.timeout(10_000) })
  const { data } = (await answer.json()) as { readonly data: readonly { readonly id: string }[] }
  const [showtime] = data
  if (showtime === undefined) throw new Error(`${search} finds no showtime`)
  return [
    { name: 'front-page', path: '/', colorScheme: 'light' },
    {
      name: 'seats',
      path: `/cinema/showtimes/${showtime.id}?party=2&refresh=true`,
      colorScheme: 'dark',
      from: '.hall',
    },
    { name: 'symbol', path: '/market/symbols/NASDAQ:AAPL', colorScheme: 'light', from: '.price' },
  ]
}

const [origin = 'http://localhost:8000'] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const browser = await launchBrowser()
try {
  for (const { name, path, colorScheme, from } of await choosePictures(origin)) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1040, height: 680 } })
    const page = await context.newPage()
    await page.goto(origin + path, { waitUntil: 'load' })
    if (from !== undefined)
      await page.evaluate(
        `window.scrollTo(0, document.querySelector(${JSON.stringify(from)}).getBoundingClientRect().top - 72)`,
      )
    const picture = await page.screenshot()
    if (picture.length > bytesMax)
      throw new Error(`${name} has ${picture.length} bytes, more than ${bytesMax}`)
    writeFileSync(join(folder, `${name}.png`), picture)
    process.stdout.write(`${name}.png: ${picture.length} bytes\n`)
    await context.close()
  }
} finally {
  await browser.close()
}
