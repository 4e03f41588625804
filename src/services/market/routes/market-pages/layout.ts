/** What the pages of the market share: frame and links between pages. */

import { type Html, html } from '../../../../http/pages/html.ts'
import { htmlReply, renderPage } from '../../../../http/pages/page.ts'
import { choices } from '../../../../http/pages/parts.ts'
import { referencePath } from '../../../../http/pages/reference/reference-path.ts'
import { requestLink } from '../../../../http/pages/request-link.ts'
import type { Reply } from '../../../../http/reply.ts'

const sections = [
  ['symbols', 'Symbols'],
  ['screener', 'Screener'],
  ['calendar', 'Calendar'],
  ['news', 'News'],
  ['ideas', 'Ideas'],
  ['scripts', 'Scripts'],
] as const

interface MarketPage {
  readonly title: string
  readonly subtitle: string
  /** The subtitle as the page shows it, if it is more than text. */
  readonly shownSubtitle?: Html
  readonly section: (typeof sections)[number][0]
  /** Where the page is, if its section does not say it. */
  readonly crumb?: Html
  /** Instead of title and subtitle. */
  readonly heading?: Html
  /** The relative path to the base of the service. */
  readonly up: '' | '../'
  readonly body: Html
  /** The API request for the same, relative to the base of the service. */
  readonly api: Parameters<typeof requestLink>[0]
  /** Other forms of the page. */
  readonly data?: readonly Html[]
  readonly note?: string
  readonly head?: Html | undefined
}

export function marketPage(page: MarketPage): Reply {
  const { title, subtitle, shownSubtitle, section, crumb, heading, up, body, api, data = [] } = page
  const text = renderPage({
    title,
    section: 'market',
    description: `${title}: ${subtitle}`,
    crumb: crumb ?? html`A part of <a href="${up}symbols">Market</a>.`,
    lead: shownSubtitle ?? subtitle,
    heading,
    head: page.head,
    body: html`${choices(
      'Market',
      'tabs',
      sections.map(([path, name]) => ({ href: `${up}${path}`, text: name, isCurrent: path === section })),
    )}
${body}`,
    data: [
      requestLink({ ...api, href: up + api.href }),
      ...data,
      html`<a href="${referencePath('market')}">Reference of the market</a>`,
    ],
    note: page.note ?? 'Prices come from a public provider and may be delayed. Nothing here is advice.',
  })
  return htmlReply(text)
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
