/** Symbols by name: a form, what was found, and the largest companies to start with. */

import { toInstant } from '../../../../core/clock.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { toQueryString } from '../../../../http/pages/page-query.ts'
import { choices, emptyState, paging, sectionHead } from '../../../../http/pages/parts.ts'
import type { Reply } from '../../../../http/reply.ts'
import { momentElement } from './figures.ts'
import { largestRead, mostMovedIn } from './largest-stocks.ts'
import { marketPage, symbolForm, symbolPath } from './layout.ts'
import type { ReadRows, Row } from './read-product.ts'
import { defaultMarket, screenerLink } from './screener-page.ts'
import { priceLine } from './symbol-page.ts'
import { countryText, typeText } from './wording.ts'

export const symbolsPerPage = 30

interface SymbolQuery {
  readonly q?: string | undefined
  readonly type?: string | undefined
  readonly offset: number
}

export function searchPage(
  query: SymbolQuery & { readonly q: string },
  found: ReadRows,
  types: readonly string[],
): Reply {
  const { q, type, offset } = query
  const total = found.page?.total ?? null
  const next = found.page?.next_offset ?? null
  const link = ({ offset: skipped = 0, ...changed }: Partial<SymbolQuery>) =>
    `symbols${toQueryString({ q, type, ...changed, offset: skipped || undefined })}`
  return marketPage({
    title: `Symbols for ${q}`,
    subtitle:
      total === null ? 'Symbols by name' : `${total.toLocaleString('en')} symbol${total === 1 ? '' : 's'}`,
    section: 'symbols',
    up: '',
    api: { href: `v1/symbols/search${toQueryString({ q, type })}`, call: 'market.searchSymbols' },
    body: html`${symbolForm('', q, type)}
${choices('Type', 'chips', [
  { href: link({ type: undefined }), text: 'all', isCurrent: type === undefined },
  ...types.map((each) => ({ href: link({ type: each }), text: typeText(each), isCurrent: each === type })),
])}
${found.rows.length === 0 ? emptyState(html`No symbol matches. Use fewer letters, another spelling, or all types.`) : html`<section>${sectionHead('Best matches first')}<ul class="list flow">${found.rows.map((row) => foundItem(row, ''))}</ul></section>`}
${paging({
  previous: offset === 0 ? undefined : link({ offset: Math.max(0, offset - symbolsPerPage) }),
  next: next === null ? undefined : link({ offset: next }),
})}`,
  })
}

export function foundItem(
  { symbol, description, type, exchange_name, country, currency }: Row,
  up: '' | '../',
): Html {
  const read = (value: unknown, text = (code: string) => code) =>
    typeof value === 'string' && value !== '' ? [text(value)] : []
  const facts = [
    ...read(type, typeText),
    ...read(exchange_name),
    ...read(country, countryText),
    ...read(currency),
  ]
  return html`<li><h3><a href="${up}${symbolPath(String(symbol))}">${String(symbol)}</a></h3>
<p>${String(description ?? '')}</p><p class="meta">${facts.join(' · ')}</p></li>
`
}

const moversShown = 7
const largestShown = 20

/** Without words: the form, what moved, and where many begin. Undefined if there is no list. */
export function symbolsStartPage(largest: readonly Row[] | undefined): Reply {
  return marketPage({
    title: 'Markets',
    crumb: html`Prices by name, also in a <a href="screener">screener</a> and by <a href="calendar">calendar</a>.`,
    subtitle: 'Stocks, funds, indices, currencies, futures, bonds and coins',
    section: 'symbols',
    up: '',
    api: { href: 'v1/symbols/search?q=apple', call: 'market.searchSymbols' },
    body: html`${symbolForm('')}
${largest === undefined ? html`<p class="note" role="status">The provider does not answer. Load the page again to retry.</p>` : stockLists(largest)}`,
  })
}

function stockLists(largest: readonly Row[]): Html {
  const by = (order: 'asc' | 'desc') => ({
    href: screenerLink({ market: defaultMarket, sort: 'change', order, offset: 0 }),
    text: 'See all companies',
  })
  const [risers, fallers] = [
    mostMovedIn('up', largest, moversShown),
    mostMovedIn('down', largest, moversShown),
  ]
  const day = tradingDay(largest[0])
  return html`<div class="grid">
<section class="c6">${sectionHead(html`Rose most ${day}`, by('desc'))}${stockList(risers, '')}</section>
<section class="c6">${sectionHead(html`Fell most ${day}`, by('asc'))}${stockList(fallers, '')}</section>
</div>
<p class="meta">Of the ${largestRead} largest companies of the United States.</p>
<section>${sectionHead('The largest companies of the United States', { href: 'screener', text: 'More in the screener' })}
${stockList(largest.slice(0, largestShown), ' flow')}</section>`
}

/** Where the shares are traded: at night, prices are those of the day before. */
function tradingDay(row: Row | undefined): Html | string {
  if (typeof row?.update_time !== 'number') return 'today'
  return html`on ${momentElement(toInstant(1000 * row.update_time), 'day', 'America/New_York')}`
}

function stockList(rows: readonly Row[], look: '' | ' flow'): Html {
  if (rows.length === 0) return emptyState(html`None of them has.`)
  return html`<ul class="list${look}">${rows.map((row) => html`<li><h3><a href="${symbolPath(String(row.symbol))}">${String(row.description ?? row.name)}</a></h3><p class="side num">${priceLine(row)}</p><p class="meta">${String(row.symbol)}</p></li>\n`)}</ul>`
}
