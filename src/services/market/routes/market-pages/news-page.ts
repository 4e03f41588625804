/** Headlines of a category or a symbol, and one story to read. */

import { ageText } from '../../../../http/pages/age-text.ts'
import { externalLink } from '../../../../http/pages/external-link.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { toQueryString } from '../../../../http/pages/page-query.ts'
import { choices, emptyState, sectionHead } from '../../../../http/pages/parts.ts'
import type { Reply } from '../../../../http/reply.ts'
import { marketPage, type Problem, pageProblem, symbolPath } from './layout.ts'
import type { ReadRows, Row } from './read-product.ts'

export const newsCategories = [
  'stock',
  'etf',
  'crypto',
  'forex',
  'index',
  'futures',
  'bond',
  'economic',
] as const
type NewsCategory = (typeof newsCategories)[number]

export interface NewsState {
  readonly category: NewsCategory
  readonly symbol?: string | undefined
}

const categoryNames: Readonly<Record<NewsCategory, string>> = {
  stock: 'Stocks',
  etf: 'Funds',
  crypto: 'Coins',
  forex: 'Currencies',
  index: 'Indices',
  futures: 'Futures',
  bond: 'Bonds',
  economic: 'Economy',
}

export function newsPage(
  { category, symbol }: NewsState,
  found: ReadRows | undefined,
  problem: Problem | undefined,
  nowMs: number,
): Reply {
  const reply = marketPage({
    title: symbol === undefined ? `News of ${categoryNames[category].toLowerCase()}` : `News of ${symbol}`,
    subtitle: 'Headlines, the newest first',
    section: 'news',
    up: '',
    api: {
      href: `v1/news/headlines${toQueryString({ category: symbol === undefined ? category : undefined, symbol })}`,
      call: 'market.getHeadlines',
    },
    body: html`${
      symbol === undefined
        ? choices(
            'Category',
            'seg',
            newsCategories.map((each) => ({
              href: `news${toQueryString({ category: each === 'stock' ? undefined : each })}`,
              text: categoryNames[each],
              isCurrent: each === category,
            })),
          )
        : html`<p><a href="${symbolPath(symbol)}">${symbol}</a> · <a href="news">All news</a></p>`
    }
${problem === undefined ? undefined : pageProblem(problem)}
${found && newsList(found.rows, nowMs)}`,
  })
  return problem === undefined ? reply : { ...reply, status: problem.status }
}

function newsList(rows: readonly Row[], nowMs: number): Html {
  if (rows.length === 0) return emptyState(html`The provider has no news of it. Choose another category.`)
  return html`<h2 class="unseen">Headlines</h2><ul class="list flow">
${rows.map((row) => newsItem(row, nowMs, ''))}</ul>`
}

/** `up`: the relative path to the base of the service. */
export function newsItem({ id, title, published_at, provider }: Row, nowMs: number, up: '' | '../'): Html {
  return html`<li><h3><a href="${up}news/${encodeURIComponent(String(id))}">${String(title)}</a></h3>
<p class="meta">${publisherOf(provider)}${age(published_at, nowMs)}</p></li>
`
}

function publisherOf(provider: unknown): string {
  return (provider as { name?: string | null } | undefined)?.name ?? 'Unknown publisher'
}

function age(at: unknown, nowMs: number): Html | undefined {
  if (typeof at !== 'string') return undefined
  return html` · <time datetime="${at}">${ageText(nowMs - Date.parse(at))}</time>`
}

const symbolsMax = 20

export function storyPage(id: string, story: Row, nowMs: number): Reply {
  const { title, provider, published_at, summary, text, url, symbols } = story
  const related = (Array.isArray(symbols) ? (symbols as string[]) : []).slice(0, symbolsMax)
  const paragraphs = typeof text === 'string' ? text.split('\n\n') : []
  const link = externalLink(typeof url === 'string' ? url : undefined, 'The story at its publisher', 'button')
  return marketPage({
    title: String(title),
    subtitle: publisherOf(provider),
    shownSubtitle: html`${publisherOf(provider)}${age(published_at, nowMs)}`,
    crumb: html`A story from the <a href="../news">news</a> of the market.`,
    section: 'news',
    up: '../',
    api: {
      href: `v1/news/stories/${encodeURIComponent(id)}`,
      call: 'market.getNewsStory',
      path: '/v1/news/stories/{id}',
    },
    body: html`<div class="grid">
<article class="c8 prose">${typeof summary === 'string' && paragraphs.length === 0 ? html`<p>${summary}</p>` : undefined}
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)}
${paragraphs.length === 0 ? emptyState(html`The provider has no text of this story; its publisher shows it elsewhere.`) : undefined}
<p>${typeof url === 'string' ? link : undefined}</p></article>
<aside class="c4" aria-label="Symbols">${sectionHead('Symbols in this story')}
${related.length === 0 ? html`<p class="none">none named</p>` : html`<ul class="list">${related.map((symbol) => html`<li><h3><a href="../${symbolPath(symbol)}">${symbol}</a></h3></li>\n`)}</ul>`}</aside>
</div>`,
  })
}
