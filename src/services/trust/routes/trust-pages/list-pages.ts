/** The lists of trust as pages: companies, vendors, who relies on a vendor, and changes. */

import type { Static } from 'typebox'
import { lineChart } from '../../../../http/pages/charts/line-chart.ts'
import { followLink } from '../../../../http/pages/follow-link.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { nothingCollected } from '../../../../http/pages/nothing-collected.ts'
import { toQueryString } from '../../../../http/pages/page-query.ts'
import { emptyState, facts, meter, sectionHead } from '../../../../http/pages/parts.ts'
import type { Reply } from '../../../../http/reply.ts'
import { frameworkById } from '../../normalise/frameworks/resolve.ts'
import { changeTypes } from '../../normalise/vocabulary.ts'
import type { CoverageDay } from '../../schema/coverage.ts'
import type { Vendor } from '../../schema/resources.ts'
import {
  type ChangeValue,
  type CompanyValue,
  changeList,
  changeWords,
  idWords,
  lastChangeWords,
  pageLinks,
  providerText,
  time,
  trustPage,
} from './layout.ts'

export type VendorValue = Static<typeof Vendor>

interface List<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly offset: number
  /** Whether no trust center is known. */
  readonly isEmpty?: boolean
}

export interface CompanyQuery {
  readonly q?: string | undefined
  readonly certification?: string | undefined
  readonly subprocessor?: string | undefined
  /** The id of a provider. */
  readonly provider?: string | undefined
}

export function companiesPage(
  { rows, total, offset, isEmpty }: List<CompanyValue>,
  query: CompanyQuery,
  days: readonly CoverageDay[],
): Reply {
  const { q, certification, subprocessor, provider } = query
  const filters = { q, certification, subprocessor, provider }
  const body = html`<form class="ask" role="search" action="companies">
<label class="wide">Name <input name="q" value="${q ?? ''}" maxlength="200" placeholder="Beginning of the name"></label>
<label>Certification <input name="certification" value="${certification ?? ''}" maxlength="200" placeholder="SOC 2 Type II"></label>
<label>Relies on <input name="subprocessor" value="${subprocessor ?? ''}" maxlength="200" placeholder="OpenAI"></label>
${provider === undefined ? undefined : html`<input type="hidden" name="provider" value="${provider}">`}<button class="button">Search</button>
</form>
${companyChips(filters)}
${isEmpty ? nothingCollected('trust centers') : rows.length === 0 ? emptyState(html`No company matches. Use fewer words, or remove a filter.`) : html`<section>${sectionHead('By name')}${companyList(rows, '')}</section>`}
${pageLinks('companies', filters, offset, total)}
${coverageCharts(days)}`
  return trustPage({
    title: subprocessor ? `Who relies on ${subprocessor}` : 'Companies and their trust centers',
    subtitle: `${total.toLocaleString('en')} compan${total === 1 ? 'y' : 'ies'}`,
    crumb: html`What companies say about their security, also by <a href="vendors">vendor</a> and by <a href="providers">provider</a>.`,
    section: 'companies',
    up: '',
    body,
    api: { href: `v1/companies${toQueryString(filters)}`, call: 'data.listTrustCompanies' },
  })
}

const filterNames = {
  certification: 'Certification',
  subprocessor: 'Relies on',
  provider: 'Provider',
} as const

/** The filters in use; each link removes one. */
function companyChips(query: CompanyQuery): Html | undefined {
  const names = Object.keys(filterNames) as (keyof typeof filterNames)[]
  const stated = names.filter((name) => query[name])
  if (stated.length === 0) return undefined
  return html`<ul class="chips removable" aria-label="Filters">${stated.map((name) => {
    const value = query[name] ?? ''
    const text = `${filterNames[name]}: ${name === 'provider' ? providerText(value) : value}`
    return html`<li><a href="companies${toQueryString({ ...query, [name]: undefined })}" aria-label="Remove ${text}">${text} <span aria-hidden="true">×</span></a></li>\n`
  })}</ul>`
}

/** A day is missing if no source was read to its end. */
const gapMs = 36 * 3_600_000

/** Of all providers, on the front page. */
function coverageCharts(days: readonly CoverageDay[]): Html | undefined {
  const charts = (['trust_centers', 'certifications', 'subprocessors'] as const).map((name) => {
    const words = idWords(name)
    return lineChart({
      label: `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`,
      points: days.map((each) => ({ at: Date.parse(each.day), value: each[name] as number })),
      gapMs,
      valueText: (value) => value.toLocaleString('en'),
    })
  })
  if (charts[0] === undefined) return undefined
  return html`<section>${sectionHead('What is covered')}
<div class="grid equal">${charts.map((chart) => html`<div class="c4">${chart}</div>`)}</div></section>`
}

const frameworksShown = 8

function companyList(companies: readonly CompanyValue[], up: string): Html {
  return html`<ul class="list flow">
${companies.map((company) => {
  const { id, name, domain, framework_ids, counts, last_changed_at } = company
  return html`<li><h3><a href="${up}companies/${id}">${name}</a></h3>
<p>${[domain, frameworkText(framework_ids)].filter(Boolean).join(' · ')}</p>
<p class="meta">${countText(counts.subprocessors, 'subprocessor')}, ${countText(counts.documents, 'document')} · ${lastChangeWords(company).toLowerCase()} ${time(last_changed_at)}</p></li>
`
})}</ul>`
}

