/** Ideas and scripts that users of the provider publish, as a list of links. */

import { ageText } from '../../../../http/pages/age-text.ts'
import { externalLink } from '../../../../http/pages/external-link.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { toQueryString } from '../../../../http/pages/page-query.ts'
import { choices, emptyState, paging } from '../../../../http/pages/parts.ts'
import type { Reply } from '../../../../http/reply.ts'
import { marketPage, type Problem, pageProblem, symbolPath } from './layout.ts'
import type { ReadRows, Row } from './read-product.ts'

export const publicationKinds = ['ideas', 'scripts'] as const
export type PublicationKind = (typeof publicationKinds)[number]
export const publicationSorts = ['popular', 'recent'] as const

export interface PublicationState {
  readonly symbol?: string | undefined
  readonly q?: string | undefined
  readonly sort: (typeof publicationSorts)[number]
  readonly page: number
}

const titles: Readonly<Record<PublicationKind, string>> = { ideas: 'Ideas', scripts: 'Scripts' }
const subtitles: Readonly<Record<PublicationKind, string>> = {
  ideas: 'What users of the provider expect of the markets',
  scripts: 'Indicators, strategies and libraries of users of the provider',
}

function toLink(kind: string, { symbol, q, sort, page }: PublicationState): string {
  return `${kind}${toQueryString({ symbol, q, sort: sort === 'popular' ? undefined : sort, page: page === 1 ? undefined : page })}`
}

export function publicationPage(
  kind: PublicationKind,
  state: PublicationState,
  found: ReadRows | undefined,
  problem: Problem | undefined,
  nowMs: number,
): Reply {
  const reply = marketPage({
    title: titles[kind],
    subtitle: subtitles[kind],
    section: kind,
    up: '',
    api: { href: toLink(`v1/${kind}`, state), call: `market.list${titles[kind]}` },
    note: 'Written by users of the provider. Nothing here is advice.',
    body: html`<form class="ask" role="search" action="${kind}">
<label class="wide">Words <input type="search" name="q" value="${state.q ?? ''}" maxlength="100"></label>
<label>Symbol <input name="symbol" value="${state.symbol ?? ''}" maxlength="80" placeholder="NASDAQ:AAPL"></label>
${state.sort === 'popular' ? undefined : html`<input type="hidden" name="sort" value="${state.sort}">`}<button class="button">Show</button>
</form>
${choices(
  'Order',
  'seg',
  publicationSorts.map((sort) => ({
    href: toLink(kind, { ...state, sort, page: 1 }),
    text: sort === 'popular' ? 'Popular' : 'Recent',
    isCurrent: sort === state.sort,
  })),
)}
${problem === undefined ? undefined : pageProblem(problem)}
${found === undefined ? undefined : results(kind, state, found, nowMs)}`,
  })
  return problem === undefined ? reply : { ...reply, status: problem.status }
}

function results(kind: PublicationKind, state: PublicationState, found: ReadRows, nowMs: number): Html {
  const { rows, page } = found
  if (rows.length === 0) return emptyState(html`Nothing matches. Use other words, or no symbol.`)
  const next = page?.next_page ?? null
  return html`<h2 class="unseen">${titles[kind]}</h2><ul class="list flow">
${rows.map((row) => publicationItem(row, nowMs))}</ul>
${paging({
  previous: state.page === 1 ? undefined : toLink(kind, { ...state, page: state.page - 1 }),
  next: next === null ? undefined : toLink(kind, { ...state, page: next }),
  more: [html`<a href="${toLink(`${kind}.csv`, state)}" download>These rows as CSV</a>`],
})}`
}

const wordsMax = 240

function publicationItem(row: Row, nowMs: number): Html {
  const { title, url, description, symbol, created_at, likes, comments, direction, kind, author } = row
  const name = (author as { username?: string | null } | undefined)?.username
  const words = typeof description === 'string' ? description.trim() : ''
  const facts = [
    direction ?? kind,
    `${likes} like${likes === 1 ? '' : 's'}`,
    `${comments} comment${comments === 1 ? '' : 's'}`,
    name,
  ].filter((fact) => typeof fact === 'string' && fact !== '')
  return html`<li><h3>${externalLink(typeof url === 'string' ? url : undefined, String(title))}</h3>
${words === '' ? undefined : html`<p>${words.length > wordsMax ? `${words.slice(0, wordsMax)}…` : words}</p>`}
<p class="meta">${typeof symbol === 'string' && symbol.includes(':') ? html`<a href="${symbolPath(symbol)}">${symbol}</a> · ` : undefined}${facts.join(' · ')}${typeof created_at === 'string' ? html` · <time datetime="${created_at}">${ageText(nowMs - Date.parse(created_at))}</time>` : undefined}</p></li>
`
}
