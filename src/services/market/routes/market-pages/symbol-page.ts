/** The page of a symbol: its quote, candles, options and news. */

import type { Failure } from '../../../../core/errors.ts'
import { dateElement } from '../../../../http/pages/age-text.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { toQueryString } from '../../../../http/pages/page-query.ts'
import { choices, emptyState, facts, paging, sectionHead, table } from '../../../../http/pages/parts.ts'
import { changeMarks } from '../../../../http/pages/scripts/change-marks.ts'
import type { Reply } from '../../../../http/reply.ts'
import { type BarRow, type Quote, type Resolution, resolutions } from '../../schema/prices.ts'
import { candleChart } from './candles.ts'
import {
  amountText,
  changeHtml,
  decimalsOf,
  decimalText,
  momentElement,
  priceText,
  signed,
  zoneName,
} from './figures.ts'
import { marketPage, symbolForm, symbolPath } from './layout.ts'
import { newsItem } from './news-page.ts'
import { contractsMax, optionColumns, optionSection } from './option-section.ts'
import type { Row } from './read-product.ts'
import { countryText, typeText } from './wording.ts'

interface ChartQuery {
  readonly resolution: Resolution
  readonly count: number
  /** The latest start of a bar, as it was given. */
  readonly to?: string | undefined
  /** Another symbol to draw beside it. */
  readonly compare?: string | undefined
  readonly expiration?: string | undefined
}

export interface ChartBars {
  readonly bars: readonly BarRow[]
  readonly hasOlder: boolean
  readonly zone: string | null
  readonly currency: string | null
}

/** A part that could not be read says why instead. */
export type Part<Value> = { readonly value: Value } | { readonly failure: Failure }

interface SymbolPage {
  readonly symbol: string
  readonly quote: Part<Quote>
  readonly chart: Part<ChartBars>
  readonly news: Part<readonly Row[]>
  readonly options: Part<readonly Row[]>
  readonly query: ChartQuery
  readonly nowMs: number
}

export const defaultCount = 120
const newsShown = 20

export function symbolPage(page: SymbolPage): Reply {
  const { symbol, quote } = page
  const values = 'value' in quote ? quote.value : undefined
  const title = values?.description ?? symbol
  const subtitle = [symbol, values?.sector, values?.industry].filter(Boolean).join(' · ')
  const last = values?.last ?? null
  return marketPage({
    title,
    subtitle,
    section: 'symbols',
    up: '../',
    heading: html`<div class="quote"><div class="head"><p class="crumb">${crumbOf(values)}</p><h1>${title}</h1><p class="meta">${subtitle}</p></div>${values && priceHead(symbol, values)}</div>`,
    api: { href: `v1/quotes?symbols=${encodeURIComponent(symbol)}`, call: 'market.getQuotes' },
    body: html`<div class="grid">
<div class="c8">${priceSection(page)}</div>
<section class="c4" aria-label="Quote">${sectionHead('Figures')}
${values === undefined ? problemNote('Quote', quote) : figures(values)}</section>
</div>
${optionsOf(page, last)}
${newsSection(page)}
${symbolForm('../')}`,
  })
}

function crumbOf(quote: Quote | undefined): Html {
  const kind = quote?.type ? typeText(quote.type) : 'symbol'
  const country = quote?.country ? ` (${countryText(quote.country)})` : ''
  return html`${/^[aeiou]/.test(kind) ? 'An' : 'A'} ${kind}${country}, among the <a href="../symbols">symbols</a> of the market.`
}

/** A script keeps it up to date, and the figures too. */
function priceHead(symbol: string, quote: Quote): Html {
  const decimals = quoteDecimals(quote)
  const zone = zoneName(quote.timezone)
  const { className, arrow } = changeMarks(quote.change_percent ?? 0, 2)
  const stream = `../v1/stream/quotes?symbols=${encodeURIComponent(symbol)}`
  return html`<div data-quote="${stream}" data-decimals="${decimals}" data-zone="${zone.replaceAll(' ', '_')}">
<p class="price"><span data-field="last">${priceText(quote.last, decimals)}</span>${quote.currency === null ? undefined : html` <small>${quote.currency}</small>`}</p>
<p>${
    quote.change === null
      ? undefined
      : html`<span class="${className}" data-direction="yes"><span aria-hidden="true" data-arrow="yes">${arrow}</span> <span data-field="change" data-format="change">${signed(quote.change, decimals)}</span> <span data-field="change_percent" data-format="percent">${signed(quote.change_percent ?? 0, 2)}%</span></span>`
  }</p>
<p class="meta">${stateText(quote.market_state)} ${delayText(quote.delay_seconds)}${quote.last_at === null ? undefined : html` Last trade (${zone}): <span data-field="last_at" data-format="time">${momentElement(quote.last_at, 'moment', quote.timezone)}</span>`} <span class="status" data-status="yes"></span></p>
</div>`
}

