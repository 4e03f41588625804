/** What the pages of trust share: frame, links between pages, and words. */

import type { Static } from 'typebox'
import { dateElement } from '../../../../http/pages/age-text.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { htmlReply, renderPage } from '../../../../http/pages/page.ts'
import { toQueryString } from '../../../../http/pages/page-query.ts'
import { choices, paging } from '../../../../http/pages/parts.ts'
import { type ApiRequest, requestLink } from '../../../../http/pages/request-link.ts'
import type { Reply } from '../../../../http/reply.ts'
import { providerById } from '../../normalise/providers/registry.ts'
import type { Company, TrustChange } from '../../schema/resources.ts'

export type CompanyValue = Static<typeof Company>
export type ChangeValue = Static<typeof TrustChange>

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
  readonly up: '' | '../' | '../../'
  /** Where the page is, if its section does not say it. */
  readonly crumb?: Html
  readonly head?: Html
  /** Beside the heading. */
  readonly picture?: Html
  readonly body: Html
  /** The API request for the same; its address is relative to the base of the service. */
  readonly api: ApiRequest
}

export function trustPage(page: TrustPage): Reply {
  const { title, subtitle, section, up, body, api, crumb, head, picture } = page
  const text = renderPage({
    title,
    section: 'trust',
    description: `${title}: ${subtitle}`,
    crumb: crumb ?? html`A part of <a href="${up}companies">Trust</a>.`,
    lead: subtitle,
    picture,
    head,
    body: html`${choices(
      'Trust',
      'tabs',
      sections.map(([path, name]) => ({ href: `${up}${path}`, text: name, isCurrent: path === section })),
    )}
${body}`,
    data: [
      requestLink({ ...api, href: `${up}../${api.href}` }),
      html`<a href="/docs/?api=data">Reference of trust</a>`,
    ],
    note: html`What companies say about themselves, as their trust centers publish it. With data of <a href="https://github.com/trustlists/trustlists-data">TrustLists</a>.`,
  })
  return htmlReply(text)
}

export const rowsPerPage = 50

export function pageLinks(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  offset: number,
  total: number,
): Html | undefined {
  if (total <= rowsPerPage && offset === 0) return undefined
  const link = (to: number) => `${path}${toQueryString({ ...query, offset: to === 0 ? undefined : to })}`
  return paging({
    previous: offset > 0 ? link(Math.max(0, offset - rowsPerPage)) : undefined,
    next: offset + rowsPerPage < total ? link(offset + rowsPerPage) : undefined,
    text: `${(offset + 1).toLocaleString('en')} to ${Math.min(offset + rowsPerPage, total).toLocaleString('en')} of ${total.toLocaleString('en')}`,
  })
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

/** What the day of the last change is: the first reading of a company counts as a change. */
export function lastChangeWords({ first_seen_at, last_changed_at }: CompanyValue): 'First seen' | 'Changed' {
  return first_seen_at.slice(0, 10) === last_changed_at.slice(0, 10) ? 'First seen' : 'Changed'
}

/** Changes by company and day; the subject of a change at a trust center is the company itself. */
export function changeList(
  changes: readonly ChangeValue[],
  companies: ReadonlyMap<string, string>,
  up: string,
): Html {
  const groups = Map.groupBy(
    changes,
    ({ company_id, detected_at }) => `${company_id} ${detected_at.slice(0, 10)}`,
  )
  return html`<ul class="list flow">
${[...groups.values()].map((group) => {
  const [first] = group as [ChangeValue]
  const company = companies.get(first.company_id) ?? first.subject.name
  return html`<li><h3><a href="${up}companies/${first.company_id}">${company}</a></h3>
<p class="side meta">${time(first.detected_at)}</p>
${changeLines(group)}</li>
`
})}</ul>`
}

/** Changes of the company whose page it is, by day. */
export function ownChangeList(changes: readonly ChangeValue[]): Html {
  return html`<ul class="list">
${[...Map.groupBy(changes, ({ detected_at }) => detected_at.slice(0, 10)).values()].map(
  (group) => html`<li><p class="meta">${time(group[0]?.detected_at ?? null)}</p>
${changeLines(group)}</li>
`,
)}</ul>`
}

const namesShown = 3

/** One line for each kind of change: `Subprocessor added: Acme, Bolt and 4 more`. */
function changeLines(changes: readonly ChangeValue[]): Html[] {
  return [...Map.groupBy(changes, ({ type, severity }) => `${type} ${severity}`).values()].map((group) => {
    const [{ type, severity, subject }] = group as [ChangeValue]
    const names = group.map((each) => each.subject.name)
    const text = sentence(changeWords(type))
    const others = names.length - namesShown
    const list = `${names.slice(0, namesShown).join(', ')}${others > 0 ? ` and ${others} more` : ''}`
    return html`<p>${subject.kind === 'trust_center' ? text : `${text}: ${list}`}${severity === 'info' ? undefined : html` <span class="${severity === 'high' ? 'bad' : 'warn'}">${severity}</span>`}</p>\n`
  })
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** `SafeBase` for `safebase`. */
export function providerText(id: string): string {
  return providerById(id)?.name ?? idWords(id)
}

/** The kind of a document: `privacy notice`. */
export function kindText(kind: string): string {
  return kind === 'dpa' ? 'DPA' : idWords(kind)
}
