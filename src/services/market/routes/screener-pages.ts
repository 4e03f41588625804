/** The page of the screener, and its rows as CSV. */

import { type Static, type TObject, Type } from 'typebox'
import { oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { htmlReply } from '../../../http/pages/page.ts'
import { stated } from '../../../http/pages/page-query.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { searchScreener } from '../products/screener.ts'
import { filterTerm } from '../scanner/filter-language.ts'
import { parseScannedMarket } from '../scanner/markets.ts'
import { csvReply, csvRoute, formText, pageRoute, readForPage, toReader } from './market-pages/page-route.ts'
import { type PageReader, readProduct } from './market-pages/read-product.ts'
import {
  columnsOf,
  defaultMarket,
  formOperators,
  nameColumn,
  type ScreenerState,
  screenerLink,
  screenerPage,
  screenerRows,
} from './market-pages/screener-page.ts'

const screenerState = {
  market: withDefault(Type.String({ maxLength: 40, description: 'A market.' }), defaultMarket),
  filter: formText('Conditions in the filter language.', 4000),
  columns: formText('Columns, comma-separated.', 4000),
  sort: formText('The column to sort by.', 80),
  order: Type.Optional(oneOf(['', 'asc', 'desc'], { description: 'Sort direction.' })),
  offset: withDefault(Type.Integer({ minimum: 0, maximum: 50_000, description: 'Rows to skip.' }), 0),
}

type ScreenerFields = Static<TObject<typeof screenerState>>

function toState(fields: ScreenerFields): ScreenerState {
  return {
    market: fields.market,
    filter: stated(fields.filter),
    columns: stated(fields.columns),
    sort: stated(fields.sort),
    order: fields.order || undefined,
    offset: fields.offset,
  }
}

async function readScreener(state: ScreenerState, reader: PageReader) {
  const { market, filter, sort, order, offset } = state
  const columns = [...new Set([...columnsOf(state), nameColumn])].join(',')
  const query = { filter, sort, order, offset, columns, limit: screenerRows }
  return await readProduct(searchScreener, { params: { market: parseScannedMarket(market) }, query }, reader)
}

export function createScreenerPageRoutes(gateway: Gateway): AnyRoute[] {
  return [
    defineRoute({
      ...pageRoute,
      tag: 'Screeners',
      path: '/screener',
      id: 'getScreenerPage',
      summary: 'Use the screener on a page',
      query: Type.Object({
        ...screenerState,
        show: formText('A column to add.', 80),
        add_column: formText('The column of a filter to add.', 80),
        add_operator: Type.Optional(
          oneOf(
            formOperators.map(([word]) => word),
            { description: 'The operator of the filter.' },
          ),
        ),
        add_value: formText('The value of the filter.'),
      }),
      handle: async (context) => {
        const { show, add_column, add_operator, add_value, ...fields } = context.query
        const state = toState(fields)
        const added = addToState(state, { show, add_column, add_operator, add_value })
        // The address of what is shown has no trace of the form.
        if (added) return { ...htmlReply('', { location: screenerLink(added) }), status: 302 }
        const { found, problem } = await readForPage(
          (reader) => readScreener(state, reader),
          context,
          gateway,
        )
        return screenerPage(state, found, problem)
      },
    }),
    defineRoute({
      ...csvRoute,
      tag: 'Screeners',
      path: '/screener.csv',
      id: 'getScreenerFile',
      summary: 'Get rows of the screener as a CSV file',
      query: Type.Object(screenerState),
      handle: async (context) => {
        const state = toState(context.query)
        const { rows } = await readScreener(state, toReader(context, gateway))
        return csvReply(rows, ['symbol', ...columnsOf(state)], `screener-${parseScannedMarket(state.market)}`)
      },
    }),
  ]
}

interface Added {
  readonly show?: string | undefined
  readonly add_column?: string | undefined
  readonly add_operator?: string | undefined
  readonly add_value?: string | undefined
}

/** Undefined if the form adds nothing. */
function addToState(state: ScreenerState, added: Added): ScreenerState | undefined {
  const [show, column, value] = [stated(added.show), stated(added.add_column), stated(added.add_value)]
  if (show !== undefined) return { ...state, columns: [...columnsOf(state), show].join(',') }
  if (column === undefined || value === undefined) return undefined
  const term = filterTerm(column, added.add_operator ?? 'eq', value)
  return { ...state, filter: state.filter === undefined ? term : `${state.filter},${term}`, offset: 0 }
}
