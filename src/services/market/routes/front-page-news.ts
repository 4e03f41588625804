/** The news of the market on the front page: the largest stocks in a line, those that moved most, and what is expected today. */

import { abortable } from '../../../core/async/abortable.ts'
import { toInstant } from '../../../core/clock.ts'
import { countryName } from '../../../core/places/countries.ts'
import { type Html, html } from '../../../http/pages/html.ts'
import { sectionHead, table } from '../../../http/pages/parts.ts'
import type { FrontPageNews, FrontPageRequest } from '../../../http/service.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { getEconomicCalendar } from '../products/calendar.ts'
import { calendarQuery } from './market-pages/calendar-page.ts'
import { changeHtml, momentElement, priceText } from './market-pages/figures.ts'
import { largestColumns, largestRead, mostMoved, readLargest } from './market-pages/largest-stocks.ts'
import { symbolPath } from './market-pages/layout.ts'
import { type PageReader, type Row, readProduct } from './market-pages/read-product.ts'
import { defaultMarket } from './market-pages/screener-page.ts'
import { priceLine } from './market-pages/symbol-page.ts'

const inLine = 8
const moversShown = 8
const eventsShown = 4
const eventsMsMax = 500

export async function marketNews(gateway: Gateway, request: FrontPageRequest): Promise<FrontPageNews> {
  const { base, nowMs, signal, admission } = request
  const reader = { gateway, asker: { caller: admission.principal, signal }, nowMs }
  const [rows, events] = await Promise.all([
    readLargest(reader),
    // The prices hardly wait for it, and do not fail with it.
    abortable(readEvents(reader), AbortSignal.timeout(eventsMsMax)).catch(() => []),
  ])
  return {
    heading: 'Markets',
    api: {
      href: `${base}/v1/screeners/${defaultMarket}/search?columns=${largestColumns}&limit=${largestRead}`,
      call: 'market.searchScreener',
      path: '/v1/screeners/{market}/search',
    },
    all: { href: `${base}/symbols`, text: 'What moved' },
    strip: html`<ul class="ticker" aria-label="Prices">
${rows.slice(0, inLine).map((row) => html`<li><a href="${base}/${symbolPath(String(row.symbol))}">${String(row.name)}</a>${priceLine(row)}</li>\n`)}</ul>`,
    body: html`${table({
      label: 'Most moved',
      columns: [{ name: 'Most moved' }, { name: 'Price', isNumber: true }, { name: 'Day', isNumber: true }],
      kind: '',
      rows: mostMoved(rows, moversShown).map((row) => [
        html`<a href="${base}/${symbolPath(String(row.symbol))}">${String(row.name)}<small>${String(row.description ?? '')}</small></a>`,
        priceText(row.close as number | null, 2),
        changeHtml(row.change),
      ]),
    })}
<p class="meta">Of the ${largestRead} largest companies of the United States, whose prices may be delayed. <a href="${base}/screener">Screener</a></p>
${eventList(events, base)}`,
  }
}

/** Those that matter most, of today and still to come. */
async function readEvents(reader: PageReader): Promise<readonly Row[]> {
  const now = toInstant(reader.nowMs)
  const query = calendarQuery({
    kind: 'economic',
    day: now.slice(0, 10),
    market: defaultMarket,
    offset: 0,
  })
  const { rows } = await readProduct(getEconomicCalendar, { query }, reader)
  return rows
    .filter(({ importance_name, date }) => importance_name === 'high' && String(date) > now)
    .slice(0, eventsShown)
}

function eventList(events: readonly Row[], base: string): Html | undefined {
  if (events.length === 0) return undefined
  return html`${sectionHead('Expected today', { href: `${base}/calendar?kind=economic`, text: 'Calendar' })}
<ul class="list">${events.map(
    ({ title, country, date, forecast, unit }) =>
      html`<li><h3>${String(title)}</h3><p class="meta">${countryName(String(country)) ?? String(country)}, ${momentElement(String(date), 'time', 'UTC')} UTC${typeof forecast === 'number' && unit === '%' ? `, forecast ${forecast.toLocaleString('en').replace('-', '−')}%` : ''}</p></li>\n`,
  )}</ul>`
}
