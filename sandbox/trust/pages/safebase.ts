/** A SafeBase page: its data contains the complete template, most of it disabled. */

import { encodeNonAsciiHTML } from 'entities'
import type { TrustCenter } from '../trust-center.ts'

const subprocessorsItem = 'e3fae2ca-94a9-416b-b577-5c90e382df57'

export function safebasePage(center: TrustCenter): string {
  const { company } = center
  const items: Record<string, unknown> = {}
  const add = (item: object) => {
    items[`00000000-0000-4000-9000-${String(Object.keys(items).length).padStart(12, '0')}`] = item
  }
  for (const { label } of center.certifications())
    add({ text: { title: label }, enabled: true, card: 'Compliance' })
  for (const title of center.unpublished()) add({ text: { title }, enabled: false, card: 'Compliance' })
  for (const { title, category, isPublic } of center.documents()) {
    add({ text: { title }, enabled: true, card: category, files: [{ name: title, isShared: isPublic }] })
  }
  for (const { name, category } of center.controls())
    add({ text: { title: name }, enabled: true, card: category })
  add({ text: { title: 'Customers' }, enabled: true, listEntries: [{ logo: '/a.png' }, { logo: '/b.png' }] })
  items[subprocessorsItem] = {
    text: { title: 'Subprocessors' },
    enabled: true,
    listEntries: center.vendors().map((vendor) => ({
      company: { name: vendor.name, domain: vendor.website, logo: '/logo.png' },
      purpose: vendor.purpose,
      location: vendor.locations.join(', '),
      additionalDetails: '',
    })),
  }
  const org = {
    name: company.name,
    securityMailbox: `security@${company.slug}.example`,
    trustCenterUpdates: center.updates().map(({ id, title, body, at }) => ({
      uid: id,
      title,
      body,
      date: new Date(at).toISOString(),
    })),
    sp: {
      accessMode: company.slug.length % 5 === 0 ? 'Public Items and Details' : 'Public Items',
      products: {
        default: {
          id: 'default',
          slug: company.slug,
          name: company.name,
          show: true,
          order: 1,
          raw: { spData: { items } },
        },
        draft: {
          id: 'draft',
          show: false,
          raw: { spData: { items: { x: { text: { title: 'FedRAMP High' }, enabled: true } } } },
        },
      },
    },
  }
  const data = JSON.stringify({ props: { pageProps: { orgInfo: org } } }).replaceAll('<', '\\u003c')
  return `<!doctype html><html><head><title>${encodeNonAsciiHTML(company.name)} Trust Center | Powered by SafeBase</title>
<script>window.__SB_CONFIG__ = {"env":"production"}</script></head>
<body><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">${data}</script></body></html>\n`
}
