/** A browser for tests that asks nobody for updates, and a check of pages for accessibility. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { chromiumPath } from './backends.ts'

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const themes = ['light', 'dark'] as const
const widths = [1280, 768, 320] as const
/** Those whose result a theme or a width can change; what a width hides is checked by all rules in two looks. */
const rulesOfLooks = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable']
/** With every rule: between them, they show all that depends on the theme or the width. */
const fullLooks = ['light 1280', 'dark 320']

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath() ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** Each rule that the page violates, with the address of the page and the first element. Of some rules only, if they are named. */
export async function findAccessibilityFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Once per document: it has half a megabyte. The policy of a page does not apply to what a test evaluates.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${axeSource};0`)
  const options = {
    // Details of rules that pass take most of the time of a long page.
    resultTypes: ['violations'],
    // Of WCAG 2.2, and off by default.
    rules: { 'target-size': { enabled: true } },
    ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}),
  }
  const faults = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
  )) as string[]
  return faults.map((fault) => `${page.url()} ${fault}`)
}

/** The faults of a page in both themes at three widths, and where it is wider than the window. The page is loaded once. */
export async function findFaultsInAllLooks(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const look = `${colorScheme} ${width}`
      const faults = await findAccessibilityFaults(page, fullLooks.includes(look) ? undefined : rulesOfLooks)
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      if (overflow !== 0) faults.push(`${page.url()} is wider by ${overflow}`)
      found.push(...faults.map((fault) => `${look}: ${fault}`))
    }
  }
  return found
}

/** Fails on everything that the console reports, on violations of the policy, and on requests to others. */
export async function visit(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
  work: (page: Page) => Promise<void>,
  /** Messages of the console that the work is about. */
  isExpected: (message: string) => boolean = () => false,
): Promise<void> {
  const context = await browser.newContext(options)
  try {
    const complaints: string[] = []
    await context.exposeFunction('complain', (text: string) => complaints.push(text))
    await context.addInitScript(
      `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => complain('policy: ' + violatedDirective + ' ' + blockedURI))`,
    )
    context.on('console', (message) => {
      if (message.type() === 'error' && !isExpected(message.text())) complaints.push(message.text())
    })
    context.on('weberror', (error) => complaints.push(error.error().message))
    context.on('request', (request) => {
      if (!request.url().startsWith(origin)) complaints.push(`asks ${request.url()}`)
    })
    await work(await context.newPage())
    assert.deepEqual(complaints, [])
  } finally {
    await context.close()
  }
}
