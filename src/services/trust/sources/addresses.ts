/** The addresses of trust centers, by the host endings, CNAME endings and fingerprints of the provider table. */

import { type AddressRule, compileAddressRules } from '../../../core/addresses/address-rule.ts'
import type { PageMark, PlatformFacts, Recogniser } from '../../../discovery/recogniser.ts'
import { classifyHost } from '../normalise/classify/classify-host.ts'
import type { ProviderRow } from '../normalise/providers/provider-row.ts'
import { providerRows } from '../normalise/providers/provider-rows.ts'
import { providerById } from '../normalise/providers/registry.ts'
import { adapterFor } from './adapters/index.ts'

/** Pages of the providers themselves, beside those of their customers. */
const providerPages =
  'pricing about contact customers product products platform resources terms privacy security solutions demo company legal partners integrations features learn trust-center'.split(
    ' ',
  )

const trustAddressRules: readonly AddressRule[] = providerRows.flatMap(toRules)

/** A center has a host of its own below an ending, or a page on a host that all centers share. */
function toRules({ id, hostEndings = [], pageAddress }: ProviderRow): AddressRule[] {
  const hosts = hostEndings.map((ending) => ({
    platform: id,
    address: `{name}${ending}`,
    member: { url: `https://{name}${ending}/` },
  }))
  if (pageAddress === undefined) return hosts
  return [
    ...hosts,
    { platform: id, address: pageAddress, member: { url: `https://${pageAddress}` }, except: providerPages },
  ]
}

/** A single word or a domain may be the name of a supplier; other fingerprints are part of how the page is built. */
const bareName = /^[a-z]+(?:\.[a-z]+)?$/i

/** What is left of `compliance-<uuid>` may stand in any page. */
const markCharactersMin = 12

/** `index-trust-report.<hash>.js` is recognised by its first part. */
const marks: readonly PageMark[] = providerRows.flatMap(({ id, fingerprints = [] }) =>
  fingerprints
    .filter((fingerprint) => !bareName.test(fingerprint))
    .map((fingerprint) => ({ platform: id, text: fingerprint.split('<', 1)[0] ?? '', fingerprint }))
    .filter(({ text, fingerprint }) => text === fingerprint || text.length >= markCharactersMin),
)

const words = new Set(['trust', 'trustcenter', 'security', 'compliance', 'subprocessors'])

function hasWord(address: string): boolean {
  return address
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => words.has(word))
}

export const trustRecogniser: Recogniser = {
  service: 'trust',
  addresses: compileAddressRules(trustAddressRules),
  marks,
  // A host of its own has nothing but the center.
  memberOfPage: (_, { origin, pathname, hostname }) => ({
    url: `${origin}${hasWord(hostname) ? '/' : pathname}`,
  }),
  // Elsewhere the name of a provider may be that of a customer or supplier.
  isOwnPage: ({ hostname, pathname }) => hasWord(`${hostname}${pathname}`),
  byCname(host, target) {
    const platform = classifyHost(host, target)
    if (platform === undefined) return undefined
    const row = providerRows.find(({ id }) => id === platform)
    const ending = row?.cnameEndings?.find((text) => `.${target}`.endsWith(text))
    const handle = row?.handleInCname && ending ? target.slice(0, -ending.length) : ''
    return { platform, member: { url: `https://${host}/`, ...(handle === '' ? {} : { handle }) } }
  },
  hostNames: ['trust', 'security', 'compliance', 'trustcenter', 'trust-center'],
  words,
  requiredFields: ['url'],
  describe(platform): PlatformFacts {
    const provider = providerById(platform)
    if (provider === undefined) throw new TypeError(`trust addresses: unknown provider ${platform}`)
    const { name, auth, adapter_status } = provider
    const { source } = adapterFor(platform)
    return { name, source, terms: auth, isSupported: adapter_status !== 'planned' }
  },
}