function quoteDecimals(quote: Quote): number {
  return decimalsOf([quote.last, quote.open, quote.high, quote.low, quote.previous_close])
}

function figures(quote: Quote): Html {
  const decimals = quoteDecimals(quote)
  const live = (field: keyof Quote, format: 'price' | 'amount' = 'price') => {
    const value = quote[field] as number | null
    if (value === null) return undefined
    return html`<span data-field="${field}" data-format="${format}">${format === 'amount' ? amountText(value) : priceText(value, decimals)}</span>`
  }
  const known = (value: number | null, text: (value: number) => string) =>
    value === null ? undefined : text(value)
  return facts([
    ['Open', live('open')],
    ['High', live('high')],
    ['Low', live('low')],
    ['Previous close', live('previous_close')],
    ['Volume', live('volume', 'amount')],
    ['Bid', live('bid')],
    ['Ask', live('ask')],
    ['Market cap', known(quote.market_cap, amountText)],
    ['Price to earnings', known(quote.price_earnings, decimalText)],
    ['Earnings per share', known(quote.earnings_per_share, decimalText)],
    ['Dividend yield', known(quote.dividend_yield, (value) => `${decimalText(value)}%`)],
    ['Beta', known(quote.beta, decimalText)],
    ['Sector', quote.sector ?? undefined],
    ['Industry', quote.industry ?? undefined],
    ['Next earnings', quote.next_earnings_at ? dateElement(quote.next_earnings_at) : undefined],
  ])
}

function stateText(state: string | null): string {
  const texts: Readonly<Record<string, string>> = {
    market: 'The market is open.',
    pre_market: 'Before regular hours.',
    post_market: 'After regular hours.',
    out_of_session: 'The market is closed.',
    holiday: 'A holiday.',
  }
  return state === null ? '' : (texts[state] ?? '')
}

function delayText(seconds: number | null): string {
  if (seconds === null || seconds === 0) return ''
  return `Delayed by ${Math.round(seconds / 60)} minutes.`
}

const resolutionNames: Readonly<Partial<Record<Resolution, string>>> = {
  '1': '1 minute',
  '5': '5 minutes',
  '15': '15 minutes',
  '60': '1 hour',
  '240': '4 hours',
  '1D': 'Day',
  '1W': 'Week',
  '1M': 'Month',
}

function isIntraday(resolution: Resolution): boolean {
  return /^\d+$/.test(resolution)
}

function resolutionText(resolution: Resolution): string {
  return resolutionNames[resolution] ?? `${resolution} minutes`
}

/** What a button of the chart shows: as many bars as the time has. */
const ranges: readonly (readonly [name: string, resolution: Resolution, count: number])[] = [
  ['1D', '5', 78],
  ['1W', '60', 35],
  ['1M', '60', 150],
  ['6M', '1D', defaultCount],
  ['1Y', '1D', 252],
  ['5Y', '1W', 260],
  ['All', '1M', 1000],
]
const tableRows = 30

function priceSection({ symbol, chart, query }: SymbolPage): Html {
  const { resolution, count, to, compare } = query
  const path = ownPath(symbol)
  const link = (changed: Partial<ChartQuery>) => {
    const { resolution: each = resolution, count: bars = count } = changed
    const end = 'to' in changed ? changed.to : to
    return `${path}${toQueryString({ resolution: each === '1D' ? undefined : each, count: bars === defaultCount ? undefined : bars, to: end, compare })}#prices`
  }
  const shown = resolutions.filter((each) => each in resolutionNames || each === resolution)
  const stream =
    to === undefined
      ? `../v1/stream/bars${toQueryString({ symbols: symbol, resolution, count: 1 })}`
      : undefined
  return html`<section id="prices" aria-label="Prices">
<div class="tools">${choices(
    'Range',
    'seg',
    ranges.map(([name, each, bars]) => ({
      href: link({ resolution: each, count: bars, to: undefined }),
      text: name,
      isCurrent: each === resolution && bars === count && to === undefined,
    })),
  )}
<form class="ask" action="${path}#prices">${resolution === '1D' ? undefined : html`<input type="hidden" name="resolution" value="${resolution}">`}${count === defaultCount ? undefined : html`<input type="hidden" name="count" value="${count}">`}${to === undefined ? undefined : html`<input type="hidden" name="to" value="${to}">`}<label>Compare with <input name="compare" maxlength="80" size="14" value="${compare ?? ''}" placeholder="NASDAQ:MSFT" data-suggest="../v1/symbols/search?limit=8&q=" data-text="symbol" data-notes="description type"></label> <button>Compare</button></form></div>
${'value' in chart ? candleChart({ ...chart.value, isIntraday: isIntraday(resolution), history: barsPath(symbol, query), stream, comparison: compare === undefined ? undefined : { symbol: compare, history: barsPath(compare, query) } }) : problemNote('Prices', chart)}
${'value' in chart ? barLinks(path, chart.value, query, link) : undefined}
<details><summary>Other bars</summary>
<form class="ask" action="${path}#prices">
<label>Length of a bar <select name="resolution">${shown.map((each) => html`<option value="${each}"${each === resolution ? html` selected` : undefined}>${resolutionText(each)}</option>`)}</select></label>
<label>Bars <input type="number" name="count" min="1" max="1000" value="${count}"></label>
${compare === undefined ? undefined : html`<input type="hidden" name="compare" value="${compare}">`}<label>Until <input type="date" name="to" value="${to?.slice(0, 10) ?? ''}"></label>
<button class="button">Show</button>
</form></details>
</section>`
}

