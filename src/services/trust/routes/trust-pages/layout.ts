/** What the pages of trust share: frame, style, links between pages, and words. */

import type { Static } from 'typebox'
import { dateElement } from '../../../../http/pages/age-text.ts'
import { Html, html } from '../../../../http/pages/html.ts'
import { lineChartStyle } from '../../../../http/pages/line-chart.ts'
import { htmlReply, renderPage } from '../../../../http/pages/page.ts'
import { toQueryString } from '../../../../http/pages/page-query.ts'
import { liveHeaders, scriptTags } from '../../../../http/pages/page-scripts.ts'
import { type ApiRequest, requestLink } from '../../../../http/pages/request-link.ts'
import { readingStyle } from '../../../../http/pages/styles/reading-style.ts'
import type { Reply } from '../../../../http/reply.ts'
import { providerById } from '../../normalise/providers/registry.ts'
import type { Company, TrustChange } from '../../schema/resources.ts'

export type CompanyValue = Static<typeof Company>
export type ChangeValue = Static<typeof TrustChange>

const style = new Html(`${readingStyle.text}${lineChartStyle.text}
.bar { display: block; height: .5rem; background: var(--rule); border-radius: 2px; min-width: 4rem } .bar i { display: block; height: 100%; background: var(--accent); border-radius: 2px }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: 1.5rem 2rem } .cards > section { min-width: 0 } .cards > .broad { grid-column: 1 / -1 } .in-columns, .broad .list { columns: 3 18rem; column-gap: 2rem } :is(.in-columns, .broad) li { break-inside: avoid } td .bar { margin: .45rem 0 } .matrix .num + td { padding-left: .6rem } .matrix thead th::first-letter { text-transform: uppercase } .vendors th:first-child { width: 50% } .compared :is(td, thead th + th) { width: 35%; overflow-wrap: anywhere } form + .cards { margin-top: 1.8rem } dl + form { margin-top: 1rem } .plain { list-style: none; padding: 0; margin: 0 } .yes { color: var(--good) } .no { color: var(--soft) }
`)

const sections = [
  ['companies', 'Companies'],
  ['vendors', 'Vendors'],
  ['providers', 'Providers'],
  ['changes', 'Changes'],
  ['compare', 'Compare'],
] as const

export interface TrustPage {
  readonly title: string
  readonly subtitle: string
  /** The section to which the page belongs. */
  readonly section: (typeof sections)[number][0]
  /** The relative path to `/trust/`. */
  readonly up: '' | '../'
  readonly body: Html
  /** The API request for the same; its address is relative to the base of the service. */
  readonly api: ApiRequest
}

export function trustPage({ title, subtitle, section, up, body, api }: TrustPage): Reply {
  const head = html`<meta name="description" content="${`${title}: ${subtitle}`}">
<style>${style}</style>
${scriptTags(['reader-times', 'type-ahead', 'copy-request'])}`
  const page = html`<header class="masthead">
<p class="kicker"><a href="/">Broadsheet</a> · <a href="${up}companies">Trust</a></p>
<h1>${title}</h1>
<p>${subtitle}</p>
</header>
<main id="content">
<nav aria-label="Trust"><ul class="chips">
${sections.map(([path, name]) => html`<li><a href="${up}${path}"${path === section ? html` aria-current="true"` : undefined}>${name}</a></li>\n`)}</ul></nav>
${body}
</main>
<footer><nav aria-label="Other formats">${requestLink({ ...api, href: `${up}../${api.href}` })} · <a href="/docs/?api=data">API reference</a></nav>
<p>What companies say about themselves, as their trust centers publish it. With data of <a href="https://github.com/trustlists/trustlists-data">TrustLists</a>.</p></footer>`
  return htmlReply(renderPage({ title: `${title} · Broadsheet`, head, body: page }), liveHeaders)
}

export const rowsPerPage = 50

export function pageLinks(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  offset: number,
  total: number,
): Html | undefined {
  if (total <= rowsPerPage && offset === 0) return undefined
  const link = (rel: string, to: number, text: string) =>
    html`<a rel="${rel}" href="${path}${toQueryString({ ...query, offset: to === 0 ? undefined : to })}">${text}</a> `
  return html`<p class="pages">${offset > 0 ? link('prev', Math.max(0, offset - rowsPerPage), 'Previous') : undefined}${offset + rowsPerPage < total ? link('next', offset + rowsPerPage, 'Next') : undefined}<span class="soft">${(offset + 1).toLocaleString('en')} to ${Math.min(offset + rowsPerPage, total).toLocaleString('en')} of ${total.toLocaleString('en')}</span></p>`
}

/** `subprocessor added`. */
export function changeWords(type: string): string {
  return type.replaceAll('_', ' ').replace('.', ' ')
}

/** `SOC 2 Type 2` for a name, `iso 27001` for an id. */
export function idWords(id: string): string {
  return id.replaceAll('_', ' ')
}

export function time(instant: string | null): Html {
  return instant === null ? html`never` : dateElement(instant)
}

/** Changes as a list; the subject of a change at a trust center is the company itself. */
export function changeList(
  changes: readonly ChangeValue[],
  companies: ReadonlyMap<string, string>,
  up: string,
): Html {
  return html`<ul class="list in-columns">
${changes.map(({ type, severity, subject, company_id, detected_at }) => {
  const company = companies.get(company_id)
  return html`<li><h3><a href="${up}companies/${company_id}">${company ?? subject.name}</a></h3>
<p>${changeText(type, subject)}</p>
<p class="soft">${time(detected_at)}${severity === 'info' ? '' : ` · ${severity}`}</p></li>
`
})}</ul>`
}

/** Changes of the company whose page it is. */
export function ownChangeList(changes: readonly ChangeValue[]): Html {
  return html`<ul class="list">
${changes.map(
  ({ type, severity, subject, detected_at }) => html`<li><p>${changeText(type, subject)}</p>
<p class="soft">${time(detected_at)}${severity === 'info' ? '' : ` · ${severity}`}</p></li>
`,
)}</ul>`
}

function changeText(type: string, { kind, name }: ChangeValue['subject']): string {
  const words = changeWords(type)
  const text = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
  return kind === 'trust_center' ? text : `${text}: ${name}`
}

/** `SafeBase` for `safebase`. */
export function providerText(id: string): string {
  return providerById(id)?.name ?? idWords(id)
}

/** The kind of a document: `privacy notice`. */
export function kindText(kind: string): string {
  return kind === 'dpa' ? 'DPA' : idWords(kind)
}
