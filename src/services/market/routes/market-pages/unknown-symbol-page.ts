/** A symbol that does not exist, or a ticker without its exchange: similar ones, and the form that finds others. */

import { html } from '../../../../http/pages/html.ts'
import { toQueryString } from '../../../../http/pages/page-query.ts'
import { sectionHead } from '../../../../http/pages/parts.ts'
import type { Reply } from '../../../../http/reply.ts'
import { marketPage, type Problem, pageProblem, symbolForm } from './layout.ts'
import type { ReadRows } from './read-product.ts'
import { foundItem } from './search-page.ts'

export const similarSymbolsMax = 10

interface UnknownSymbol {
  /** As the reader wrote it. */
  readonly text: string
  /** The words that found the similar ones. */
  readonly q: string
  readonly similar: ReadRows | undefined
  readonly problem: Problem
}

export function unknownSymbolPage({ text, q, similar, problem }: UnknownSymbol): Reply {
  const search = toQueryString({ q })
  const page = marketPage({
    title: text,
    subtitle: 'Symbol not found',
    section: 'symbols',
    up: '../',
    api: { href: `v1/symbols/search${search}`, call: 'market.searchSymbols' },
    body: html`${pageProblem(problem)}
${symbolForm('../', text)}
${
  similar === undefined || similar.rows.length === 0
    ? undefined
    : html`<section>${sectionHead('Similar symbols')}<ul class="list">${similar.rows.map((row) => foundItem(row, '../'))}</ul></section>`
}
<p><a href="../symbols${search}">All symbols for ${q}</a> · <a href="../symbols">The largest companies</a></p>`,
  })
  return { ...page, status: problem.status }
}