function barsPath(symbol: string, { resolution, count, to }: ChartQuery): string {
  return `../v1/bars/${encodeURIComponent(symbol)}${toQueryString({ resolution, count, to })}`
}

function barLinks(
  path: string,
  { bars, hasOlder, zone }: ChartBars,
  { resolution, count, to }: ChartQuery,
  link: (changed: Partial<ChartQuery>) => string,
): Html {
  const first = bars[0]
  const older =
    first && hasOlder ? new Date(Date.parse(first.time) - 1000).toISOString().replace('.000', '') : undefined
  const decimals = decimalsOf(bars.slice(-20).flatMap(({ open, close }) => [open, close]))
  const style = isIntraday(resolution) ? 'moment' : 'date'
  return html`${paging({
    previous: older === undefined ? undefined : link({ to: older }),
    more: [
      ...(to === undefined ? [] : [html`<a rel="next" href="${link({ to: undefined })}">Newest</a> `]),
      html`<a href="${path}/bars.csv${toQueryString({ resolution, count, to })}" download>These bars as CSV</a>`,
    ],
  })}
<details><summary>The newest ${Math.min(tableRows, bars.length)} bars as a table</summary>
${table({
  label: 'Bars',
  columns: [
    { name: 'Start' },
    ...['Open', 'High', 'Low', 'Close', 'Volume'].map((name) => ({ name, isNumber: true })),
  ],
  rows: bars
    .slice(-tableRows)
    .reverse()
    .map((bar) => [
      momentElement(bar.time, style, zone),
      ...[bar.open, bar.high, bar.low, bar.close].map((price) => priceText(price, decimals)),
      amountText(bar.volume),
    ]),
})}</details>`
}

function optionsOf({ symbol, options, query }: SymbolPage, price: number | null): Html | undefined {
  if (!('value' in options)) return undefined
  const { resolution, count, to, expiration } = query
  return optionSection({
    contracts: options.value,
    expiration,
    price,
    query: {
      resolution: resolution === '1D' ? undefined : resolution,
      count: count === defaultCount ? undefined : count,
      to,
    },
    path: ownPath(symbol),
    api: `../v1/options/${encodeURIComponent(symbol)}/chain?columns=${optionColumns}&sort=expiration&limit=${contractsMax}`,
  })
}

function newsSection({ symbol, news, nowMs }: SymbolPage): Html {
  const all = { href: `../news${toQueryString({ symbol })}`, text: 'All of them' }
  if (!('value' in news)) return html`<section>${sectionHead('News')}${problemNote('News', news)}</section>`
  if (news.value.length === 0)
    return html`<section>${sectionHead('News')}${emptyState(html`The provider has no news of this symbol.`)}</section>`
  return html`<section>${sectionHead('News', all)}<ul class="list flow">
${news.value.slice(0, newsShown).map((item) => newsItem(item, nowMs, '../'))}</ul></section>`
}

function problemNote(name: string, part: Part<unknown>): Html {
  return html`<p class="note" role="status">${name}: ${'failure' in part ? part.failure.message : ''} Load the page again to retry.</p>`
}

/** For lists of symbols: price and change in a line. */
export function priceLine({ close, change, currency }: Row): Html {
  const decimals = decimalsOf([typeof close === 'number' ? close : null])
  return html`${priceText(close as number | null, decimals)} ${typeof currency === 'string' ? currency : ''} ${changeHtml(change)}`
}

/** The page as a link within itself. Without the dot, a browser takes the exchange for the scheme of a URL. */
function ownPath(symbol: string): string {
  return `.${symbolPath(symbol).slice('symbols'.length)}`
}
