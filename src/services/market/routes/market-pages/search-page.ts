/** Symbols by name: a form, what was found, and the largest companies to start with. */

import { type Html, html } from '../../../../http/pages/html.ts'
import { toQueryString } from '../../../../http/pages/page-query.ts'
import type { Reply } from '../../../../http/reply.ts'
import { marketPage, symbolForm, symbolPath } from './layout.ts'
import type { ReadRows, Row } from './read-product.ts'
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
  const link = (changed: Partial<SymbolQuery>) => `symbols${toQueryString({ q, type, ...changed })}`
  return marketPage({
    title: `Symbols for ${q}`,
    subtitle:
      total === null ? 'Symbols by name' : `${total.toLocaleString('en')} symbol${total === 1 ? '' : 's'}`,
    section: 'symbols',
    up: '',
    api: { href: `v1/symbols/search${toQueryString({ q, type })}`, call: 'market.searchSymbols' },
    body: html`${symbolForm('', q, type)}
<nav aria-label="Type"><ul class="chips"><li><a href="${link({ type: undefined })}"${type === undefined ? html` aria-current="true"` : undefined}>all</a></li>
${types.map((each) => html`<li><a href="${link({ type: each })}"${each === type ? html` aria-current="true"` : undefined}>${typeText(each)}</a></li>\n`)}</ul></nav>
${found.rows.length === 0 ? html`<p>No symbol matches. Use fewer letters, another spelling, or all types.</p>` : html`<h2>Best matches first</h2><ul class="list">${found.rows.map((row) => foundItem(row, ''))}</ul>`}
${
  next === null && offset === 0
    ? undefined
    : html`<p class="pages">${offset === 0 ? undefined : html`<a rel="prev" href="${link({ offset: Math.max(0, offset - symbolsPerPage) || undefined } as never)}">Previous</a> `}${next === null ? undefined : html`<a rel="next" href="${link({ offset: next })}">Next</a>`}</p>`
}`,
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
<p>${String(description ?? '')}</p><p class="soft">${facts.join(' · ')}</p></li>
`
}

/** Without words: the form, and where many begin. `problem`: why there is no list. */
export function symbolsStartPage(largest: ReadRows | undefined): Reply {
  return marketPage({
    title: 'Markets',
    subtitle: 'Stocks, funds, indices, currencies, futures, bonds and coins',
    section: 'symbols',
    up: '',
    api: { href: 'v1/symbols/search?q=apple', call: 'market.searchSymbols' },
    body: html`${symbolForm('')}
<h2>The largest companies of the United States</h2>
${
  largest === undefined
    ? html`<p class="note" role="status">The provider does not answer right now. Load the page again to retry.</p>`
    : html`<ul class="list columns-2">${largest.rows.map((row) => html`<li><h3><a href="${symbolPath(String(row.symbol))}">${String(row.description ?? row.name)}</a></h3><p class="num-line">${String(row.symbol)} · ${priceLine(row)}</p></li>\n`)}</ul>`
}
<p><a href="screener">More in the screener</a></p>`,
  })
}
