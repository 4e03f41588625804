/** The two hosts of the economic calendar: the provider's own, and the one fed by a news agency. */

import { toDate } from '../../calendar.ts'
import { json, type Reply, route, type SandboxHost, type SandboxRequest } from '../../host.ts'
import { contractRoute, refusal } from '../edge.ts'
import { keyOfText } from '../prices/noise.ts'
import { type EconomicEvent, type EventWindow, eventsIn, unscaled } from './events.ts'

const dayMs = 86_400_000
const windowDaysMax = 800

export const economicHost: SandboxHost = {
  host: 'economic-calendar.tradingview.com',
  routes: [
    contractRoute('calendar.economic', (request) => refusal(request) ?? own(request)),
    route('GET /related_events', (request) => refusal(request) ?? related(request)),
  ],
}

/** Asks for no header at all. */
export const newsagencyHost: SandboxHost = {
  host: 'chartevents-reuters.tradingview.com',
  routes: [contractRoute('calendar.economic.newsagency', newsagency)],
}

function own(request: SandboxRequest): Reply {
  const window = windowOf(request)
  if (window === undefined) return json({ status: 'bad_request' }, { status: 400 })
  const result = eventsIn(keyOf(request), window).map(ownRow)
  return json({ status: 'ok', result })
}

function newsagency(request: SandboxRequest): Reply {
  const window = windowOf(request)
  const events = window === undefined ? [] : eventsIn(keyOf(request), window)
  if (events.length === 0) return json({ status: 'no_data' })
  return json({ status: 'ok', result: events.map(agencyRow) })
}

/** The eight releases before an event, and it itself. */
function related(request: SandboxRequest): Reply {
  const id = Number(request.query.get('eventId'))
  const count = Math.min(50, Number(request.query.get('countback') ?? '8') || 8)
  const nowMs = request.world.now()
  const everything = { countries: new Set<string>(), currencies: new Set<string>(), minImportance: -1 }
  const near = { ...everything, fromMs: nowMs - 60 * dayMs, toMs: nowMs + 60 * dayMs, nowMs }
  const found = eventsIn(keyOf(request), near).find((event) => event.id === id)
  if (found === undefined) return json({ status: 'no_data' })
  const past = eventsIn(keyOf(request), {
    ...near,
    fromMs: found.atMs - windowDaysMax * dayMs,
    toMs: found.atMs,
    countries: new Set([found.country]),
  })
  const row = past.filter((event) => event.title === found.title).slice(-count - 1)
  return json({ status: 'ok', result: row.map(ownRow) })
}

function keyOf({ world }: SandboxRequest): number {
  return keyOfText(0xeca1, world.seed)
}

/** Codes must be in capitals; without `from` and `to` there is no window. */
function windowOf({ query, world }: SandboxRequest): EventWindow | undefined {
  const fromMs = Date.parse(query.get('from') ?? '')
  const toMs = Date.parse(query.get('to') ?? '')
  if (Number.isNaN(fromMs) || Number.isNaN(toMs) || toMs < fromMs) return undefined
  if (toMs - fromMs > windowDaysMax * dayMs) return undefined
  const minImportance = Number(query.get('minImportance') ?? '-1')
  const countries = codes(query.get('countries'), /^[A-Z]{2}$/)
  const currencies = codes(query.get('currencies'), /^[A-Z]{3}$/)
  if (countries === undefined || currencies === undefined || Number.isNaN(minImportance)) return undefined
  return { fromMs, toMs, nowMs: world.now(), countries, currencies, minImportance }
}

function codes(list: string | null, form: RegExp): ReadonlySet<string> | undefined {
  const items = (list ?? '').split(',').filter((item) => item !== '')
  return items.every((item) => form.test(item)) ? new Set(items) : undefined
}

function ownRow(event: EconomicEvent): Record<string, unknown> {
  const { indicator, actual, previous, forecast, country, referenceDay } = event
  const scale = indicator?.scale ?? ''
  return {
    id: String(event.id),
    title: event.title,
    country,
    indicator: event.title,
    ...(indicator === undefined || indicator.ticker === ''
      ? {}
      : { ticker: `ECONOMICS:${country}${indicator.ticker}` }),
    ...(indicator === undefined || indicator.comment === '' ? {} : { comment: indicator.comment }),
    ...(indicator === undefined ? {} : { category: indicator.category }),
    period: event.period,
    referenceDate: referenceDay === undefined ? null : `${toDate(referenceDay)}T00:00:00Z`,
    source: indicator?.source ?? 'Central Bank',
    source_url: `https://statistics.example/${country.toLowerCase()}`,
    actual,
    previous,
    forecast,
    actualRaw: unscaled(actual, scale),
    previousRaw: unscaled(previous, scale),
    forecastRaw: unscaled(forecast, scale),
    currency: event.currency,
    ...(indicator === undefined || indicator.unit === '' ? {} : { unit: indicator.unit }),
    ...(scale === '' ? {} : { scale }),
    importance: event.importance,
    date: new Date(event.atMs).toISOString(),
  }
}

/** Everything is there, empty texts where nothing is known; the id is a sentence. */
function agencyRow(event: EconomicEvent): Record<string, unknown> {
  const time = new Date(event.atMs).toISOString()
  const stamp = `${time.slice(0, 10)} ${time.slice(11, 19)} +0000 UTC`
  const { indicator } = event
  return {
    id: `${16_000_000 + event.id} ${stamp} ${event.title}`,
    title: event.title,
    country: event.country,
    currency: event.currency,
    date: time,
    actual: event.actual,
    forecast: event.forecast,
    previous: event.previous,
    importance: event.importance,
    period: event.period,
    unit: indicator?.unit ?? '',
    scale: indicator?.scale ?? '',
    comment: '',
    link: '',
    source: '',
    indicator: event.title,
  }
}
