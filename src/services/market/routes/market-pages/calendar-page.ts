/** The calendars by day: earnings, dividends and economic events. The state is in the address. */

import { countryName } from '../../../../core/places/countries.ts'
import { dateElement, dayText, shortDayText } from '../../../../http/pages/age-text.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { toQueryString } from '../../../../http/pages/page-query.ts'
import { type Column, choices, emptyState, paging, table } from '../../../../http/pages/parts.ts'
import type { Reply } from '../../../../http/reply.ts'
import { amountText, decimalsOf, decimalText, noFigure, priceText } from './figures.ts'
import { marketPage, type Problem, pageProblem, symbolPath } from './layout.ts'
import type { ReadRows, Row } from './read-product.ts'
import { defaultMarket, marketOptions } from './screener-page.ts'

export const calendarKinds = ['earnings', 'dividends', 'economic'] as const
export type CalendarKind = (typeof calendarKinds)[number]
const calendarRows = 100

export interface CalendarState {
  readonly kind: CalendarKind
  /** `2026-11-16`. */
  readonly day: string
  /** Of companies. */
  readonly market: string
  /** Of economic events: two letters each, comma-separated. */
  readonly countries?: string | undefined
  readonly offset: number
}

const kindNames: Readonly<Record<CalendarKind, string>> = {
  earnings: 'Earnings',
  dividends: 'Dividends',
  economic: 'Economic events',
}

function calendarLink(state: CalendarState, path = 'calendar'): string {
  const { kind, day, market, countries, offset } = state
  return `${path}${toQueryString({
    kind: kind === 'earnings' ? undefined : kind,
    day,
    market: kind === 'economic' || market === defaultMarket ? undefined : market,
    countries: kind === 'economic' ? countries : undefined,
    offset: offset === 0 ? undefined : offset,
  })}`
}

/** The parameters of the API for this state. */
export function calendarQuery({ kind, day, market, countries, offset }: CalendarState) {
  const range = { from: `${day}T00:00:00Z`, to: `${day}T23:59:59Z`, limit: calendarRows, offset }
  if (kind === 'economic') return { ...range, countries }
  return { ...range, markets: market, ...(kind === 'earnings' ? { sort: 'market_cap', order: 'desc' } : {}) }
}

const apis: Readonly<Record<CalendarKind, { readonly path: string; readonly call: string }>> = {
  earnings: { path: 'v1/events/earnings', call: 'market.getEarnings' },
  dividends: { path: 'v1/events/dividends', call: 'market.getDividends' },
  economic: { path: 'v1/calendar/economic', call: 'market.getEconomicCalendar' },
}

export function calendarPage(
  state: CalendarState,
  found: ReadRows | undefined,
  problem: Problem | undefined,
): Reply {
  const { kind, day } = state
  const count = countText(kind, found?.page?.total ?? null)
  const reply = marketPage({
    title: kindNames[kind],
    subtitle: `${count} on ${dayText(day)}`,
    shownSubtitle: html`${count} on <time data-form="day" datetime="${day}">${dayText(day)}</time>`,
    section: 'calendar',
    up: '',
    api: {
      href: `${apis[kind].path}${toQueryString({ ...calendarQuery(state), offset: state.offset || undefined })}`,
      call: apis[kind].call,
    },
    body: html`<div class="tools">${choices(
      'Calendar',
      'seg',
      calendarKinds.map((each) => ({
        href: calendarLink({ ...state, kind: each, offset: 0 }),
        text: kindNames[each],
        isCurrent: each === kind,
      })),
    )}
${dayLinks(state)}</div>
${calendarForm(state)}
${problem === undefined ? undefined : pageProblem(problem)}
${found === undefined ? undefined : results(state, found)}`,
  })
  return problem === undefined ? reply : { ...reply, status: problem.status }
}

/** What the day lists: `1 company reports`, or `companies that report` if their number is not known. */
const listed: Readonly<Record<CalendarKind, { one: string; many: string; any: string }>> = {
  earnings: { one: 'company reports', many: 'companies report', any: 'Companies that report' },
  dividends: { one: 'ex-date', many: 'ex-dates', any: 'Ex-dates' },
  economic: { one: 'event', many: 'events', any: 'Events' },
}

function countText(kind: CalendarKind, total: number | null): string {
  const { one, many, any } = listed[kind]
  return total === null ? any : `${total.toLocaleString('en')} ${total === 1 ? one : many}`
}

const daysAround = 3
const dayMs = 86_400_000

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

function dayLinks(state: CalendarState): Html {
  const days = Array.from({ length: 2 * daysAround + 1 }, (_, at) => addDays(state.day, at - daysAround))
  return choices(
    'Days',
    'seg',
    days.map((day) => ({
      href: calendarLink({ ...state, day, offset: 0 }),
      text: html`<time data-form="short" datetime="${day}">${shortDayText(day)}</time>`,
      isCurrent: day === state.day,
    })),
  )
}

function calendarForm({ kind, day, market, countries }: CalendarState): Html {
  return html`<form class="ask" action="calendar">
${kind === 'earnings' ? undefined : html`<input type="hidden" name="kind" value="${kind}">`}<label>Day <input type="date" name="day" value="${day}"></label>
${
  kind === 'economic'
    ? html`<label>Countries <input name="countries" value="${countries ?? ''}" maxlength="200" placeholder="US,EU"></label>`
    : html`<label>Market <select name="market">${marketOptions(market)}</select></label>`
}
<button class="button">Show</button>
</form>`
}

