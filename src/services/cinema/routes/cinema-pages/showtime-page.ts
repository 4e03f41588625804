/** A showtime: when, where, the seats, and what tickets cost. */

import { ageText, dayText } from '../../../../http/pages/age-text.ts'
import { externalLink, webAddress } from '../../../../http/pages/external-link.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { lineChart, lineChartStyle } from '../../../../http/pages/line-chart.ts'
import { renderPage } from '../../../../http/pages/page.ts'
import { scriptTags } from '../../../../http/pages/page-scripts.ts'
import { requestLink } from '../../../../http/pages/request-link.ts'
import type { PriceQuote, SeatMap, Showtime, ShowtimeHistory } from '../../schema/index.ts'
import { toQueryString } from './page-links.ts'
import { drawnSeatsMax, rowText, seatLegend, seatMapSvg } from './seat-map-svg.ts'
import { partyMax, placedSeats, type SeatGroup, seatsTogether } from './seats-together.ts'
import { cinemaPagesStyle } from './style.ts'
import {
  addressText,
  clockTime,
  formatText,
  languageText,
  moneyText,
  movieFacts,
  statusText,
} from './wording.ts'

export interface ShowtimePage {
  readonly showtime: Showtime
  /** Undefined if the source provides no seats. */
  readonly seatMap: SeatMap | undefined
  readonly history: ShowtimeHistory | undefined
  /** Whether seats of this showtime are stored. */
  readonly hasRead: boolean
  readonly canRefresh: boolean
  /** Whether the cinema can be asked for prices that have not been read. */
  readonly canReadPrices: boolean
  readonly party: number
  readonly warnings: readonly string[]
  readonly nowMs: number
  readonly url: string
}

const groupsShown = 5
/** Prices of a seat that a script shows. */
const pricesPerAreaMax = 3

export function showtimePage(page: ShowtimePage): string {
  const { showtime, seatMap, warnings, url } = page
  const { id, movie, theater, starts_at, timezone, auditorium, business_date } = showtime
  const title = movie?.title ?? 'Showtime'
  const booking =
    webAddress(showtime.booking_url) && externalLink(showtime.booking_url, 'Book at the cinema', 'button')
  const day = (showtime.starts_at_local ?? starts_at).slice(0, 10)
  const when = `${dayText(day)}, ${clockTime(showtime)}`
  const moment = html`<time data-form="day" datetime="${day}">${dayText(day)}</time>, <time data-form="clock" datetime="${starts_at}">${clockTime(showtime)}</time>`
  const facts = [
    ['Starts', html`${moment}${timezone === undefined ? undefined : ` (${timezone})`}`],
    [
      'Theater',
      theater === undefined
        ? html``
        : html`<a href="../theaters/${theater.id}${toQueryString({ date: business_date })}">${theater.name}</a>, ${addressText(theater)}`,
    ],
    ['Auditorium', html`${auditorium ?? ''}`],
    ['Formats', html`${(showtime.format_tags ?? []).map(formatText).join(', ')}`],
    [
      'Language',
      html`${[languageText(showtime.language), showtime.subtitle_language && `subtitles in ${languageText(showtime.subtitle_language)}`].filter(Boolean).join(', ')}`,
    ],
    ['Status', html`${statusText(showtime)}`],
  ] as const
  const body = html`<header class="masthead">
<p class="kicker"><a href="/">Broadsheet</a> · <a href="../showtimes">Cinema</a></p>
<h1>${title}</h1>
<p>${moment}${theater === undefined ? '' : ` · ${theater.name}`}</p>
</header>
<main id="content">
${warnings.map((warning) => html`<p class="note">${warning}</p>`)}
<dl class="facts">${facts.filter(([, value]) => value.text !== '').map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>
${movie === undefined ? undefined : html`<p><a href="../movies/${movie.id}${toQueryString({ near: theater?.geo && `${theater.geo.lat},${theater.geo.lon}`, date: business_date })}">About the movie</a>${movieFacts(movie) === '' ? '' : `: ${movieFacts(movie)}`}</p>`}
<p>${booking && html`${booking} `}<a class="button quiet" href="${id}/calendar.ics">Add to a calendar</a></p>
<h2 id="seats">Seats</h2>
${seatMap === undefined ? html`<p>This cinema publishes no seats for this showtime.</p>` : seatSection(seatMap, page)}
${soldChart(page.history)}
<h2>Prices</h2>
${priceTable(showtime.prices ?? [], page)}
${priceChart(page.history)}
</main>
<footer><nav aria-label="Other formats">${requestLink({ href: `../v1/showtimes/${id}?include=movie,theater,prices`, call: 'cinema.getShowtime', path: '/v1/showtimes/{showtime_id}' })}${seatMap === undefined ? undefined : html` · <a href="../v1/showtimes/${id}/seatmap?seat_detail=grid">seat map as JSON</a>`}${(showtime.prices ?? []).length === 0 ? undefined : html` · <a href="../v1/showtimes/${id}/prices">prices as JSON</a>`}</nav></footer>`
  const head = html`<meta name="description" content="${`${title}, ${when}${theater === undefined ? '' : ` at ${theater.name}`}: free seats and prices.`}">
<link rel="canonical" href="${url}">
<style>${cinemaPagesStyle}${lineChartStyle}</style>
${scriptTags(['choose-seat', 'reader-times', 'type-ahead', 'copy-request'])}`
  return renderPage({ title: `${title}, ${when} · Broadsheet`, head, body })
}

