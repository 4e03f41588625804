/** Vista Connect OCAPI: showtimes by business date with their related data, seat plans and prices per showtime. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import type { UpstreamResponse } from '../../../sync/source.ts'
import { mergeRepeatedLayouts } from '../normalise/seat-map.ts'
import { isDay } from '../normalise/time.ts'
import { capabilityNames, toCapabilities } from '../schema/index.ts'
import {
  defineCinemaSource,
  fetchParts,
  type LiveContext,
  requireToken,
  toUpstreamResponse,
  unsupported,
} from './define-cinema-source.ts'
import { unknownRows } from './field-schemas.ts'
import { bodiesOf, soonest, tryParseJson } from './field-values.ts'
import { toListingRecords } from './record-builders.ts'
import { toListing } from './vista-ocapi-listing.ts'
import { isShowtimeRow } from './vista-ocapi-schemas.ts'
import { toPriceRecords, toSeatPlanRecords } from './vista-ocapi-seats.ts'

const datesMax = 120
/** Seat plans and prices fail separately from listings. */
const seatKinds: ReadonlySet<string> = new Set(['layout', 'availability', 'prices'])

export const vistaOcapi = defineCinemaSource({
  id: 'vista-ocapi',
  about: {
    name: 'Vista Connect OCAPI',
    home: 'https://developer.vista.co',
    terms: 'Licensed by the chain: a token issued to the operator of this server.',
  },
  baseUrl: 'https://developer.vista.co',
  everyMinutes: 60,
  polite: { atOnce: 1, gapMs: 500 },
  gate: 'key',
  capabilities: toCapabilities(capabilityNames, true),
  grade: 'grid',
  horizon: { maxDays: 130, source: 'source_reported' },
  limitations: ['held_not_separated', 'availability_cached_upstream'],
  seatCalls: 8,
  raw: {
    dates: Type.Object({ filmScreeningDates: Type.Array(Type.Object({ businessDate: Type.String() })) }),
    showtimes: Type.Object({
      showtimes: unknownRows,
      relatedData: Type.Object(
        Object.fromEntries(
          [
            'sites',
            'films',
            'castAndCrew',
            'genres',
            'censorRatings',
            'attributes',
            'screens',
            'filmAdvanceBookingRules',
          ].map((table) => [table, Type.Optional(unknownRows)]),
        ),
      ),
    }),
    layout: Type.Object({ seatLayout: Type.Object({ areas: unknownRows }) }),
    availability: Type.Object({ seatAvailabilities: unknownRows }),
    prices: Type.Object({
      ticketPrices: unknownRows,
      relatedData: Type.Optional(Type.Object({ ticketTypes: Type.Optional(unknownRows) })),
    }),
  },

  secondaryKinds: [...seatKinds],

  async *fetch(context) {
    const { member, nowMs, seatCalls } = context
    const get = createGet(context)
    const site = encodeURIComponent(member.site)
    const dates = await get('dates', `film-screening-dates?siteIds=${site}`)
    if (dates === undefined)
      throw new Failure('upstream_changed', `The platform no longer lists ${member.name}.`)
    yield dates
    const sessions: Session[] = []
    for (const date of datesOf(dates.body)) {
      const listing = await get('showtimes', `showtimes/by-business-date/${date}?siteIds=${site}`)
      // The body for a day without showtimes contains only a status.
      if (listing === undefined || isEmptyDay(listing.body)) continue
      yield listing
      // Days are in order, so the first ones hold the soonest shows.
      if (soonest(sessions, nowMs, seatCalls).length < seatCalls) sessions.push(...sessionsOf(listing.body))
    }
    yield* fetchParts(context, { seats: seatRequests(get, soonest(sessions, nowMs, seatCalls)) })
  },

  async *fetchSeatMap(context) {
    const { session } = context
    const get = createGet(context, () => {
      throw unsupported('seat_summary', 'The cinema does not publish the seats of this showtime.')
    })
    const id = encodeURIComponent(session.session)
    const { layout } = session.rawIds
    const plan =
      layout === undefined ? `showtimes/${id}/seat-layout` : `seat-layouts/${encodeURIComponent(layout)}`
    yield* requireFirst([
      await get('availability', `showtimes/${id}/seat-availability`),
      await get('layout', plan),
    ])
  },

  async *fetchPrices(context) {
    const { session } = context
    const get = createGet(context, () => {
      throw unsupported('prices', 'The cinema does not publish the prices of this showtime.')
    })
    yield* requireFirst([
      await get('prices', `showtimes/${encodeURIComponent(session.session)}/ticket-prices`),
    ])
  },

  *toRecords(responses, context) {
    const { theater, films, showtimes, listed } = toListing(responses, context)
    yield* toListingRecords(context.member, {
      theater: responses.some(({ kind }) => kind === 'showtimes') ? theater : undefined,
      films,
      showtimes,
      listed,
      days: bodiesOf(responses, 'dates').flatMap(datesIn),
      horizonSource: 'source_reported',
    })
    yield* mergeRepeatedLayouts([...toSeatPlanRecords(responses, showtimes, context)])
    yield* toPriceRecords(responses, context)
  },
})

