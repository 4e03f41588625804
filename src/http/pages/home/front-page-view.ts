/** How the front page looks: the news of each service, then how fresh each section is, then requests for developers. */

import { toInstant } from '../../../core/clock.ts'
import type { FrontPageNews } from '../../service.ts'
import { guidesPath } from '../guides/guide-files.ts'
import { type Html, html } from '../html.ts'
import { jsonNote, renderPage } from '../page.ts'
import { facts, sectionHead } from '../parts.ts'
import { requestLink } from '../request-link.ts'
import { countTexts, creditList, requestList, type ServiceSummary, updatedText } from './service-section.ts'
import { statusPath } from './status-page.ts'

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

export function frontPage(view: FrontPageView): string {
  const { healthy, firstSync, rebuild, nowMs, news } = view
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(nowMs)
  const [first, ...others] = news
  return renderPage({
    title: 'Broadsheet',
    description:
      'What is on at the cinema, markets, jobs, trust centers and public notices: public data from many sources.',
    front: {
      edition: html`<time data-form="day" datetime="${toInstant(nowMs).slice(0, 10)}">${today}</time> · <span class="${healthy ? 'good' : 'bad'}">${healthy ? 'healthy' : 'not ready'}</span>`,
    },
    body: html`${firstSync ? html`<p class="note">${toProgress(firstSync)}</p>` : undefined}${rebuild ? html`<p class="note">${toRebuildProgress(rebuild)}</p>` : undefined}
${news.map(({ strip }) => strip)}
<div class="grid front">
${first && newsSection(first, 'c8')}${others.map((each) => newsSection(each, 'c4'))}</div>
${freshness(view)}
${developers(view)}`,
    data: [
      ...news.flatMap(({ heading, api }) => (api === undefined ? [] : [requestLink(api, heading)])),
      jsonNote,
    ],
    note: html`Version ${view.version}. <a href="/health">Health</a>${view.hasMetrics ? html` · <a href="/metrics">metrics</a>` : undefined}`,
  })
}

function newsSection({ heading, all, body }: FrontPageNews, width: 'c4' | 'c8'): Html {
  return html`<section class="${width}">${sectionHead(heading, all)}
${body}</section>
`
}

/** What each section has, and how old it is. */
function freshness({ sections, nowMs }: FrontPageView): Html {
  return html`<section>${sectionHead('How fresh this page is', { href: statusPath, text: 'Status' })}
${facts(
  sections.map((entry) => {
    const [count] = entry.is_stored ? countTexts(entry).slice(-1) : []
    const text = count === undefined ? 'live' : `${count[1]} ${count[0]}`
    const age = entry.is_stored ? updatedText(entry, nowMs) : 'read when someone asks'
    return [
      entry.title,
      html`${text} <small${isOld(entry, nowMs) ? html` class="bad"` : undefined}>${age}</small>`,
    ]
  }),
  'strip',
)}
${sections.map(creditList)}</section>`
}

const dayMs = 86_400_000

function isOld({ is_stored, updated_at }: ServiceSummary, nowMs: number): boolean {
  return is_stored && (updated_at === null || nowMs - Date.parse(updated_at) >= dayMs)
}

function developers({ sections, origin, hasGuides }: FrontPageView): Html {
  return html`<section>${sectionHead('For developers', hasGuides ? { href: guidesPath, text: 'Guides' } : undefined)}
<p>Every section is an API with an OpenAPI document. Reading needs no account.</p>
<div class="flow">${sections.map(
    (entry) => html`<details class="more"><summary>${entry.title}</summary>
<p>${entry.about}</p>
${requestList(entry, origin)}</details>
`,
  )}</div></section>`
}

function toRebuildProgress({ members, published }: Rebuild): string {
  return `After an upgrade, the data is being rebuilt from saved responses: ${published} of ${members} theaters, job boards, trust centers and towns are published. Lists are incomplete until it is finished.`
}

function toProgress({ sources, collected, failed, members, published }: FirstSync): string {
  if (sources === 0) return 'First sync: starting. Lists are empty until sources are collected.'
  const failures = failed === 0 ? '' : `; ${failed} failed and will be tried again`
  return `First sync: ${collected} of ${sources} sources are collected${failures}. ${published} of ${members} theaters, job boards, trust centers and towns are published. Lists are incomplete until it is finished.`
}
