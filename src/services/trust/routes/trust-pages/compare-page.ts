/** Two companies side by side: certifications, subprocessors and documents. */

import { type Html, html } from '../../../../http/pages/html.ts'
import { nothingCollected } from '../../../../http/pages/nothing-collected.ts'
import { toQueryString } from '../../../../http/pages/page-query.ts'
import { sectionHead } from '../../../../http/pages/parts.ts'
import type { Reply } from '../../../../http/reply.ts'
import { isSurfaceKnown } from '../../normalise/vocabulary.ts'
import { type CompanyCard, stateTexts } from './company-page.ts'
import { idWords, kindText, providerText, time, trustPage } from './layout.ts'

export type ComparedCompany = Pick<CompanyCard, 'company' | 'certifications' | 'subprocessors' | 'documents'>

export interface Comparison {
  /** What the reader has entered. */
  readonly query: { readonly a: string | undefined; readonly b: string | undefined }
  /** Undefined where nothing was entered or found. */
  readonly a: ComparedCompany | undefined
  readonly b: ComparedCompany | undefined
  /** Whether no trust center is known. */
  readonly isEmpty: boolean
}

export function comparePage({ query, a, b, isEmpty }: Comparison): Reply {
  const field = (name: 'a' | 'b', text: string, found: ComparedCompany | undefined) =>
    html`<label class="wide">${text} <input name="${name}" value="${found === undefined ? (query[name] ?? '') : (found.company.domain ?? found.company.id)}" required maxlength="200" placeholder="Name, domain or id" data-suggest="../v1/companies?limit=8&q=" data-text="name" data-notes="domain"></label>`
  const missing = (['a', 'b'] as const).filter(
    (name) => query[name] !== undefined && (name === 'a' ? a : b) === undefined,
  )
  const body = html`<form class="ask" role="search" action="compare">
${field('a', 'One company', a)}
${field('b', 'Another company', b)}
<button class="button">Compare</button>
</form>
${isEmpty ? nothingCollected('trust centers') : missing.map((name) => html`<p class="note">No company is called ${query[name] ?? ''}. <a href="companies${toQueryString({ q: query[name]?.slice(0, 3) })}">Similar names</a></p>\n`)}
${a && b ? comparison(a, b) : missing.length > 0 || isEmpty ? undefined : html`<p class="soft">You see which certifications, subprocessors and documents both have, and which only one of them. Names are in the <a href="companies">list of companies</a>.</p>`}`
  return trustPage({
    title: a && b ? `${a.company.name} and ${b.company.name}` : 'Compare two companies',
    subtitle: 'What their trust centers say, side by side',
    section: 'compare',
    up: '',
    body,
    api: a
      ? {
          href: `v1/companies/${a.company.id}`,
          call: 'data.getTrustCompany',
          path: '/v1/companies/{company_id}',
        }
      : { href: 'v1/companies', call: 'data.listTrustCompanies' },
  })
}

function comparison(a: ComparedCompany, b: ComparedCompany): Html {
  return html`<form class="tools"><label class="check"><input type="checkbox" name="differences"> Only differences</label></form>
<section>${sectionHead('Facts')}${factsTable(a, b)}</section>
<section>${sectionHead('Certifications')}${certificationTable(a, b)}</section>
<section>${sectionHead('Subprocessors')}${subprocessorLists(a, b)}</section>
<section>${sectionHead('Documents')}${documentTable(a, b)}</section>`
}

interface ComparedRow {
  readonly name: Html | string
  readonly values: readonly [Html, Html]
}

/** Rows that differ are marked; a box above the tables hides the others. */
function comparedTable(
  label: string,
  first: string,
  cards: readonly ComparedCompany[],
  rows: readonly ComparedRow[],
): Html {
  return html`<div class="table pin compared" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr><th scope="col">${first}</th>${cards.map(({ company }) => html`<th scope="col"><a href="companies/${company.id}">${company.name}</a></th>`)}</tr></thead>
<tbody>
${rows.map(({ name, values }) => html`<tr class="${shownText(values[0]) === shownText(values[1]) ? 'same' : 'differs'}"><th scope="row">${name}</th>${values.map((value) => html`<td>${value}</td>`)}</tr>\n`)}</tbody></table></div>`
}

/** Two moments of a day are the same to a reader. */
function shownText({ text }: Html): string {
  return text.replaceAll(/ datetime="[^"]*"/g, '')
}

