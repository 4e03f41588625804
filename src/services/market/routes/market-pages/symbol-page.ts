/** The page of a symbol: its quote, candles, options and news. */

import type { Failure } from '../../../../core/errors.ts'
import { ageText, dateElement } from '../../../../http/pages/age-text.ts'
import { externalLink } from '../../../../http/pages/external-link.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { toQueryString } from '../../../../http/pages/page-query.ts'
import { changeMarks } from '../../../../http/pages/scripts/change-marks.ts'
import type { Reply } from '../../../../http/reply.ts'
import { type BarRow, type Quote, type Resolution, resolutions } from '../../schema/prices.ts'
import { candleChart } from './candles.ts'
import {
  amountText,
  changeHtml,
  decimalsOf,
  decimalText,
  momentFormat,
  priceText,
  signed,
  zoneName,
} from './figures.ts'
import { marketPage, symbolForm, symbolPath } from './layout.ts'
import { contractsMax, optionColumns, optionSection } from './option-section.ts'
import type { Row } from './read-product.ts'
import { countryText, typeText } from './wording.ts'

interface ChartQuery {
  readonly resolution: Resolution
  readonly count: number
  /** The latest start of a bar, as it was given. */
  readonly to?: string | undefined
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
  const facts = 'value' in quote ? quote.value : undefined
  const title = facts?.description ?? symbol
  const subtitle = [
    symbol,
    facts?.type && typeText(facts.type),
    facts?.currency,
    facts?.country && countryText(facts.country),
  ]
    .filter(Boolean)
    .join(' · ')
  const last = facts?.last ?? null
  return marketPage({
    title,
    subtitle,
    section: 'symbols',
    up: '../',
    api: { href: `v1/quotes?symbols=${encodeURIComponent(symbol)}`, call: 'market.getQuotes' },
    scripts: facts === undefined ? [] : ['quote-stream', 'bar-stream'],
    body: html`${symbolForm('../')}
${facts === undefined ? problemNote('Quote', quote) : quoteSection(symbol, facts)}
${priceSection(page)}
${optionsOf(page, last)}
${newsSection(page)}`,
  })
}

