/** The page of the calendars, and its rows as CSV. */

import { Type } from 'typebox'
import { toInstant } from '../../../core/clock.ts'
import { day, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { stated } from '../../../http/pages/page-query.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { getEconomicCalendar } from '../products/calendar.ts'
import { getDividends, getEarnings } from '../products/events.ts'
import type { Product } from '../products/product.ts'
import {
  type CalendarKind,
  type CalendarState,
  calendarKinds,
  calendarPage,
  calendarQuery,
} from './market-pages/calendar-page.ts'
import { csvReply, csvRoute, formText, pageRoute, readForPage, toReader } from './market-pages/page-route.ts'
import { readProduct } from './market-pages/read-product.ts'
import { defaultMarket } from './market-pages/screener-page.ts'

const products: Readonly<Record<CalendarKind, Product>> = {
  earnings: getEarnings,
  dividends: getDividends,
  economic: getEconomicCalendar,
}

const calendarState = {
  kind: withDefault(oneOf(calendarKinds, { description: 'Which calendar.' }), 'earnings'),
  day: Type.Optional(Type.Union([day({ description: 'Default: today.' }), Type.Literal('')])),
  market: withDefault(Type.String({ maxLength: 40, description: 'The market of companies.' }), defaultMarket),
  countries: formText('Countries of economic events.'),
  offset: withDefault(Type.Integer({ minimum: 0, maximum: 20_000, description: 'Rows to skip.' }), 0),
}

interface CalendarFields extends Omit<CalendarState, 'day'> {
  readonly day?: string
}

function toState(fields: CalendarFields, nowMs: number): CalendarState {
  return {
    ...fields,
    day: stated(fields.day) ?? toInstant(nowMs).slice(0, 10),
    countries: stated(fields.countries),
  }
}

export function createCalendarPageRoutes(gateway: Gateway): AnyRoute[] {
  return [
    defineRoute({
      ...pageRoute,
      tag: 'Calendar',
      path: '/calendar',
      id: 'getCalendarPage',
      summary: 'Get a day of a calendar as a page',
      query: Type.Object(calendarState),
      handle: async (context) => {
        const state = toState(context.query as CalendarFields, context.nowMs)
        const { found, problem } = await readForPage(
          (reader) => readProduct(products[state.kind], { query: calendarQuery(state) }, reader),
          context,
          gateway,
        )
        return calendarPage(state, found, problem)
      },
    }),
    defineRoute({
      ...csvRoute,
      tag: 'Calendar',
      path: '/calendar.csv',
      id: 'getCalendarFile',
      summary: 'Get a day of a calendar as a CSV file',
      query: Type.Object(calendarState),
      handle: async (context) => {
        const state = toState(context.query as CalendarFields, context.nowMs)
        const reader = toReader(context, gateway)
        const { rows } = await readProduct(products[state.kind], { query: calendarQuery(state) }, reader)
        return csvReply(rows, Object.keys(rows[0] ?? {}), `${state.kind}-${state.day}`)
      },
    }),
  ]
}
