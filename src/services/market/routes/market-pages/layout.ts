/** What the pages of the market share: frame, style and links between pages. */

import { Html, html } from '../../../../http/pages/html.ts'
import { htmlReply, renderPage } from '../../../../http/pages/page.ts'
import { liveHeaders, type PageScript, scriptTags } from '../../../../http/pages/page-scripts.ts'
import { referencePath } from '../../../../http/pages/reference/reference-path.ts'
import { requestLink } from '../../../../http/pages/request-link.ts'
import { readingStyle } from '../../../../http/pages/styles/reading-style.ts'
import type { Reply } from '../../../../http/reply.ts'

const style = new Html(`${readingStyle.text}
.price { display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem .8rem; margin: 0 0 .3rem; font-variant-numeric: tabular-nums } .price strong { font-size: clamp(2rem, 8vw, 3.2rem); line-height: 1.1 } .price > span { font-size: 1.2rem }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: .3rem 1.5rem; margin: .8rem 0 1.6rem } .figures div { border-bottom: 1px solid var(--rule); display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 .6rem } .figures dt { color: var(--soft) } .figures dd { margin: 0 0 0 auto; text-align: end; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
.chart { margin: .8rem 0 1.6rem } .plot { position: relative; margin-right: 4.5rem } .chart svg { display: block; width: 100%; height: clamp(14rem, 45vw, 24rem) } .chart.small svg { height: 12rem } .chart path { vector-effect: non-scaling-stroke; stroke-width: 1px; fill: none } .chart .grid { stroke: var(--rule) } .chart .up { stroke: var(--good) } .chart .up.body { fill: var(--paper) } .chart .down { stroke: var(--bad) } .chart .down.body { fill: var(--bad) } .chart .volume { fill: var(--rule); stroke: none } .chart .calls { stroke: var(--good); stroke-width: 2px } .chart .puts { stroke: var(--bad); stroke-width: 2px; stroke-dasharray: 5 4 } .chart rect { fill: none; pointer-events: all } .chart rect:hover { fill: var(--ink); fill-opacity: .08 }
.chart .level { position: absolute; left: calc(100% + .3rem); width: 4.2rem; transform: translateY(-50%); font-size: .8rem; color: var(--soft); font-variant-numeric: tabular-nums } .chart .moments { margin-right: 4.5rem; display: flex; justify-content: space-between; font-size: .8rem; color: var(--soft) } .chart figcaption { font-size: .85rem; color: var(--soft) }
.columns-2 { columns: 2 20rem; column-gap: 2rem } .columns-2 > li { break-inside: avoid } .list h2 { border: 0; padding: 0; margin: 0 0 .1rem; font-size: 1.05rem } tr.money td, tr.money th { border-top: 2px solid var(--accent) } .removable a { border: 0; padding: 0 0 0 .3rem; font-weight: 700 } .editors { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: .5rem 2rem } .editors h2 { font-size: 1.05rem } .editors details { margin: 0 0 1rem } .editors summary { padding: 0 0 .4rem } .rows th a { white-space: nowrap } .rows td { min-width: 4.5rem } .rows td:not(.num) { min-width: 9rem } .rows th:first-child { position: sticky; left: 0; background: var(--paper) } section { margin: 0 0 1.8rem }
@media (max-width: 30rem) { .chart:not(.small) .moments span:nth-child(even) { display: none } .rows td:not(.num) { min-width: 6.5rem } td.wide { min-width: 11rem } th small.narrow { display: block; max-width: 9.5rem } }
`)

const sections = [
  ['symbols', 'Symbols'],
  ['screener', 'Screener'],
  ['calendar', 'Calendar'],
  ['ideas', 'Ideas'],
  ['scripts', 'Scripts'],
] as const

interface MarketPage {
  readonly title: string
  readonly subtitle: string
  /** The subtitle as the page shows it, if it is more than text. */
  readonly shownSubtitle?: Html
  readonly section: (typeof sections)[number][0]
  /** The relative path to the base of the service. */
  readonly up: '' | '../'
  readonly body: Html
  /** The API request for the same, relative to the base of the service. */
  readonly api: Parameters<typeof requestLink>[0]
  readonly note?: string
  readonly scripts?: readonly PageScript[]
  /** For a table with many columns. */
  readonly isWide?: boolean
}

export function marketPage({
  title,
  subtitle,
  shownSubtitle,
  section,
  up,
  body,
  api,
  note,
  scripts: own = [],
  isWide = false,
}: MarketPage): Reply {
  const head = html`<meta name="description" content="${`${title}: ${subtitle}`}">
<style>${style}${isWide ? 'body { max-width: 88rem }' : ''}</style>
${scriptTags([...own, 'reader-times', 'type-ahead', 'copy-request'])}`
  const page = html`<header class="masthead">
<p class="kicker"><a href="/">Broadsheet</a> · <a href="${up}symbols">Market</a></p>
<h1>${title}</h1>
<p>${shownSubtitle ?? subtitle}</p>
</header>
<main id="content">
<nav aria-label="Market"><ul class="chips">
${sections.map(([path, name]) => html`<li><a href="${up}${path}"${path === section ? html` aria-current="true"` : undefined}>${name}</a></li>\n`)}</ul></nav>
${body}
</main>
<footer><nav aria-label="Other formats">${requestLink({ ...api, href: up + api.href })} · <a href="${referencePath('market')}">API reference</a></nav>
<p>${note ?? 'Prices come from a public provider and may be delayed. Nothing here is advice.'}</p></footer>`
  return htmlReply(renderPage({ title: `${title} · Broadsheet`, head, body: page }), liveHeaders)
}

/** Why there are no rows. */
export interface Problem {
  readonly message: string
  readonly status: number
  readonly requestId: string
}

/** The forms stay beside it, so that what is wrong can be changed. */
export function pageProblem({ message, requestId }: Problem): Html {
  return html`<div class="note" role="alert"><p>${message}</p><p class="soft">Request id: <code>${requestId}</code></p></div>`
}

/** The form that finds symbols. */
export function symbolForm(up: string, q = '', type = ''): Html {
  return html`<form class="ask" role="search" action="${up}symbols">
<label class="wide">Symbol, company or ISIN <input type="search" name="q" value="${q}" data-suggest="${`${up}v1/symbols/search?limit=8&q=`}" data-text="symbol" data-notes="description type" data-go="${up}symbols/{symbol}" maxlength="64" placeholder="Apple, NASDAQ:AAPL"></label>
${type === '' ? undefined : html`<input type="hidden" name="type" value="${type}">`}<button class="button">Search</button>
</form>`
}

export function symbolPath(symbol: string): string {
  return `symbols/${encodeURIComponent(symbol).replaceAll('%3A', ':')}`
}