interface Session {
  readonly id: string
  readonly layout: string | undefined
  readonly startsAt: number
}

type Get = (kind: string, path: string) => Promise<UpstreamResponse | undefined>

/** Undefined for 404, and for 400: an auditorium whose seat plan is disabled. */
function createGet(
  { http, member, signal }: Pick<LiveContext, 'http' | 'member' | 'signal'>,
  onDisabled: () => undefined = () => undefined,
): Get {
  const headers = { authorization: `Bearer ${requireToken(member)}`, accept: 'application/json' }
  return async (kind, path) => {
    const url = `${member.base}/ocapi/v1/${path}`
    const group = seatKinds.has(kind) ? 'seats' : 'listings'
    const response = await http.request(url, { headers, signal, group, acceptStatuses: [400, 404] })
    if (response.status === 400) return onDisabled()
    return response.status === 404 ? undefined : toUpstreamResponse(kind, response, url)
  }
}

/** The first response is required, the others are optional. */
function* requireFirst([first, ...others]: readonly (
  | UpstreamResponse
  | undefined
)[]): Generator<UpstreamResponse> {
  if (first === undefined) throw new Failure('upstream_unavailable', 'The source has no such showtime.')
  yield first
  for (const other of others) if (other !== undefined) yield other
}

/** One per session; each layout is fetched once. */
function seatRequests(get: Get, sessions: readonly Session[]) {
  const layouts = new Set<string>()
  return sessions.map(
    ({ id, layout }) =>
      async function* () {
        const path = `showtimes/${encodeURIComponent(id)}`
        const isNew = layout !== undefined && !layouts.has(layout)
        if (isNew) layouts.add(layout)
        const responses = [
          isNew ? await get('layout', `seat-layouts/${encodeURIComponent(layout)}`) : undefined,
          await get('availability', `${path}/seat-availability`),
          await get('prices', `${path}/ticket-prices`),
        ]
        for (const response of responses) if (response !== undefined) yield response
      },
  )
}

function isEmptyDay(body: string): boolean {
  return body.length < 200 && tryParseJson(body)?.status === 404
}

function datesOf(body: string): string[] {
  return [...new Set(datesIn(tryParseJson(body)))].filter(isDay).sort().slice(0, datesMax)
}

function datesIn(body: { filmScreeningDates?: unknown } | undefined): string[] {
  const listed = body?.filmScreeningDates
  if (!Array.isArray(listed)) return []
  return listed.map((row) => row?.businessDate).filter((date) => typeof date === 'string')
}

function sessionsOf(body: string): Session[] {
  const listed: unknown = tryParseJson(body)?.showtimes
  if (!Array.isArray(listed)) return []
  return listed.flatMap((row) => {
    if (!isShowtimeRow(row)) return []
    const startsAt = Date.parse(row.schedule.startsAt)
    return Number.isNaN(startsAt) ? [] : [{ id: row.id, layout: row.seatLayoutId ?? undefined, startsAt }]
  })
}
