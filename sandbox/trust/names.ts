/** What the names of the pretend trust centers point to, as companies set them up for their providers. */

import { createHash } from 'node:crypto'
import { pretendCompanies } from './companies.ts'

/** Of those providers that let a company's own host point to them. */
const targets: Readonly<Record<string, (slug: string) => string>> = {
  vanta: (slug) => `${createHash('sha256').update(slug).digest('hex').slice(0, 24)}.cname.vantatrust.com`,
  drata: () => 'trust.cname.drata.com',
  hypercomply: () => 'proxy.hypercomplytrust.com',
}

const targetByHost = new Map(
  pretendCompanies.flatMap(({ provider, slug, url }) => {
    const target = targets[provider]?.(slug)
    return target === undefined ? [] : [[new URL(url).host, target] as const]
  }),
)

export async function trustNameTarget(host: string): Promise<string | undefined> {
  return targetByHost.get(host)
}
