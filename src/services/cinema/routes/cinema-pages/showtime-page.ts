/** A showtime: when, where, the seats, and what tickets cost. */

import { ageText, dayText, shortDayText } from '../../../../http/pages/age-text.ts'
import { lineChart } from '../../../../http/pages/charts/line-chart.ts'
import { externalLink, webAddress } from '../../../../http/pages/external-link.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { renderPage } from '../../../../http/pages/page.ts'
import { emptyState, facts, sectionHead, table } from '../../../../http/pages/parts.ts'
import { requestLink } from '../../../../http/pages/request-link.ts'
import {
  type PlacedSeat,
  partyMax,
  placedSeats,
  type SeatGroup,
  seatsTogether,
} from '../../normalise/seats-together.ts'
import type { PriceQuote, SeatMap, Showtime, ShowtimeHistory } from '../../schema/index.ts'
import { toQueryString } from './page-links.ts'
import { timeList } from './parts.ts'
import { drawnSeatsMax, placeWords, rowText, SeatPrices, seatLegend, seatPlan } from './seat-plan.ts'
import {
  addressText,
  clockTime,
  formatText,
  languageText,
  moneyText,
  movieFacts,
  statusText,
  townOf,
} from './wording.ts'

export interface ShowtimePage {
  readonly showtime: Showtime
  /** Undefined if the source provides no seats. */
  readonly seatMap: SeatMap | undefined
  readonly history: ShowtimeHistory | undefined
  /** Of the same movie at the same theater on the same day. */
  readonly otherTimes: readonly Showtime[]
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

export function showtimePage(page: ShowtimePage): string {
  const { showtime, seatMap, warnings, url } = page
  const { id, movie, theater, starts_at, timezone, auditorium, business_date } = showtime
  const title = movie?.title ?? 'Showtime'
  const booking =
    webAddress(showtime.booking_url) &&
    externalLink(showtime.booking_url, 'Book at the cinema', 'button full')
  const day = (showtime.starts_at_local ?? starts_at).slice(0, 10)
  const when = `${dayText(day)}, ${clockTime(showtime)}`
  const moment = html`<time data-form="day" datetime="${day}">${dayText(day)}</time>, <time data-form="clock" datetime="${starts_at}">${clockTime(showtime)}</time>`
  const shortMoment = html`<time data-form="short" datetime="${day}">${shortDayText(day)}</time>, <time data-form="clock" datetime="${starts_at}">${clockTime(showtime)}</time>`
  const prices = new SeatPrices(showtime.prices ?? [])
  const place =
    theater &&
    html`<a href="../theaters/${theater.id}${toQueryString({ date: business_date })}">${theater.name}</a>`
  const film =
    movie &&
    html`<a href="../movies/${movie.id}${toQueryString({ near: theater && townOf(theater), date: business_date })}">${movie.title}</a>`
  const summary = [
    ['Starts', html`${shortMoment}${timezone === undefined ? undefined : html` <small>${timezone}</small>`}`],
    ['Theater', theater && html`${place} <small>${addressText(theater)}</small>`],
    ['Auditorium', auditorium],
    ['Formats', (showtime.format_tags ?? []).map(formatText).join(', ')],
    [
      'Language',
      [
        languageText(showtime.language),
        showtime.subtitle_language && `subtitles in ${languageText(showtime.subtitle_language)}`,
      ]
        .filter(Boolean)
        .join(', '),
    ],
    ['Status', statusText(showtime)],
  ] as const
  const sold = soldChart(page.history)
  const shown = [
    html`${sectionHead('Prices', undefined, 'prices')}
${priceTable(showtime.prices ?? [], page)}
${priceChart(page.history)}`,
    ...(sold === undefined ? [] : [html`${sectionHead('How it fills')}${sold}`]),
    otherTimes(page),
  ]
  const body = html`${warnings.map((warning) => html`<p class="note">${warning}</p>`)}
${facts(summary, 'strip')}
<div class="grid seats">
<section class="c8">${sectionHead('Seats', undefined, 'seats')}
${seatMap === undefined ? emptyState(html`This cinema publishes no seats for this showtime.`) : seatSection(seatMap, page, prices)}</section>
<div class="c4 tight">${sidePanel(page, booking, prices)}</div>
</div>
<div class="grid">
${shown.map(
  (section) => html`<section class="${shown.length === 3 ? 'c4' : 'c6'}">${section}</section>
`,
)}</div>`
  return renderPage({
    title,
    fullTitle: `${title}, ${when}`,
    section: 'cinema',
    crumb: html`A showing${film && html` of ${film}`}${place && html` at ${place}`}, in <a href="../showtimes">Cinema</a>.`,
    lead: html`${moment}${theater === undefined ? '' : ` · ${theater.name}`}${movie === undefined || movieFacts(movie) === '' ? '' : ` · ${movieFacts(movie)}`}`,
    description: `${title}, ${when}${theater === undefined ? '' : ` at ${theater.name}`}: free seats and prices.`,
    head: html`<link rel="canonical" href="${url}">`,
    body,
    data: [
      requestLink({
        href: `../v1/showtimes/${id}?include=movie,theater,prices`,
        call: 'cinema.getShowtime',
        path: '/v1/showtimes/{showtime_id}',
      }),
      seatMap && html`<a href="../v1/showtimes/${id}/seatmap?seat_detail=grid">Seat map as JSON</a>`,
      showtime.prices?.length ? html`<a href="../v1/showtimes/${id}/prices">Prices as JSON</a>` : undefined,
    ],
  })
}

const zooms = [
  ['small', '−'],
  ['usual', '1×'],
  ['large', '+'],
] as const

function seatSection(
  { summary, seats = [], captured_at }: SeatMap,
  page: ShowtimePage,
  prices: SeatPrices,
): Html {
  const { party, nowMs, hasRead, canRefresh } = page
  const placed = placedSeats(seats)
  const groups = party > 0 ? seatsTogether(placed, party, groupsShown) : []
  const best = new Set(groups[0]?.seats.map(({ id }) => id))
  const isDrawn = soldChart(page.history) !== undefined
  return html`<p><span id="seat-summary">${summaryText(summary, hasRead)}</span>${hasRead ? html` <span class="soft">Read ${ageText(nowMs - Date.parse(captured_at))}.${isDrawn ? '' : ' How they fill is drawn from the second reading on.'}</span>` : undefined}</p>
<div class="tools">${placed.length === 0 ? undefined : partyForm(page)}${canRefresh ? refreshForm(page, 'seats', hasRead ? 'Ask the cinema again' : 'Ask the cinema for the seats') : undefined}${
    placed.length === 0
      ? undefined
      : html`<fieldset class="seg" aria-label="Size of the seats">${zooms.map(([name, sign]) => html`<label title="${name}"><input class="unseen" type="radio" name="zoom" value="${name}" aria-label="${name}"${name === 'usual' ? html` checked` : undefined}>${sign}</label>`)}</fieldset>`
  }</div>
${groups[0] && bestText(groups[0], placed, prices)}
${
  placed.length === 0
    ? hasRead && summary.seating_type !== 'general_admission'
      ? emptyState(html`There is no seat map: the cinema publishes counts only.`)
      : undefined
    : html`${seatPlan({ seats: placed, best, prices })}
${seatLegend(placed, best.size > 0, prices)}
${placed.length > drawnSeatsMax ? html`<p class="note">The map shows the first ${drawnSeatsMax} of ${placed.length} seats.</p>` : undefined}
<details><summary>Free seats, row by row</summary>
<ul class="plain">
${[...Map.groupBy(placed, ({ y }) => y)].sort(([one], [other]) => one - other).map(([, row]) => html`<li>${rowText(row)}</li>\n`)}</ul>
</details>`
}`
}

/** What the reader has chosen, where to book it, and which seats are best together. */
function sidePanel(page: ShowtimePage, booking: Html | undefined | string, prices: SeatPrices): Html {
  const { showtime, seatMap, party } = page
  const placed = placedSeats(seatMap?.seats ?? [])
  const groups = party > 0 ? seatsTogether(placed, party, groupsShown) : []
  const currency = showtime.prices?.[0]?.currency ?? ''
  return html`<section class="panel"><h2>Your choice</h2>
${placed.length === 0 ? undefined : html`<p role="status" data-choice data-currency="${currency}">Each free seat says its price.</p>`}
${booking ? html`<p>${booking}</p>` : undefined}
<p><a class="button quiet full" href="${showtime.id}/calendar.ics">Add to a calendar</a></p>
<p class="meta">Booking happens at the cinema. Nothing is held here.</p></section>
${
  placed.length === 0 || party === 0
    ? undefined
    : html`<section>${sectionHead('Best together')}
${groupList(groups, party, placed, prices)}</section>`
}`
}

function partyForm({ showtime, party }: ShowtimePage): Html {
  return html`<form class="ask" action="${showtime.id}#seats">
<label>Seats next to each other <input type="number" name="party" min="1" max="${partyMax}" value="${party > 0 ? party : 2}"></label>
<button class="button quiet">Find</button>
</form>`
}

/** Where the map is, because the other groups stand below it on a phone. */
function bestText(group: SeatGroup, seats: readonly PlacedSeat[], prices: SeatPrices): Html {
  const sum = prices.sum(group.seats)
  return html`<p role="status">Best: <strong>${group.seats.map(({ label }) => label).join(', ')}</strong>${sum === undefined ? '' : ` for ${sum}`}. ${placeWords(group, seats)}.</p>`
}

function otherTimes({ showtime, otherTimes: others }: ShowtimePage): Html {
  const { theater, movie, business_date } = showtime
  const href = theater && `../theaters/${theater.id}${toQueryString({ date: business_date })}`
  return html`${sectionHead('Other times here', href === undefined ? undefined : { href, text: 'Programme' })}
${
  others.length === 0
    ? html`<p class="none">No other time on this day.</p>${movie && html`<p><a href="../movies/${movie.id}${toQueryString({ near: theater && townOf(theater), date: business_date })}">Other theaters nearby</a></p>`}`
    : timeList(others, '../', `Other times of ${movie?.title ?? 'this movie'} here`)
}`
}

/** One capture a day is the thinnest that a history becomes. */
const gapMs = 30 * 3_600_000

function soldChart(history: ShowtimeHistory | undefined): Html | undefined {
  const points = (history?.seats ?? []).flatMap(({ captured_at, occupancy_rate }) =>
    occupancy_rate === null ? [] : [{ at: Date.parse(captured_at), value: occupancy_rate }],
  )
  const valueText = (rate: number) => `${Math.round(100 * rate)}%`
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
function refreshForm({ showtime, party }: ShowtimePage, section: 'seats' | 'prices', label: string): Html {
  return html`<form class="ask" action="${showtime.id}#${section}"><input type="hidden" name="refresh" value="true">${party > 0 ? html`<input type="hidden" name="party" value="${party}">` : undefined}<button class="button quiet">${label}</button></form>`
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

function groupList(
  groups: readonly SeatGroup[],
  party: number,
  seats: readonly PlacedSeat[],
  prices: SeatPrices,
): Html {
  if (groups.length === 0)
    return html`<p class="note" role="status">There are no ${party} free seats next to each other.</p>`
  return html`<p class="meta" role="status">${party === 1 ? 'Good seats' : `${party} seats next to each other`}, the best first:</p>
<ol class="list">
${groups.map((group) => html`<li><h3>${group.row === '' ? '' : `Row ${group.row}: `}${group.seats.map(({ label }) => label).join(', ')}</h3><p class="side num">${prices.sum(group.seats) ?? ''}</p><p class="meta">${placeWords(group, seats)}</p></li>\n`)}</ol>`
}

function priceTable(prices: readonly PriceQuote[], page: ShowtimePage): Html {
  if (prices.length === 0)
    return page.canReadPrices
      ? html`<p class="none">not read yet</p>
${refreshForm(page, 'prices', 'Ask the cinema for the prices')}`
      : emptyState(html`No prices are known for this showtime.`)
  const hasAreas = prices.some(({ area_label }) => area_label !== undefined)
  return table({
    label: 'Prices',
    columns: [
      { name: 'Ticket' },
      ...(hasAreas ? [{ name: 'Where' }] : []),
      { name: 'Price', isNumber: true },
    ],
    kind: '',
    rows: prices.map((price) => [
      html`${price.label}${price.rules?.length ? html`<small>${price.rules.join(', ')}</small>` : undefined}`,
      ...(hasAreas ? [price.area_label ?? html`<span class="none">anywhere</span>`] : []),
      priceText(price),
    ]),
  })
}

function priceText({ amount, currency, fee_amount, fees_included }: PriceQuote): string {
  const price = moneyText(amount, currency)
  return fee_amount && fees_included === false ? `${price} + ${moneyText(fee_amount, currency)} fee` : price
}
