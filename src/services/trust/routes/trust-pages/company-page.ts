/** The card of a company: what its trust center lists, and what changed. */

import type { Static } from 'typebox'
import { dateElement } from '../../../../http/pages/age-text.ts'
import { externalLink } from '../../../../http/pages/external-link.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import type { Reply } from '../../../../http/reply.ts'
import type {
  Certification,
  Control,
  SecurityUpdate,
  Subprocessor,
  TrustDocument,
} from '../../schema/resources.ts'
import {
  type ChangeValue,
  type CompanyValue,
  kindText,
  ownChangeList,
  providerText,
  time,
  trustPage,
} from './layout.ts'

/** A list that may be longer than what the page shows. */
export interface Part<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

export interface CompanyCard {
  readonly company: CompanyValue
  readonly certifications: Part<Static<typeof Certification>>
  readonly subprocessors: Part<Static<typeof Subprocessor>>
  readonly documents: Part<Static<typeof TrustDocument>>
  readonly controls: Part<Static<typeof Control>>
  readonly securityUpdates: Part<Static<typeof SecurityUpdate>>
  readonly changes: Part<ChangeValue>
}

/** What an empty section means. */
export const stateTexts = {
  read: 'The list was read and is empty.',
  not_published: 'The company does not publish this section.',
  gated: 'The section is hidden behind a gate.',
  not_read: 'The section has not been read.',
} as const

export function companyPage(card: CompanyCard): Reply {
  const { company, certifications, subprocessors, documents, controls, securityUpdates, changes } = card
  const { id, name, domain, website, trust_centers, surfaces, last_read_at, last_changed_at } = company
  const body = html`<dl class="facts">
<dt>Website</dt><dd>${externalLink(website, domain ?? website ?? 'unknown')}</dd>
<dt>Trust center</dt><dd>${trust_centers.map(({ url, provider }, at) => html`${at === 0 ? '' : ', '}${externalLink(url, url)} (${providerText(provider)})`)}</dd>
<dt>Last read</dt><dd>${time(last_read_at)}</dd>
<dt>Changed</dt><dd>${time(last_changed_at)}</dd>
</dl>
<form class="ask" action="../compare"><input type="hidden" name="a" value="${id}"><label>Compare with <input name="b" required maxlength="200" placeholder="Name or domain"></label><button class="button quiet">Compare</button></form>
<div class="cards">
${partSection('Certifications', certifications, stateTexts[surfaces.certifications], `v1/companies/${id}/certifications`, (row) => html`<li><p><a href="../companies?certification=${row.framework_id}">${row.name}</a>${row.level === null ? '' : ` ${row.level}`}</p><p class="soft">${row.status.replaceAll('_', ' ')}${row.expires_on === null ? '' : html`, expires ${dateElement(row.expires_on)}`}</p></li>`)}
${partSection('Subprocessors', subprocessors, stateTexts[surfaces.subprocessors], `v1/companies/${id}/subprocessors`, (row) => html`<li><p><a href="../vendors/${encodeURIComponent(row.vendor_id)}">${row.name}</a></p><p class="soft">${[row.purpose, row.locations.map(({ raw }) => raw).join(', ')].filter(Boolean).join(' · ')}</p></li>`)}
${partSection('Documents', documents, stateTexts[surfaces.documents], `v1/companies/${id}/documents`, (row) => html`<li><p>${externalLink(row.url, row.title)}</p><p class="soft">${[kindText(row.kind), row.year, row.access === 'request' ? 'on request' : row.access].filter(Boolean).join(' · ')}</p></li>`)}
${partSection('Security updates', securityUpdates, stateTexts[surfaces.security_updates], `v1/companies/${id}/security-updates`, (row) => html`<li><p>${row.title}</p><p class="soft">${row.category ?? ''}${row.category !== null && row.published_at !== null ? ' · ' : ''}${row.published_at === null ? undefined : time(row.published_at)}</p></li>`)}
<section><h2>Changes (${changes.total.toLocaleString('en')})</h2>
${changes.total === 0 ? html`<p>Nothing has changed since it was first read.</p>` : ownChangeList(changes.rows)}
${changes.total > changes.rows.length ? html`<p><a href="../changes?company=${id}">All changes</a></p>` : undefined}</section>
${partSection('Controls', controls, stateTexts[surfaces.controls], `v1/companies/${id}/controls`, (row) => html`<li><p>${row.name}</p><p class="soft">${[row.category, row.status === 'unknown' ? undefined : row.status.replaceAll('_', ' ')].filter(Boolean).join(' · ')}</p></li>`, true)}
</div>`
  return trustPage({
    title: name,
    subtitle: 'What its trust center says',
    section: 'companies',
    up: '../',
    body,
    api: { href: `v1/companies/${id}`, call: 'data.getTrustCompany', path: '/v1/companies/{company_id}' },
  })
}

function partSection<Row>(
  heading: string,
  { rows, total }: Part<Row>,
  emptyText: string,
  api: string,
  toItem: (row: Row) => Html,
  isBroad = false,
): Html {
  return html`<section${isBroad ? html` class="broad"` : undefined}><h2>${heading} (${total.toLocaleString('en')})</h2>
${total === 0 ? html`<p>${emptyText}</p>` : html`<ul class="list">${rows.map((row) => html`${toItem(row)}\n`)}</ul>`}
${total > rows.length ? html`<p>The first ${rows.length}. <a href="../../${api}">All of them as data</a></p>` : undefined}</section>`
}
