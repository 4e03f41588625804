/** The card of a company: what its trust center lists, and what changed. */

import type { Static } from 'typebox'
import { dateElement } from '../../../../http/pages/age-text.ts'
import { externalLink, hostText } from '../../../../http/pages/external-link.ts'
import { followLink } from '../../../../http/pages/follow-link.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { facts, initials, sectionHead } from '../../../../http/pages/parts.ts'
import type { Reply } from '../../../../http/reply.ts'
import type { Surface } from '../../normalise/vocabulary.ts'
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
  idWords,
  kindText,
  lastChangeWords,
  ownChangeList,
  pageLinks,
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

interface CardSection<Row> {
  readonly title: string
  /** The last part of its address, also in the API. */
  readonly path: string
  /** `up`: the relative path to `/trust/`. */
  item(row: Row, up: string): Html
}

/** By surface: what a row of it shows. */
const sections: Readonly<{
  certifications: CardSection<Static<typeof Certification>>
  subprocessors: CardSection<Static<typeof Subprocessor>>
  documents: CardSection<Static<typeof TrustDocument>>
  security_updates: CardSection<Static<typeof SecurityUpdate>>
  controls: CardSection<Static<typeof Control>>
}> = {
  certifications: {
    title: 'Certifications',
    path: 'certifications',
    item: ({ framework_id, name, level, status, expires_on }, up) =>
      html`<li><h3><a href="${up}companies?certification=${framework_id}">${name}</a></h3><p class="meta">${level === null ? '' : `${level} · `}${idWords(status)}${expires_on === null ? '' : html`, expires ${dateElement(expires_on)}`}</p></li>`,
  },
  subprocessors: {
    title: 'Subprocessors',
    path: 'subprocessors',
    item: ({ vendor_id, name, purpose, locations }, up) =>
      html`<li><h3><a href="${up}vendors/${encodeURIComponent(vendor_id)}">${name}</a></h3><p class="meta">${[purpose, locations.map(({ raw }) => raw).join(', ')].filter(Boolean).join(' · ') || html`<span class="none">purpose not stated</span>`}</p></li>`,
  },
  documents: {
    title: 'Documents',
    path: 'documents',
    item: ({ url, title, kind, year, access }) =>
      html`<li><h3>${externalLink(url, title)}</h3><p class="meta">${[kindText(kind), year, access === 'request' ? 'on request' : access].filter(Boolean).join(' · ')}</p></li>`,
  },
  security_updates: {
    title: 'Security updates',
    path: 'security-updates',
    item: ({ title, category, published_at }) =>
      html`<li><h3>${title}</h3><p class="meta">${category ?? ''}${category !== null && published_at !== null ? ' · ' : ''}${published_at === null ? undefined : time(published_at)}</p></li>`,
  },
  controls: {
    title: 'Controls',
    path: 'controls',
    item: ({ name, category, status }) =>
      html`<li><h3>${name}</h3><p class="meta">${[category, status === 'unknown' ? undefined : idWords(status)].filter(Boolean).join(' · ')}</p></li>`,
  },
}

export const cardPaths = Object.values(sections).map(({ path }) => path)

export function companyPage(card: CompanyCard): Reply {
  const { company, certifications, subprocessors, documents, controls, securityUpdates, changes } = card
  const { id, name, domain, website, trust_centers, surfaces, last_read_at, last_changed_at } = company
  const section = <Row>(surface: Surface, part: Part<Row>) =>
    partSection(id, sections[surface] as unknown as CardSection<Row>, part, stateTexts[surfaces[surface]])
  const body = html`${facts(
    [
      ['Website', externalLink(website, domain ?? website ?? '')],
      [
        'Trust center',
        html`${trust_centers.map(({ url, provider }, at) => html`${at === 0 ? '' : ', '}${externalLink(url, hostText(url))} <small><a href="../providers/${provider}">${providerText(provider)}</a></small>`)}`,
      ],
      ['Last read', time(last_read_at)],
      [lastChangeWords(company), time(last_changed_at)],
    ],
    'strip',
  )}
<form class="ask" action="../compare"><input type="hidden" name="a" value="${id}"><label>Compare with <input name="b" required maxlength="200" placeholder="Name or domain"></label><button class="button quiet">Compare</button>${followLink('trust', { company: id })}</form>
<div class="flow">
${section('certifications', certifications)}
<section class="long">${sectionHead(`Changes (${changes.total.toLocaleString('en')})`, changes.total > 0 ? { href: `../changes?company=${id}`, text: 'All changes' } : undefined)}
${changes.total === 0 ? html`<p class="none">Nothing has changed since it was first read.</p>` : ownChangeList(changes.rows)}</section>
${section('subprocessors', subprocessors)}
${section('documents', documents)}
${section('security_updates', securityUpdates)}
${section('controls', controls)}
</div>`
  return trustPage({
    title: name,
    subtitle: 'What its trust center says',
    picture: initials(name, 'large'),
    crumb: html`One of the <a href="../companies">companies</a> with a trust center.`,
    section: 'companies',
    up: '../',
    body,
    api: { href: `v1/companies/${id}`, call: 'data.getTrustCompany', path: '/v1/companies/{company_id}' },
  })
}

function partSection<Row>(
  company: string,
  { title, path, item }: CardSection<Row>,
  { rows, total }: Part<Row>,
  emptyText: string,
): Html {
  const all = total > rows.length ? { href: `${company}/${path}`, text: 'All of them' } : undefined
  return html`<section class="long">${sectionHead(`${title} (${total.toLocaleString('en')})`, all)}
${total === 0 ? html`<p class="none">${emptyText}</p>` : html`<ul class="list">${rows.map((row) => html`${item(row, '../')}\n`)}</ul>`}</section>`
}

/** One section of a card in full. */
export function companyPartPage(
  company: CompanyValue,
  surface: Surface,
  part: Part<unknown>,
  offset: number,
): Reply {
  const { title, path, item } = sections[surface] as unknown as CardSection<unknown>
  const { id, name } = company
  return trustPage({
    title: `${title} of ${name}`,
    subtitle:
      part.total === 0 ? stateTexts[company.surfaces[surface]] : `${part.total.toLocaleString('en')} in all`,
    crumb: html`From the trust center of <a href="../${id}">${name}</a>, one of the <a href="../../companies">companies</a>.`,
    section: 'companies',
    up: '../../',
    body: html`<h2 class="unseen">${title}</h2><ul class="list flow">${part.rows.map((row) => html`${item(row, '../../')}\n`)}</ul>
${pageLinks(path, {}, offset, part.total)}`,
    api: {
      href: `v1/companies/${id}/${path}`,
      call: `data.listCompany${title.replace(/ ./g, (text) => text.slice(1).toUpperCase())}`,
      path: `/v1/companies/{company_id}/${path}`,
    },
  })
}
