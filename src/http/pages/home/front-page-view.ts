/** How the front page looks: the news of each service, then how fresh each section is, then requests for developers. */

import { toInstant } from '../../../core/clock.ts'
import { errorsPath } from '../../response/error-response.ts'
import type { FrontPageNews } from '../../service.ts'
import { accountPath } from '../account-path.ts'
import { guidesPath } from '../guides/guide-files.ts'
import { Html, html } from '../html.ts'
import { renderPage } from '../page.ts'
import { scriptTags } from '../page-scripts.ts'
import { requestDetails } from '../request-link.ts'
import { readingStyle } from '../styles/reading-style.ts'
import { searchBox } from './search-box.ts'
import {
  countTexts,
  creditList,
  pageLinks,
  requestList,
  type ServiceSummary,
  updatedText,
} from './service-section.ts'

/** How much the first sync has collected. */
export interface FirstSync {
  /** 0 until they are counted. */
  readonly sources: number
  readonly collected: number
  /** Sources whose runs have all failed. */
  readonly failed: number
  /** Theaters, job boards, trust centers and so on that are read. */
  readonly members: number
  readonly published: number
}

/** How much of a new read model is filled from saved responses. */
export interface Rebuild {
  readonly members: number
  readonly published: number
}

export interface FrontPageView {
  readonly version: string
  readonly hasMetrics: boolean
  /** Whether there is a page to sign in. */
  readonly hasAccounts: boolean
  /** Whether the documents are served. */
  readonly hasGuides: boolean
  readonly healthy: boolean
  readonly firstSync: FirstSync | undefined
  readonly rebuild: Rebuild | undefined
  readonly nowMs: number
  readonly origin: string
  /** In the order of the page. */
  readonly news: readonly FrontPageNews[]
  readonly sections: readonly ServiceSummary[]
}

const style = new Html(`${readingStyle.text}
.ticker { list-style: none; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(14.2rem, 100%), 1fr)); gap: .2rem 1rem; font-size: .9rem; white-space: nowrap; padding: 0; margin: 0 0 .2rem; font-variant-numeric: tabular-nums } .ticker a { font-weight: 700 }
.strip { border-bottom: 1px solid var(--rule); margin: 0 0 1.5rem; padding: 0 0 .6rem } .strip h2 { border: 0; font-size: 1rem; margin: 0; text-transform: uppercase; letter-spacing: .14em } .strip p { margin: 0; font-size: .85rem }
.front { columns: 20rem; column-gap: 2rem } .front > section { break-inside: avoid; margin: 0 0 2rem } .moment { display: inline-block; max-width: 100%; margin-right: 1rem }
header.masthead h1 { font-size: clamp(2.6rem, 9vw, 5rem) } header .find { justify-content: center; margin: .8rem 0 } header .find input { flex: 0 1 30rem; font-size: 1.05rem } header .find button { background: var(--accent); color: var(--paper) }
@media (min-width: 110rem) { body { max-width: 100rem } }
nav.sections { margin: .5rem 0 0 } nav.sections ul { justify-content: center; margin: 0 } .health { margin: 2.5rem 0 } .health td[data-label=Updated] { white-space: nowrap } .developers details { border-bottom: 1px solid var(--rule); padding: .4rem 0 }
`)

