/** A browser for tests that asks nobody for updates, and a check of pages for accessibility. */

import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from 'playwright-core'
import { chromiumPath } from './backends.ts'

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

/** Each rule that the page violates, with the address of the page and the first element. */
export async function findAccessibilityFaults(page: Page): Promise<string[]> {
  // Our pages have no frames of other origins, for which the default mode opens another page. Details of rules that pass take
  // most of the time of a long page.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html}`)
}