function quoteSection(symbol: string, quote: Quote): Html {
  const decimals = decimalsOf([quote.last, quote.open, quote.high, quote.low, quote.previous_close])
  const moment = momentFormat(quote.timezone)
  const zone = zoneName(quote.timezone)
  const { className, arrow } = changeMarks(quote.change_percent ?? 0, 2)
  const stream = `../v1/stream/quotes?symbols=${encodeURIComponent(symbol)}`
  const price = (name: string, field: keyof Quote, format = 'price') => {
    const value = quote[field] as number | null
    return html`<div><dt>${name}</dt><dd data-field="${field}" data-format="${format}">${format === 'amount' ? amountText(value) : priceText(value, decimals)}</dd></div>\n`
  }
  const fact = (name: string, text: Html | string | null | undefined) =>
    text === null || text === undefined ? undefined : html`<div><dt>${name}</dt><dd>${text}</dd></div>\n`
  const known = (value: number | null, text: (value: number) => string) =>
    value === null ? null : text(value)
  return html`<section aria-label="Quote" data-quote="${stream}" data-decimals="${decimals}" data-zone="${zone.replaceAll(' ', '_')}">
<p class="price"><strong data-field="last">${priceText(quote.last, decimals)}</strong>${quote.currency === null ? undefined : html` <span class="soft">${quote.currency}</span>`}${
    quote.change === null
      ? undefined
      : html` <span class="${className}" data-direction="yes"><span aria-hidden="true" data-arrow="yes">${arrow}</span> <span data-field="change" data-format="change">${signed(quote.change, decimals)}</span> (<span data-field="change_percent" data-format="percent">${signed(quote.change_percent ?? 0, 2)}%</span>)</span>`
  }</p>
<p class="soft">${stateText(quote.market_state)}${quote.last_at === null ? undefined : html` Last trade <time datetime="${quote.last_at}" data-field="last_at" data-format="time">${moment(quote.last_at, 'moment')}</time>, time of ${zone}.`} ${delayText(quote.delay_seconds)} <span data-status="yes"></span></p>
<dl class="figures">
${price('Open', 'open')}${price('High', 'high')}${price('Low', 'low')}${price('Previous close', 'previous_close')}${quote.volume === null ? undefined : price('Volume', 'volume', 'amount')}${quote.bid === null ? undefined : price('Bid', 'bid')}${quote.ask === null ? undefined : price('Ask', 'ask')}${fact(
  'Market cap',
  known(quote.market_cap, amountText),
)}${fact('Price to earnings', known(quote.price_earnings, decimalText))}${fact(
  'Earnings per share',
  known(quote.earnings_per_share, decimalText),
)}${fact(
  'Dividend yield',
  known(quote.dividend_yield, (value) => `${decimalText(value)}%`),
)}${fact(
  'Beta',
  known(quote.beta, decimalText),
)}${fact('Sector', quote.sector)}${fact('Industry', quote.industry)}${fact('Next earnings', quote.next_earnings_at && dateElement(quote.next_earnings_at))}</dl>
</section>`
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

const counts = [60, 120, 250, 500]
const tableRows = 30

function priceSection({ symbol, chart, query }: SymbolPage): Html {
  const { resolution, count, to } = query
  const path = ownPath(symbol)
  const link = (changed: Partial<ChartQuery>) => {
    const { resolution: each = resolution, count: bars = count } = changed
    const end = 'to' in changed ? changed.to : to
    return `${path}${toQueryString({ resolution: each === '1D' ? undefined : each, count: bars === defaultCount ? undefined : bars, to: end })}#prices`
  }
  const shown = resolutions.filter((each) => each in resolutionNames || each === resolution)
  const allCounts = counts.includes(count) ? counts : [...counts, count].sort((one, other) => one - other)
  return html`<section id="prices"><h2>Prices</h2>
<nav aria-label="Length of a bar"><ul class="chips">
${shown.map((each) => html`<li><a href="${link({ resolution: each, to: undefined })}"${each === resolution ? html` aria-current="true"` : undefined}>${resolutionText(each)}</a></li>\n`)}</ul></nav>
${'value' in chart ? candleChart({ ...chart.value, isIntraday: isIntraday(resolution), stream: to === undefined ? `../v1/stream/bars${toQueryString({ symbols: symbol, resolution, count: 1 })}` : undefined }) : problemNote('Prices', chart)}
<form class="ask" action="${path}#prices">
<input type="hidden" name="resolution" value="${resolution}">
<label>Bars <select name="count">${allCounts.map((each) => html`<option value="${each}"${each === count ? html` selected` : undefined}>${each}</option>`)}</select></label>
<label>Until <input type="date" name="to" value="${to?.slice(0, 10) ?? ''}"></label>
<button class="button">Show</button>
</form>
${'value' in chart ? barLinks(path, chart.value, query, link) : undefined}
</section>`
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
  const moment = momentFormat(zone)
  const style = isIntraday(resolution) ? 'moment' : 'date'
  return html`<p class="pages">${older === undefined ? undefined : html`<a rel="prev" href="${link({ to: older })}">Earlier</a> · `}${to === undefined ? undefined : html`<a rel="next" href="${link({ to: undefined })}">Newest</a> · `}<a href="${path}/bars.csv${toQueryString({ resolution, count, to })}" download>These bars as CSV</a></p>
<details><summary>The newest ${Math.min(tableRows, bars.length)} bars as a table</summary>
<div class="table" role="region" aria-label="Bars" tabindex="0"><table>
<thead><tr><th scope="col">Start</th>${['Open', 'High', 'Low', 'Close', 'Volume'].map((name) => html`<th scope="col" class="num">${name}</th>`)}</tr></thead>
<tbody>
${bars
  .slice(-tableRows)
  .reverse()
  .map(
    (bar) =>
      html`<tr><th scope="row">${moment(bar.time, style)}</th>${[bar.open, bar.high, bar.low, bar.close].map((price) => html`<td class="num">${priceText(price, decimals)}</td>`)}<td class="num">${amountText(bar.volume)}</td></tr>\n`,
  )}</tbody></table></div></details>`
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
  if (!('value' in news)) return html`<section><h2>News</h2>${problemNote('News', news)}</section>`
  if (news.value.length === 0)
    return html`<section><h2>News</h2><p>The provider has no news of this symbol.</p></section>`
  return html`<section><h2>News</h2><ul class="list columns-2">
${news.value.slice(0, newsShown).map((item) => newsItem(item, nowMs))}</ul>
<p class="soft"><a href="../v1/symbols/${encodeURIComponent(symbol)}/news">More news as data</a></p></section>`
}

function newsItem({ title, url, published_at, provider }: Row, nowMs: number): Html {
  const publisher = (provider as { name?: string | null } | undefined)?.name
  const at = typeof published_at === 'string' ? published_at : undefined
  return html`<li><p>${externalLink(typeof url === 'string' ? url : undefined, String(title))}</p>
<p class="soft">${publisher ?? 'Unknown publisher'}${at === undefined ? undefined : html` · <time datetime="${at}">${ageText(nowMs - Date.parse(at))}</time>`}</p></li>
`
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
