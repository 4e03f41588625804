/** The news of the market on the front page: the largest stocks in a line. */

import { html } from '../../../http/pages/html.ts'
import { table } from '../../../http/pages/parts.ts'
import type { FrontPageNews, FrontPageRequest } from '../../../http/service.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { searchScreener } from '../products/screener.ts'
import { changeHtml, priceText } from './market-pages/figures.ts'
import { symbolPath } from './market-pages/layout.ts'
import { readProduct } from './market-pages/read-product.ts'
import { priceLine } from './market-pages/symbol-page.ts'

const market = 'america'
const columns = 'name,description,close,change,currency'
const stocksShown = 8

export async function marketStrip(gateway: Gateway, request: FrontPageRequest): Promise<FrontPageNews> {
  const { base, nowMs, signal, admission } = request
  const asker = { caller: admission.principal, signal }
  const query = { columns, limit: stocksShown }
  const { rows } = await readProduct(searchScreener, { params: { market }, query }, { gateway, asker, nowMs })
  return {
    heading: 'Markets',
    api: {
      href: `${base}/v1/screeners/${market}/search?columns=${columns}&limit=${stocksShown}`,
      call: 'market.searchScreener',
      path: '/v1/screeners/{market}/search',
    },
    all: { href: `${base}/screener`, text: 'Screener' },
    strip: html`<ul class="ticker" aria-label="Prices">
${rows.map((row) => html`<li><a href="${base}/${symbolPath(String(row.symbol))}">${String(row.name)}</a>${priceLine(row)}</li>\n`)}</ul>`,
    body: html`${table({
      label: 'The largest companies',
      columns: [
        { name: 'Largest companies' },
        { name: 'Price', isNumber: true },
        { name: 'Day', isNumber: true },
      ],
      kind: '',
      rows: rows.map((row) => [
        html`<a href="${base}/${symbolPath(String(row.symbol))}">${String(row.name)}<small>${String(row.description ?? '')}</small></a>`,
        priceText(row.close as number | null, 2),
        changeHtml(row.change),
      ]),
    })}
<p class="meta">Of the United States, delayed as the provider says. <a href="${base}/symbols">Find a symbol</a> · <a href="${base}/calendar">Calendar</a></p>`,
  }
}
