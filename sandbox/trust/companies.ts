/** Three hundred made-up companies, and the addresses of their trust centers. */

import type { World } from '../world.ts'
import type { TrustCompany } from './trust-company.ts'

/** Number of trust centers per provider. */
const shares: readonly (readonly [string, number])[] = [
  ['vanta', 60],
  ['safebase', 62],
  ['oneleet', 45],
  ['conveyor', 36],
  ['secureframe', 20],
  ['probo', 15],
  ['comp_ai', 12],
  ['drata', 10],
  ['trustcloud', 8],
  ['delve', 8],
  ['sprinto', 6],
  ['self_hosted', 6],
  ['thoropass', 4],
  ['hypercomply', 4],
  ['whistic', 4],
]

const first =
  `Amber Birch Cobalt Dapple Ember Fallow Garnet Harbor Ivory Juniper Kestrel Linden Marble Nimbus Ochre
  Pewter Quartz Russet Saffron Timber Umber Velvet Willow Yarrow Zephyr`.split(/\s+/)
const second =
  'Analytics Cloud Desk Flow Grid Health Labs Ledger Metrics Pay Stack Works Yard Vault Signal'.split(' ')

export const payloadHost = 'payloads.sandbox'

export const companies: readonly TrustCompany[] = shares
  .flatMap(([provider, count]) => Array.from({ length: count }, (_, nth) => ({ provider, nth })))
  .map(({ provider, nth }, index) => {
    const name = `${first[index % first.length]} ${second[Math.floor(index / first.length)]}`
    const slug = name.toLowerCase().replaceAll(' ', '-')
    const isSupplied = provider === 'trustcloud' || (provider === 'vanta' && nth % 3 !== 2)
    return {
      slug,
      name,
      website: `https://www.${slug}.example`,
      provider,
      url: addressOf(provider, slug, index),
      ...(isSupplied ? { payloadUrl: payloadUrl(provider, slug, nth) } : {}),
    }
  })

/** Of every third center at Vanta, the controls are in a file of their own. */
function payloadUrl(provider: string, slug: string, nth: number): string {
  const file = `https://${payloadHost}/${provider}/${slug}`
  if (provider !== 'vanta' || nth % 3 !== 1) return `${file}.json`
  return `${file}/report.json ${file}/controls.json`
}

export function companyBySlug(
  { directory }: World,
  provider: string,
  slug: string,
): TrustCompany | undefined {
  if (directory !== undefined) return directory.trustCompanyAt(provider, slug)
  return companies.find((company) => company.provider === provider && company.slug === slug)
}

function addressOf(provider: string, slug: string, index: number): string {
  if (provider === 'safebase') return `https://${slug}.safebase.us/`
  if (provider === 'oneleet') return `https://trust.oneleet.com/${slug}`
  if (provider === 'conveyor') return `https://conveyor.com/${slug}`
  if (provider === 'comp_ai') return `https://trust.inc/${slug}`
  if (provider === 'secureframe') return `https://${slug}.secureframetrust.com/`
  if (provider === 'delve') return `https://trust.delve.co/${slug}`
  if (provider === 'sprinto') return `https://${slug}.trust.site/`
  if (provider === 'whistic') {
    return `https://public-profile.whistic.com/00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
  }
  if (provider === 'self_hosted') return `https://www.${slug}.example/security`
  return `https://trust.${slug}.example/`
}
