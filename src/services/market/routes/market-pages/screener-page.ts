/** The screener as a page: market, filters, columns, order and page are in its address, and change by links and forms. */

import { type Html, html } from '../../../../http/pages/html.ts'
import { toQueryString } from '../../../../http/pages/page-query.ts'
import { type Column, choices, emptyState, paging, table } from '../../../../http/pages/parts.ts'
import type { Reply } from '../../../../http/reply.ts'
import { defaultColumns, defaultSort, suggestedColumns } from '../../parameters/columns.ts'
import { filterTexts } from '../../scanner/filter-language.ts'
import { markets } from '../../scanner/markets.ts'
import { marketPage, type Problem, pageProblem, symbolPath } from './layout.ts'
import type { ReadRows } from './read-product.ts'
import { cellHtml, columnSets, columnText, decimalsOfColumn, isNumeric } from './screener-columns.ts'

export const screenerRows = 50

/** The state of the page; what is undefined has its default. */
export interface ScreenerState {
  readonly market: string
  readonly filter?: string | undefined
  readonly columns?: string | undefined
  readonly sort?: string | undefined
  readonly order?: 'asc' | 'desc' | undefined
  readonly offset: number
}

export const defaultMarket = 'america'

/** The address of the page in this state. */
export function screenerLink(state: ScreenerState, path = 'screener'): string {
  const { market, filter, columns, sort, order, offset } = state
  return `${path}${toQueryString({
    market: market === defaultMarket ? undefined : market,
    filter,
    columns,
    sort,
    order,
    offset: offset === 0 ? undefined : offset,
  })}`
}

/** The same as a request to the API. */
function apiLink({ market, filter, columns, sort, order, offset }: ScreenerState): string {
  return `v1/screeners/${market}/search${toQueryString({ filter, columns, sort, order, limit: screenerRows, offset: offset || undefined })}`
}

/** `problem`: what is wrong with the state; the forms stay, so that it can be changed. */
export function screenerPage(
  state: ScreenerState,
  found: ReadRows | undefined,
  problem: Problem | undefined,
): Reply {
  const columns = columnsOf(state)
  const total = found?.page?.total ?? null
  const reply = marketPage({
    title: 'Screener',
    subtitle: `${marketText(state.market)}${total === null ? '' : `: ${total.toLocaleString('en')} match${total === 1 ? '' : 'es'}`}`,
    section: 'screener',
    up: '',
    api: { href: apiLink(state), call: 'market.searchScreener', path: '/v1/screeners/{market}/search' },
    body: html`<div class="grid"><div class="c4">${marketForm(state)}</div>${filterEditor(state)}</div>
${orders(state)}
${columnEditor(state, columns)}
${problem === undefined ? undefined : pageProblem(problem)}
${found === undefined ? undefined : results(state, columns, found)}
<datalist id="columns">${suggestedColumns.map((column) => html`<option value="${column}">`)}</datalist>`,
  })
  return problem === undefined ? reply : { ...reply, status: problem.status }
}

export function columnsOf({ columns, market }: ScreenerState): string[] {
  const stated = (columns ?? '').split(',').map((column) => column.trim())
  const named = [...new Set(stated)].filter((column) => column !== '')
  return named.length > 0 ? named : defaultColumns(market).filter((column) => !hiddenByDefault.has(column))
}

/** Columns of the API that say little to readers. */
const hiddenByDefault = new Set(['name', 'type', 'typespecs', 'update_mode', 'change_abs'])

const shortCodes: Readonly<Record<string, string>> = {
  uk: 'United Kingdom',
  uae: 'UAE',
  ksa: 'Saudi Arabia',
  rsa: 'South Africa',
  america: 'United States',
  cfd: 'CFDs',
  hongkong: 'Hong Kong',
  newzealand: 'New Zealand',
  srilanka: 'Sri Lanka',
  korea: 'South Korea',
}

function marketText(market: string): string {
  return shortCodes[market] ?? market.charAt(0).toUpperCase() + market.slice(1)
}

/** Options are listed by their underlying. */
const scannedMarkets = markets.filter((market) => market !== 'options')

export function marketOptions(selected: string): Html {
  return html`${scannedMarkets.map((each) => html`<option value="${each}"${each === selected ? html` selected` : undefined}>${marketText(each)}</option>`)}`
}

function marketForm(state: ScreenerState): Html {
  return html`<form class="ask" action="screener">
<label>Market <select name="market">${marketOptions(state.market)}</select></label>
${hiddenFields({ filter: state.filter })}<button class="button">Show</button>
</form>`
}

function hiddenFields(fields: Readonly<Record<string, string | undefined>>): Html {
  return html`${Object.entries(fields).map(([name, value]) => (value === undefined || value === '' ? undefined : html`<input type="hidden" name="${name}" value="${value}">`))}`
}

const stateFields = ({ market, filter, columns, sort, order }: ScreenerState) => ({
  market,
  filter,
  columns,
  sort,
  order,
})

/** The operators of the filter language that a form offers. */
export const formOperators = [
  ['gte', 'at least'],
  ['lte', 'at most'],
  ['eq', 'is'],
  ['ne', 'is not'],
  ['between', 'between (low..high)'],
  ['match', 'contains'],
] as const

