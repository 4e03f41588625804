/** Conveyor: a report by slug, and a page that contains all frameworks of Conveyor. */

import { encodeNonAsciiHTML } from 'entities'
import { certificationTypes } from '../catalogue.ts'
import type { TrustCenter } from '../trust-center.ts'

/** One row in thirty has no asset. */
export function conveyorReport(center: TrustCenter) {
  const vendors = center.vendors()
  return {
    id: `vr_${center.company.slug}`,
    _embedded: {
      subprocessors: vendors.map((vendor, index) => ({
        id: `s${index}`,
        canonical_asset_id: `ca${index}`,
        description: vendor.purpose,
        data_locations: vendor.locations,
      })),
      canonical_assets: vendors.flatMap((vendor, index) =>
        index % 30 === 29 ? [] : [{ id: `ca${index}`, name: vendor.name, website: vendor.website }],
      ),
    },
  }
}

export function conveyorPage(center: TrustCenter): string {
  const { company } = center
  const catalogue = certificationTypes.map(({ key, labels }, id) => ({
    id,
    key,
    label: labels[0],
    shortLabel: key,
    backgroundColor: '#fff',
  }))
  const badges = center
    .certifications()
    .map(({ key }) => `<img class="framework-badge" src="/badges/${key}.svg" alt="${key}">`)
  const documents = center.documents().map(({ title, isPublic }, index) => {
    const lock = isPublic ? '' : '<svg aria-label="Locked"></svg>'
    return `<li><a href="/d/document-${index}/${index}">${encodeNonAsciiHTML(title)}${lock}</a></li>`
  })
  return `<!doctype html><html><head><title>${company.name} Trust Center | Powered by Conveyor</title>
<link rel="icon" href="https://cdn.conveyor.com/icon.png"></head><body>
<img src="/logo.png" alt="${company.name}">
<section>${badges.join('')}</section><ul>${documents.join('')}</ul>
<script>window.FRAMEWORKS = ${JSON.stringify(catalogue)};
window.CANONICAL_ASSET = ${JSON.stringify({ id: 'ca', slug: company.slug, name: company.name })};
window.VENDOR_REPORT = ${JSON.stringify(conveyorReport(center))};</script></body></html>\n`
}
