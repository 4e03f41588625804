/** The two economic calendar hosts: the provider's own, and the one of a news agency. */

import { toDate } from '../../calendar.ts'
import { json, type Reply, route, type SandboxHost, type SandboxRequest } from '../../host.ts'
import { hashText } from '../hash.ts'
import { siteOnly } from '../refusals.ts'
import { type EconomicEvent, type EventWindow, eventsIn, unscaled } from './events.ts'

/** The real host silently cuts longer lists off. */
const rowsMax = 2000

export const economicHost: SandboxHost = {
  host: 'economic-calendar.tradingview.com',
  routes: siteOnly([
    route('GET /events', (request): Reply => {
      const events = eventsFor(request)
      if (events === undefined) return json({ status: 'bad_request' }, { status: 400 })
      return json({ status: 'ok', result: events.slice(0, rowsMax).map(providerRow) })
    }),
  ]),
}

/** Requires no headers. */
export const newsagencyHost: SandboxHost = {
  host: 'chartevents-reuters.tradingview.com',
  routes: [
    route('GET /events', (request): Reply => {
      const events = eventsFor(request) ?? []
      return json(
        events.length === 0 ? { status: 'no_data' } : { status: 'ok', result: events.map(agencyRow) },
      )
    }),
  ],
}

function eventsFor(request: SandboxRequest): EconomicEvent[] | undefined {
  const window = windowOf(request)
  return window && eventsIn(hashText(0xeca1, request.world.seed), window)
}

const windowMsMax = 800 * 86_400_000

/** Undefined for parameters the real host refuses: codes must be in capitals. */
function windowOf({ query, world }: SandboxRequest): EventWindow | undefined {
  const fromMs = Date.parse(query.get('from') ?? '')
  const toMs = Date.parse(query.get('to') ?? '')
  const minImportance = Number(query.get('minImportance') ?? '-1')
  // The agency's code of the euro area.
  const countries = codes(query.get('countries')?.replace(/\bERL\b/, 'EU') ?? null, /^[A-Z]{2}$/)
  const currencies = codes(query.get('currencies'), /^[A-Z]{3}$/)
  if (countries === undefined || currencies === undefined || Number.isNaN(minImportance)) return undefined
  if (!(toMs >= fromMs && toMs - fromMs <= windowMsMax)) return undefined
  return { fromMs, toMs, nowMs: world.now(), countries, currencies, minImportance }
}

function codes(list: string | null, pattern: RegExp): ReadonlySet<string> | undefined {
  const items = (list ?? '').split(',').filter((item) => item !== '')
  return items.every((item) => pattern.test(item)) ? new Set(items) : undefined
}

function providerRow(event: EconomicEvent): Record<string, unknown> {
  const { indicator, actual, previous, forecast, country } = event
  const { title, ticker, unit, scale } = indicator
  return {
    id: String(event.id),
    title,
    country,
    indicator: title,
    ...(ticker === '' ? {} : { ticker: `ECONOMICS:${country}${ticker}` }),
    category: indicator.category,
    period: event.period,
    referenceDate: indicator.level === undefined ? null : `${toDate(event.referenceDay)}T00:00:00Z`,
    source: 'Statistics Office',
    source_url: `https://statistics.example/${country.toLowerCase()}`,
    actual,
    previous,
    forecast,
    actualRaw: unscaled(actual, indicator),
    previousRaw: unscaled(previous, indicator),
    forecastRaw: unscaled(forecast, indicator),
    currency: event.currency,
    ...(unit === '' ? {} : { unit }),
    ...(scale === '' ? {} : { scale }),
    importance: indicator.importance,
    date: new Date(event.atMs).toISOString(),
  }
}

/** Every field is present, empty where unknown; the id is a sentence. */
function agencyRow(event: EconomicEvent): Record<string, unknown> {
  const { indicator, country, currency, actual, previous, forecast, period } = event
  const { title, unit, scale, importance } = indicator
  const date = new Date(event.atMs).toISOString()
  return {
    id: `${16_000_000 + event.id} ${date.slice(0, 10)} ${date.slice(11, 19)} +0000 UTC ${title}`,
    title,
    country,
    currency,
    date,
    actual,
    forecast,
    previous,
    importance,
    period,
    unit,
    scale,
    comment: '',
    link: '',
    source: '',
    indicator: title,
  }
}