function filterEditor(state: ScreenerState): Html {
  const terms = filterTexts(state.filter ?? '')
  return html`<section class="c8" aria-label="Filters">
${
  terms.length === 0
    ? html`<p class="soft">No filter: all symbols of the market.</p>`
    : html`<ul class="chips removable">${terms.map((term, at) => html`<li><span>${termText(term)} <a href="${screenerLink({ ...state, filter: terms.filter((_, other) => other !== at).join(','), offset: 0 })}" aria-label="Remove the filter ${term}">×</a></span></li>\n`)}</ul>`
}
<form class="ask" action="screener">${hiddenFields(stateFields(state))}
<label>Column <input name="add_column" list="columns" maxlength="80" required placeholder="close"></label>
<label>Condition <select name="add_operator">${formOperators.map(([word, text]) => html`<option value="${word}">${text}</option>`)}</select></label>
<label>Value <input name="add_value" maxlength="200" required placeholder="100" size="10"></label>
<button class="button">Add filter</button></form>
</section>`
}

const signWords: Readonly<Record<string, string>> = { '>=': '≥', '<=': '≤', '!=': '≠', '~': 'contains' }

/** `Price ≥ 100` for `close>=100`. */
function termText(term: string): string {
  const [, column = '', sign = '', value = ''] = /^([^<>=!~:]+)([<>=!]=?|~)(.*)$/.exec(term) ?? []
  return sign === '' ? term : `${columnText(column.trim())} ${signWords[sign] ?? sign} ${value.trim()}`
}

/** What readers of a market ask for, in the order that answers it. */
function orders(state: ScreenerState): Html | undefined {
  const [largest, ...rest] = [
    ['Largest', defaultSort(state.market), 'desc'],
    ['Rose most', 'change', 'desc'],
    ['Fell most', 'change', 'asc'],
    ['Traded most', 'volume', 'desc'],
  ] as const
  const shown = defaultColumns(state.market)
  const offered = [largest, ...rest.filter(([, column]) => shown.includes(column))]
  const sort = state.sort ?? defaultSort(state.market)
  const order = state.order ?? 'desc'
  return choices(
    'Order',
    'seg',
    offered.map(([text, column, direction]) => ({
      href: screenerLink({ ...state, sort: column, order: direction, offset: 0 }),
      text,
      isCurrent: sort === column && order === direction,
    })),
  )
}

function columnEditor(state: ScreenerState, columns: readonly string[]): Html {
  const without = (column: string) => columns.filter((each) => each !== column).join(',')
  return html`<details class="more"><summary>Columns: ${columns.map(columnText).join(', ')}</summary>
<ul class="chips removable">${columns.map((column) => html`<li><span>${columnText(column)}${columns.length === 1 ? undefined : html`<a href="${screenerLink({ ...state, columns: without(column) })}" aria-label="Remove the column ${columnText(column)}">×</a>`}</span></li>\n`)}</ul>
<form class="ask" action="screener">${hiddenFields({ ...stateFields(state), columns: columns.join(',') })}
<label>Column <input name="show" list="columns" maxlength="80" required placeholder="RSI"></label>
<button class="button">Add column</button></form>
<p>Sets: <a href="${screenerLink({ ...state, columns: undefined })}">Overview</a>${columnSets.map(([name, set]) => html` · <a href="${screenerLink({ ...state, columns: set })}">${name}</a>`)}</p>
</details>`
}

/** Stands below the symbol where it has no column, as on a phone. */
export const nameColumn = 'description'

function results(state: ScreenerState, columns: readonly string[], { rows, page }: ReadRows): Html {
  if (rows.length === 0)
    return emptyState(
      html`No symbol matches. Remove a filter, or choose another market. <a href="${screenerLink({ market: state.market, offset: 0 })}">Start again</a>`,
    )
  const next = page?.next_offset ?? null
  const { offset } = state
  const total = page?.total ?? null
  const decimals = columns.map((column) => decimalsOfColumn(rows.map((row) => row[column])))
  const range = `${(offset + 1).toLocaleString('en')} to ${(offset + rows.length).toLocaleString('en')}${total === null ? '' : ` of ${total.toLocaleString('en')}`}`
  return html`${table({
    label: 'Symbols',
    columns: [
      { name: 'Symbol' },
      ...columns.map((column) => ({
        ...columnHeader(state, column, isNumeric(rows.map((row) => row[column]))),
        isMinor: column === nameColumn,
      })),
    ],
    rows: rows.map((row) => {
      const symbol = String(row.symbol)
      return [
        html`<a href="${symbolPath(symbol)}">${symbol}</a><small${columns.includes(nameColumn) ? html` class="narrow"` : undefined}>${String(row[nameColumn] ?? '')}</small>`,
        ...columns.map((column, at) => cellHtml(row[column], column, decimals[at] ?? 0)),
      ]
    }),
  })}
${paging({
  previous: offset === 0 ? undefined : screenerLink({ ...state, offset: Math.max(0, offset - screenerRows) }),
  next: next === null ? undefined : screenerLink({ ...state, offset: next }),
  text: range,
  more: [
    html`<a href="${screenerLink({ ...state, columns: columns.join(',') }, 'screener.csv')}" download>These rows as CSV</a>`,
  ],
})}`
}

/** The order after a click: the column in use turns round, another one begins with its largest values. */
function columnHeader(state: ScreenerState, column: string, isNumber: boolean): Column {
  const isSorted = (state.sort ?? defaultSort(state.market)) === column
  const order = state.order ?? (column === 'name' ? 'asc' : 'desc')
  const link = screenerLink({
    ...state,
    sort: column,
    order: isSorted && order === 'desc' ? 'asc' : 'desc',
    offset: 0,
  })
  return {
    name: html`<a href="${link}">${columnText(column)}</a>${isSorted ? html` <span aria-hidden="true">${order === 'asc' ? '↑' : '↓'}</span>` : undefined}`,
    isNumber,
    sorted: isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined,
  }
}