function seatSection({ summary, seats = [], captured_at }: SeatMap, page: ShowtimePage): Html {
  const { party, nowMs, hasRead, canRefresh, showtime } = page
  const placed = placedSeats(seats)
  const groups = party > 0 ? seatsTogether(placed, party, groupsShown) : []
  const picked = new Set(groups[0]?.seats.map(({ id }) => id))
  return html`<p><span id="seat-summary">${summaryText(summary, hasRead)}</span>${hasRead ? html` <span class="soft">Read ${ageText(nowMs - Date.parse(captured_at))}.</span>` : undefined}</p>
${canRefresh ? refreshForm(page, hasRead ? 'Ask the cinema again' : 'Ask the cinema for the seats') : undefined}
${
  placed.length === 0
    ? hasRead && summary.seating_type !== 'general_admission'
      ? html`<p>There is no seat map: the cinema publishes counts only.</p>`
      : undefined
    : html`<form class="ask" action="${showtime.id}#seats">
<label>Seats next to each other <input type="number" name="party" min="1" max="${partyMax}" value="${party > 0 ? party : 2}"></label>
<button class="button">Find</button>
</form>
${party > 0 ? groupList(groups, party) : undefined}
<div class="hall" data-prices="${JSON.stringify(pricesByArea(showtime.prices ?? []))}">${seatMapSvg(placed, picked, 'seat-summary')}</div>
${seatLegend(placed, picked.size > 0)}
${placed.length > drawnSeatsMax ? html`<p class="note">The map shows the first ${drawnSeatsMax} of ${placed.length} seats.</p>` : undefined}
<details><summary>Free seats, row by row</summary>
<ul>
${[...Map.groupBy(placed, ({ y }) => y)].sort(([one], [other]) => one - other).map(([, row]) => html`<li>${rowText(row)}</li>\n`)}</ul>
</details>`
}`
}

/** One capture a day is the thinnest that a history becomes. */
const gapMs = 30 * 3_600_000

function soldChart(history: ShowtimeHistory | undefined): Html | undefined {
  const points = (history?.seats ?? []).flatMap(({ captured_at, occupancy_rate }) =>
    occupancy_rate === null ? [] : [{ at: Date.parse(captured_at), value: occupancy_rate }],
  )
  const valueText = (rate: number) => `${Math.round(100 * rate)} %`
  return lineChart({ label: 'Seats taken', points, gapMs, valueText })
}

function priceChart(history: ShowtimeHistory | undefined): Html | undefined {
  const prices = history?.prices ?? []
  const currency = prices.at(-1)?.currency ?? ''
  const points = prices
    .filter((price) => price.currency === currency)
    .map(({ captured_at, lowest }) => ({ at: Date.parse(captured_at), value: lowest }))
  // A price that never changed is in the table.
  if (new Set(points.map(({ value }) => value)).size < 2) return undefined
  const valueText = (amount: number) => moneyText(amount, currency)
  return lineChart({ label: 'Lowest price', points, gapMs, valueText })
}