function factsTable(a: ComparedCompany, b: ComparedCompany): Html {
  const row = (name: string, value: (card: ComparedCompany) => Html | string): ComparedRow => ({
    name,
    values: [html`${value(a)}`, html`${value(b)}`],
  })
  const providers = ({ company }: ComparedCompany) =>
    [...new Set(company.trust_centers.map(({ provider }) => providerText(provider)))].join(', ') || 'none'
  return comparedTable(
    'Facts',
    'Fact',
    [a, b],
    [
      row('Domain', ({ company: { domain } }) =>
        domain === null ? html`<span class="none">not known</span>` : breakable(domain),
      ),
      row('Provider', providers),
      row('Certifications', ({ company, certifications }) =>
        sectionCount(certifications.total, company.surfaces.certifications),
      ),
      row('Subprocessors', ({ company, subprocessors }) =>
        sectionCount(subprocessors.total, company.surfaces.subprocessors),
      ),
      row('Documents', ({ company, documents }) => sectionCount(documents.total, company.surfaces.documents)),
      row('Last read', ({ company }) => time(company.last_read_at)),
      row('Changed', ({ company }) => time(company.last_changed_at)),
    ],
  )
}

/** On a phone, a long domain goes on in the next line, at a dot if possible. */
function breakable(domain: string): Html {
  return html`${domain.split('.').map((part, at) => html`${at === 0 ? undefined : html`<wbr>.`}${part}`)}`
}

/** That nothing was found is not that there is nothing. */
function sectionCount(total: number, state: keyof typeof stateTexts): Html | string {
  if (total > 0) return total.toLocaleString('en')
  return state === 'read' ? '0' : html`<span class="none">${stateTexts[state]}</span>`
}

/** A company may have what its list does not name; of a list that was not read to its end, not even that is known. */
function absence(list: ComparedList, state: keyof typeof stateTexts): Html {
  return isComplete(list, state)
    ? html`<span class="soft">not listed</span>`
    : html`<span class="none">not known</span>`
}

interface ComparedList {
  readonly rows: readonly unknown[]
  readonly total: number
}

function isComplete({ rows, total }: ComparedList, state: keyof typeof stateTexts): boolean {
  return isSurfaceKnown(state) && rows.length >= total
}

function certificationTable(a: ComparedCompany, b: ComparedCompany): Html {
  const names = new Map(
    [...a.certifications.rows, ...b.certifications.rows].map((row) => [row.framework_id, row.name]),
  )
  if (names.size === 0) return html`<p class="none">None are known.</p>`
  const cell = ({ company, certifications }: ComparedCompany, id: string) => {
    const found = certifications.rows.find((row) => row.framework_id === id)
    if (found === undefined) return absence(certifications, company.surfaces.certifications)
    return html`${idWords(found.status)}${found.level === null ? '' : ` (${found.level})`}`
  }
  const rows = [...names]
    .sort(([, one], [, other]) => one.localeCompare(other, 'en'))
    .map(
      ([id, name]): ComparedRow => ({
        name: html`<a href="companies${toQueryString({ certification: id })}">${name}</a>`,
        values: [cell(a, id), cell(b, id)],
      }),
    )
  return comparedTable('Certifications', 'Certification', [a, b], rows)
}

function subprocessorLists(a: ComparedCompany, b: ComparedCompany): Html {
  const vendorsOf = ({ subprocessors }: ComparedCompany) =>
    new Map(subprocessors.rows.map((row) => [row.vendor_id, row.name]))
  const [ofA, ofB] = [vendorsOf(a), vendorsOf(b)]
  const only = ({ company: { name } }: ComparedCompany, { company, subprocessors }: ComparedCompany) =>
    isComplete(subprocessors, company.surfaces.subprocessors)
      ? `Only ${name}`
      : `${name}; not known of ${company.name}`
  const list = (heading: string, vendors: readonly (readonly [string, string])[]) =>
    html`<section class="c4"><h3>${heading} (${vendors.length.toLocaleString('en')})</h3>
${vendors.length === 0 ? html`<p class="none">None.</p>` : html`<ul class="plain">${vendors.map(([id, name]) => html`<li><a href="vendors/${encodeURIComponent(id)}">${name}</a></li>\n`)}</ul>`}</section>`
  return html`<div class="grid equal">
${list(
  'Both',
  [...ofA].filter(([id]) => ofB.has(id)),
)}
${list(
  only(a, b),
  [...ofA].filter(([id]) => !ofB.has(id)),
)}
${list(
  only(b, a),
  [...ofB].filter(([id]) => !ofA.has(id)),
)}
</div>${[a, b].map(({ company, subprocessors: { rows, total } }) => (total > rows.length ? html`<p class="soft">Of ${company.name}, the first ${rows.length} of ${total.toLocaleString('en')}.</p>` : undefined))}`
}

function documentTable(a: ComparedCompany, b: ComparedCompany): Html {
  const kinds = [...new Set([...a.documents.rows, ...b.documents.rows].map(({ kind }) => kind))].sort()
  if (kinds.length === 0) return html`<p class="none">None are known.</p>`
  const cell = ({ company, documents }: ComparedCompany, kind: string) => {
    const count = documents.rows.filter((row) => row.kind === kind).length
    return count > 0 ? html`${count}` : absence(documents, company.surfaces.documents)
  }
  const rows = kinds.map(
    (kind): ComparedRow => ({ name: kindText(kind), values: [cell(a, kind), cell(b, kind)] }),
  )
  return comparedTable('Documents', 'Kind', [a, b], rows)
}
