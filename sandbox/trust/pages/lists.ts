/** Plain pages: headings with lists, and sentences that mention frameworks without claiming them. */

import { encodeNonAsciiHTML } from 'entities'
import type { TrustCenter } from '../trust-center.ts'

export function listPage(center: TrustCenter, footer: string): string {
  const { company } = center
  const safe = encodeNonAsciiHTML
  const item = (content: string) => `<li>${content}</li>`
  const labels = [
    ...center.certifications().map(({ label }) => label),
    'ISO 22301: Planned 2027',
    'See our blog about FedRAMP',
  ]
  const vendors = center
    .vendors()
    .map(
      ({ name, website, purpose, locations }) =>
        `<tr><td>${website === '' ? safe(name) : `<a href="${website.includes('://') ? website : `https://${website}`}">${safe(name)}</a>`}</td><td>${safe(purpose)}</td><td>${locations.join(', ')}</td></tr>`,
    )
  const documents = center
    .documents()
    .map(({ title, isPublic }, index) =>
      isPublic
        ? item(`<a href="${company.website}/files/${index}.pdf">${safe(title)}</a>`)
        : item(`<span>${safe(title)}</span> <em>Request access</em>`),
    )
  return `<!doctype html><html><head><title>${company.name} | Trust Center</title></head><body>
<h1>${company.name}</h1><p>We help you achieve SOC 3 and FedRAMP High.</p>
<h2>Compliance</h2><ul>${labels.map((label) => item(safe(label))).join('')}</ul>
<h2>Subprocessors</h2><table><thead><tr><th>Name</th><th>Purpose</th><th>Location</th></tr></thead><tbody>${vendors.join('')}</tbody></table>
<h2>Controls</h2><ul>${center
    .controls()
    .map(({ name }) => item(safe(name)))
    .join('')}</ul>
<h2>Resources</h2><ul>${documents.join('')}</ul>
<footer><span>${footer}</span></footer></body></html>\n`
}