/** Seats and prices are read together. */
function refreshForm({ showtime, party }: ShowtimePage, label: string): Html {
  return html`<form class="ask" action="${showtime.id}#seats"><input type="hidden" name="refresh" value="true">${party > 0 ? html`<input type="hidden" name="party" value="${party}">` : undefined}<button class="button quiet">${label}</button></form>`
}

function summaryText(summary: SeatMap['summary'], hasRead: boolean): string {
  const { available, capacity, sold, seating_type } = summary
  if (seating_type !== 'general_admission' && !hasRead) return 'The seats have not been read yet.'
  const counts = [
    available === null ? '' : `${available}${capacity === null ? '' : ` of ${capacity}`} seats free`,
    sold === null ? '' : `${sold} sold`,
  ].filter(Boolean)
  const text = counts.length === 0 ? 'How many seats are free is not known.' : `${counts.join(', ')}.`
  return seating_type === 'general_admission' ? `Seats are not reserved. ${text}` : text
}

function groupList(groups: readonly SeatGroup[], party: number): Html {
  if (groups.length === 0)
    return html`<p class="note" role="status">There are no ${party} free seats next to each other.</p>`
  return html`<div class="note" role="status"><p style="margin:0">${party === 1 ? 'Good seats' : `${party} seats next to each other`}, the best first:</p>
<ol style="margin:0">
${groups.map(({ row, seats }) => html`<li>${row === '' ? '' : `Row ${row}: `}${seats.map(({ label }) => label).join(', ')}</li>\n`)}</ol></div>`
}

/** What a script says of a seat. Cinemas sell a ticket without an area for every seat, and one for several people for none alone. */
export function pricesByArea(prices: readonly PriceQuote[]): Record<string, string> {
  const ofOneSeat = prices
    .filter(({ min_quantity = 1 }) => min_quantity <= 1)
    .toSorted((one, other) => conditionsOf(one) - conditionsOf(other))
  const everywhere = ofOneSeat.filter(({ area_id }) => area_id === undefined)
  const areas = Map.groupBy(ofOneSeat, ({ area_id }) => area_id ?? '')
  return Object.fromEntries(
    [...areas].map(([id, own]) => {
      const quotes = id === '' ? own : [...own, ...everywhere]
      const texts = quotes.slice(0, pricesPerAreaMax).map((price) => `${price.label} ${priceText(price)}`)
      const label = own[0]?.area_label
      return [id, `${label === undefined ? '' : `${label}: `}${texts.join(', ')}`]
    }),
  )
}

/** Tickets that anybody can buy have none; that of a companion needs another ticket. */
function conditionsOf({ audience, rules = [] }: PriceQuote): number {
  return rules.length + (audience === 'companion' ? 1 : 0)
}

function priceTable(prices: readonly PriceQuote[], page: ShowtimePage): Html {
  if (prices.length === 0)
    return page.canReadPrices
      ? html`<p>The prices have not been read yet.</p>
${refreshForm(page, 'Ask the cinema for the prices')}`
      : html`<p>No prices are known for this showtime.</p>`
  const hasAreas = prices.some(({ area_label }) => area_label !== undefined)
  return html`<div class="table prices" role="region" aria-label="Prices" tabindex="0"><table>
<thead><tr><th scope="col">Ticket</th>${hasAreas ? html`<th scope="col">Where</th>` : undefined}<th scope="col" class="num">Price</th></tr></thead>
<tbody>
${prices.map(
  (
    price,
  ) => html`<tr><th scope="row">${price.label}${price.rules?.length ? html`<br><small class="soft">${price.rules.join(', ')}</small>` : undefined}</th>${hasAreas ? html`<td>${price.area_label ?? ''}</td>` : undefined}<td class="num">${priceText(price)}</td></tr>
`,
)}</tbody></table></div>`
}

function priceText({ amount, currency, fee_amount, fees_included }: PriceQuote): string {
  const price = moneyText(amount, currency)
  return fee_amount && fees_included === false ? `${price} + ${moneyText(fee_amount, currency)} fee` : price
}