export function frontPage(view: FrontPageView): string {
  const { version, healthy, firstSync, rebuild, nowMs, news, sections } = view
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(nowMs)
  const strips = news.filter(({ isStrip }) => isStrip)
  return renderPage({
    title: 'Broadsheet',
    hasSearchBox: false,
    head: html`<meta name="description" content="What is on at the cinema, markets, jobs, trust centers and public notices: public data from many sources.">
<style>${style}</style>
${scriptTags(['remember-place', 'near-me', 'copy-buttons', 'copy-request', 'reader-times', 'type-ahead'])}`,
    body: html`<header class="masthead">
<h1>Broadsheet</h1>
<p><time data-form="day" datetime="${toInstant(nowMs).slice(0, 10)}">${today}</time> · <span class="${healthy ? 'good' : 'bad'}">${healthy ? 'healthy' : 'not ready'}</span></p>
${firstSync ? html`<p>${toProgress(firstSync)}</p>` : undefined}${rebuild ? html`<p>${toRebuildProgress(rebuild)}</p>` : undefined}
${searchBox()}
<nav class="sections" aria-label="Sections"><ul class="chips">
${sections.map(({ base, title, pages }) => html`<li><a href="${pages?.[0]?.path ?? base}">${title}</a></li>\n`)}<li><a href="/docs">API reference</a></li>${view.hasAccounts ? html`<li><a href="${accountPath}">Account</a></li>` : undefined}</ul></nav>
</header>
<main id="content">
${strips.map(({ heading, body }) => html`<section class="strip"><h2>${heading}</h2>\n${body}</section>\n`)}<div class="front">
${news.filter((each) => !strips.includes(each)).map(({ heading, body }) => html`<section><h2>${heading}</h2>\n${body}</section>\n`)}</div>
${healthTable(sections, nowMs)}
${developers(view)}
</main>
<footer>
<p><a href="/docs">API reference</a> · ${view.hasGuides ? html`<a href="${guidesPath}">guides</a> · ` : undefined}<a href="${errorsPath}">errors</a> · <a href="/health">health</a> · ${view.hasMetrics ? html`<a href="/metrics">metrics</a> · ` : undefined}<a href="/llms.txt">llms.txt</a> ·
Send <code>Accept: application/json</code> to get this page as data · version ${version}</p>
</footer>`,
  })
}

function healthTable(sections: readonly ServiceSummary[], nowMs: number): Html {
  return html`<section class="health"><h2>How fresh it is</h2>
<div class="table stack" role="region" aria-label="How fresh each section is" tabindex="0"><table>
<thead><tr><th scope="col">Section</th><th scope="col">Contains</th><th scope="col">Updated</th><th scope="col">Pages</th></tr></thead>
<tbody>
${sections.map(
  (entry) => html`<tr><th scope="row"><a href="${entry.base}">${entry.title}</a></th>
<td data-label="Contains">${containsText(entry)}</td><td data-label="Updated">${freshness(entry, nowMs)}</td><td data-label="Pages">${pageLinks(entry)}</td></tr>
`,
)}</tbody></table></div>
${sections.map(creditList)}</section>
`
}

/** What is read on request cannot be counted. */
function containsText(entry: ServiceSummary): string {
  if (!entry.is_stored) return entry.about
  return countTexts(entry)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
}

const dayMs = 86_400_000

function freshness(entry: ServiceSummary, nowMs: number): Html {
  const text = updatedText(entry, nowMs)
  if (!entry.is_stored) return html`<span class="good">${text}</span>`
  const isFresh = entry.updated_at !== null && nowMs - Date.parse(entry.updated_at) < dayMs
  return html`<span class="${isFresh ? 'good' : 'bad'}">${text}</span>`
}

function developers({ news, sections, origin, hasGuides }: FrontPageView): Html {
  return html`<section class="developers"><h2>For developers</h2>
<p>Every section is an API with an OpenAPI document. Reading needs no account.${hasGuides ? html` The <a href="${guidesPath}">guides</a> start with first steps.` : undefined}</p>
${sections.map(
  (entry) => html`<details><summary>${entry.title}</summary>
<p>${entry.about}</p>
${requestList(entry, origin)}</details>
`,
)}${requestDetails(news.flatMap(({ heading, api }) => (api === undefined ? [] : [[heading, api] as const])))}
</section>
`
}

function toRebuildProgress({ members, published }: Rebuild): string {
  return `After an upgrade, the data is being rebuilt from saved responses: ${published} of ${members} theaters, job boards, trust centers and towns are published. Lists are incomplete until it is finished.`
}

function toProgress({ sources, collected, failed, members, published }: FirstSync): string {
  if (sources === 0) return 'First sync: starting. Lists are empty until sources are collected.'
  const failures = failed === 0 ? '' : `; ${failed} failed and will be tried again`
  return `First sync: ${collected} of ${sources} sources are collected${failures}. ${published} of ${members} theaters, job boards, trust centers and towns are published. Lists are incomplete until it is finished.`
}