interface CalendarColumn extends Column {
  readonly name: string
  cell(row: Row, day: string): Html | string
}

const amount = (value: unknown) => amountText(typeof value === 'number' ? value : null)
const perShare = (value: unknown) =>
  typeof value === 'number' ? priceText(value, decimalsOf([Number(value.toFixed(4))])) : noFigure
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : noFigure)
const releaseText = (value: unknown) =>
  value === 'unknown' ? noFigure : text(value).replaceAll('_', '\u00a0')
/** `14 Nov` for `Nov/14`. */
const periodText = (period: string) => period.replace(/^([A-Z][a-z]{2})\/(\d{1,2})$/, '$2 $1')
const countryOrArea = (country: unknown) =>
  country === 'EU' ? 'Euro area' : (countryName(text(country)) ?? text(country))
const shown = (cell: Html | string) => (cell === noFigure ? html`<span class="none">${cell}</span>` : cell)
const dayOf = (value: unknown) => (typeof value === 'string' ? dateElement(value) : noFigure)
const isOn = (value: unknown, day: string) => typeof value === 'string' && value.startsWith(day)

const symbolColumn: CalendarColumn = {
  name: 'Symbol',
  cell: ({ symbol, company }) =>
    html`<a href="${symbolPath(String(symbol))}">${String(symbol)}</a><small class="narrow">${text(company)}</small>`,
}
const companyColumn: CalendarColumn = { name: 'Company', isMinor: true, cell: ({ company }) => text(company) }

const columns: Readonly<Record<CalendarKind, readonly CalendarColumn[]>> = {
  earnings: [
    symbolColumn,
    companyColumn,
    {
      name: 'Market cap',
      isNumber: true,
      sorted: 'descending',
      cell: ({ market_cap }) => amount(market_cap),
    },
    {
      name: 'When',
      cell: (row, day) => releaseText(isOn(row.release_at, day) ? row.release_time : row.next_release_time),
    },
    {
      name: 'Forecast per share',
      isNumber: true,
      cell: (row, day) => perShare(isOn(row.release_at, day) ? row.eps_forecast : row.eps_forecast_next),
    },
    {
      name: 'Earned per share',
      isNumber: true,
      cell: (row, day) => (isOn(row.release_at, day) ? perShare(row.eps) : noFigure),
    },
    {
      name: 'Revenue',
      isNumber: true,
      cell: (row, day) => amount(isOn(row.release_at, day) ? row.revenue : row.revenue_forecast_next),
    },
  ],
  dividends: [
    symbolColumn,
    companyColumn,
    {
      name: 'Amount',
      isNumber: true,
      cell: (row, day) => perShare(isOn(row.ex_date, day) ? row.amount : row.next_amount),
    },
    { name: 'Currency', cell: ({ currency }) => text(currency) },
    {
      name: 'Paid on',
      cell: (row, day) => dayOf(isOn(row.ex_date, day) ? row.payment_date : row.next_payment_date),
    },
    {
      name: 'Yield, %',
      isNumber: true,
      cell: ({ dividend_yield }) => perShare(dividend_yield),
    },
  ],
  economic: [
    {
      name: 'Time, UTC',
      cell: ({ date }) =>
        typeof date === 'string'
          ? html`<time data-form="clock" datetime="${date}">${date.slice(11, 16)}</time>`
          : noFigure,
    },
    { name: 'Country', isMinor: true, cell: ({ country }) => countryOrArea(country) },
    {
      name: 'Event',
      cell: ({ title, period, country }) =>
        html`${text(title)}${typeof period === 'string' ? `, ${periodText(period)}` : ''}<small class="narrow">${countryOrArea(country)}</small>`,
    },
    { name: 'Importance', cell: ({ importance_name }) => text(importance_name) },
    { name: 'Actual', isNumber: true, cell: (row) => withUnit(row.actual, row) },
    { name: 'Forecast', isNumber: true, cell: (row) => withUnit(row.forecast, row) },
    { name: 'Previous', isNumber: true, cell: (row) => withUnit(row.previous, row) },
  ],
}

function withUnit(value: unknown, { unit, scale }: Row): string {
  if (typeof value !== 'number') return noFigure
  const amount = unit === '%' ? priceText(value, 2) : decimalText(value)
  return `${amount.replace('-', '−')}${typeof scale === 'string' ? scale : ''}${typeof unit === 'string' ? `${unit === '%' ? '' : ' '}${unit}` : ''}`
}

function results(state: CalendarState, { rows, page }: ReadRows): Html {
  const { kind, day, offset } = state
  if (rows.length === 0)
    return emptyState(
      html`Nothing is listed for this day${kind === 'economic' ? '' : ' in this market'}. Choose another day${kind === 'economic' ? '' : ' or market'}.`,
    )
  const next = page?.next_offset ?? null
  return html`${table({
    label: kindNames[kind],
    columns: columns[kind],
    rows: rows.map((row) => columns[kind].map((column) => shown(column.cell(row, day)))),
  })}
${paging({
  previous: offset === 0 ? undefined : calendarLink({ ...state, offset: Math.max(0, offset - calendarRows) }),
  next: next === null ? undefined : calendarLink({ ...state, offset: next }),
  more: [html`<a href="${calendarLink(state, 'calendar.csv')}" download>These rows as CSV</a>`],
})}
${kind === 'dividends' ? html`<p class="meta">Whoever holds the share before its ex-date gets the dividend.</p>` : undefined}`
}
