/** The CNAME targets of trust centers on the companies' own domains. */

import { createHash } from 'node:crypto'
import { companies } from './companies.ts'

/** By provider. */
const targets: Readonly<Record<string, (slug: string) => string>> = {
  vanta: (slug) => `${createHash('sha256').update(slug).digest('hex').slice(0, 24)}.cname.vantatrust.com`,
  drata: () => 'trust.cname.drata.com',
  hypercomply: () => 'proxy.hypercomplytrust.com',
}

const targetByHost = new Map(
  companies.flatMap(({ provider, slug, url }) => {
    const target = targets[provider]?.(slug)
    return target === undefined ? [] : [[new URL(url).host, target] as const]
  }),
)

export async function trustNameTarget(host: string): Promise<string | undefined> {
  return targetByHost.get(host)
}