/** The rest is on the page of the company. */
function frameworkText(ids: readonly string[]): string {
  const others = ids.length - frameworksShown
  const names = ids.slice(0, frameworksShown).map((id) => frameworkById(id)?.name ?? idWords(id))
  return `${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}

function countText(count: number | null, what: string): string {
  return count === null ? `${what}s unknown` : `${count} ${what}${count === 1 ? '' : 's'}`
}

export function vendorsPage(
  { rows, total, offset, isEmpty }: List<VendorValue>,
  q: string | undefined,
): Reply {
  const most = Math.max(1, rows[0]?.companies ?? 1)
  const body = html`<form class="ask" role="search" action="vendors">
<label class="wide">Name <input name="q" value="${q ?? ''}" maxlength="200" placeholder="Beginning of the name"></label>
<button class="button">Search</button>
</form>
${
  isEmpty
    ? nothingCollected('trust centers')
    : rows.length === 0
      ? emptyState(html`No vendor matches. Use the beginning of its name.`)
      : html`<div class="facets flow"><h2 class="unseen">Vendors</h2><ol>
${rows.map(({ id, name, companies }) => html`<li><a href="vendors/${encodeURIComponent(id)}">${name} <span class="count">${companies.toLocaleString('en')}</span>${meter(companies / most)}</a></li>\n`)}</ol></div>`
}
${pageLinks('vendors', { q }, offset, total)}`
  return trustPage({
    title: 'Vendors that companies rely on',
    subtitle: `${total.toLocaleString('en')} subprocessor${total === 1 ? '' : 's'} by the number of companies that list them`,
    section: 'vendors',
    up: '',
    body,
    api: { href: `v1/subprocessors${toQueryString({ q })}`, call: 'data.listVendors' },
  })
}

export function vendorPage(vendor: VendorValue, { rows, total, offset }: List<CompanyValue>): Reply {
  const { id, name, domain, parent_vendor_id } = vendor
  const path = encodeURIComponent(id)
  const body = html`${facts(
    [
      ['Domain', domain ?? undefined],
      [
        'Belongs to',
        parent_vendor_id === null
          ? undefined
          : html`<a href="${encodeURIComponent(parent_vendor_id)}">${parent_vendor_id}</a>`,
      ],
      ['Changes', html`<a href="../changes?subprocessor=${path}">that concern this vendor</a>`],
    ],
    'strip',
  )}
${rows.length === 0 ? emptyState(html`No company lists this vendor now.`) : html`<section>${sectionHead('By name')}${companyList(rows, '../')}</section>`}
${pageLinks(path, {}, offset, total)}`
  return trustPage({
    title: `Who relies on ${name}`,
    subtitle: `${total.toLocaleString('en')} compan${total === 1 ? 'y lists' : 'ies list'} it as a subprocessor`,
    section: 'vendors',
    up: '../',
    body,
    api: {
      href: `v1/subprocessors/${path}/companies`,
      call: 'data.listVendorCompanies',
      path: '/v1/subprocessors/{vendor_id}/companies',
    },
  })
}

export interface ChangeQuery {
  readonly type?: string | undefined
  readonly company?: string | undefined
  readonly subprocessor?: string | undefined
}

export function changesPage(
  { rows, total, offset, isEmpty }: List<ChangeValue>,
  query: ChangeQuery,
  companies: ReadonlyMap<string, string>,
): Reply {
  const { type, company, subprocessor } = query
  const filters = { type, company, subprocessor }
  const body = html`<form class="ask" action="changes">
<label>Kind of change <select name="type"><option value="">all</option>${changeTypes.map((each) => html`<option value="${each}"${each === type ? html` selected` : undefined}>${changeWords(each)}</option>`)}</select></label>
${[
  ['company', company],
  ['subprocessor', subprocessor],
].map(([name, value]) =>
  value ? html`<input type="hidden" name="${name}" value="${value}">` : undefined,
)}<button class="button">Show</button>${followLink('trust', filters)}
</form>
${company || subprocessor ? html`<p class="note">Only changes that concern ${company ? (companies.get(company) ?? 'one company') : (subprocessor ?? '')}. <a href="changes">All changes</a></p>` : undefined}
${isEmpty ? nothingCollected('trust centers') : rows.length === 0 ? emptyState(html`${type || company || subprocessor ? 'No changes match. Choose another kind.' : 'No trust center has changed since this server began to collect.'}`) : html`<section>${sectionHead('Newest first')}${changeList(rows, companies, '')}</section>`}
${pageLinks('changes', filters, offset, total)}`
  return trustPage({
    title: 'Changes at trust centers',
    subtitle: `${total.toLocaleString('en')} changes, the newest first`,
    section: 'changes',
    up: '',
    body,
    api: { href: `v1/changes${toQueryString(filters)}`, call: 'data.listTrustChanges' },
  })
}
