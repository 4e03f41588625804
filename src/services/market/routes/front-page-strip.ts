/** The news of the market on the front page: the largest stocks in a line. */

import { html } from '../../../http/pages/html.ts'
import type { FrontPageNews, FrontPageRequest } from '../../../http/service.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { searchScreener } from '../products/screener.ts'

const market = 'america'
const columns = ['name', 'description', 'close', 'change', 'currency']
const stocksShown = 8

export async function marketStrip(gateway: Gateway, request: FrontPageRequest): Promise<FrontPageNews> {
  const { base, nowMs, signal, admission } = request
  const query = { columns: columns.join(','), limit: stocksShown, offset: 0, nulls_first: false, lang: 'en' }
  const scan = searchScreener.parseRequest({
    params: { market } as never,
    query: query as never,
    body: undefined,
    nowMs,
  })
  const { entry } = await gateway.lookUp(searchScreener.toUpstreamRequest(scan), {
    caller: admission.principal.subject,
    signal,
  })
  const { rows = [] } = searchScreener.toResult(JSON.parse(entry.body), scan)
  const api = `${base}/v1/screeners/${market}/search?columns=${columns.join(',')}&limit=${stocksShown}`
  return {
    heading: 'Markets',
    isStrip: true,
    body: html`<ul class="ticker">
${rows.map((row) => toItem(row as Readonly<Record<string, unknown>>))}</ul>
<p class="soft">The largest companies of the United States, delayed as the provider says. <a href="${api}">The same as data</a></p>`,
  }
}

function toItem({ name, description, close, change, currency }: Readonly<Record<string, unknown>>) {
  const moved = typeof change === 'number' ? change : undefined
  const sign = moved === undefined ? '' : moved < 0 ? '▼' : '▲'
  const movedText =
    moved === undefined
      ? ''
      : html`<span class="${moved < 0 ? 'bad' : 'good'}"><span aria-hidden="true">${sign}</span> ${moved < 0 ? '−' : '+'}${Math.abs(moved).toFixed(2)}%</span>`
  return html`<li><abbr title="${String(description ?? name)}">${String(name)}</abbr> ${typeof close === 'number' ? close.toFixed(2) : '–'} <small>${typeof currency === 'string' ? currency : ''}</small> ${movedText}</li>\n`
}
