/** Vista Connect OCAPI: showtimes by business date with their related data, seat plans and prices per showtime. */

import { Type } from 'typebox'
import { Failure } from '../../../../../core/errors.ts'
import type { UpstreamResponse } from '../../../../../sync/source.ts'
import { mergeRepeatedLayouts } from '../../../normalise/seat-map.ts'
import { capabilityNames, toCapabilities } from '../../../schema/index.ts'
import { defineCinemaSource, fetchParts, unsupported } from '../../define-cinema-source.ts'
import { unknownRows } from '../../field-schemas.ts'
import { bodiesOf, soonest, tryParseJson } from '../../field-values.ts'
import { toListingRecords } from '../../records/listing-records.ts'
import { fetchListing, requireListed } from '../../share-installation.ts'
import {
  createGet,
  datesIn,
  fetchListings,
  type Get,
  ocapiRules,
  readListed,
  seatKinds,
} from './fetch-listings.ts'
import { toListing } from './vista-ocapi-listing.ts'
import { isShowtimeRow } from './vista-ocapi-schemas.ts'
import { toPriceRecords, toSeatPlanRecords } from './vista-ocapi-seats.ts'

/** A day of twenty large theaters is about a megabyte. */
const theatersPerCall = 20

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
    dates: Type.Object({ filmScreeningDates: unknownRows }),
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

  secondaryKinds: seatKinds,
  partKinds: ['showtimes'],
  statusRules: ocapiRules,

  async *fetch(context) {
    const { nowMs, seatCalls } = context
    const sessions: Session[] = []
    const listing = await fetchListing(
      context,
      theatersPerCall,
      (work, theaters) => fetchListings(work, theaters, nowMs),
      readListed,
    )
    const dates = listing.find(({ kind }) => kind === 'dates')
    // A site that the platform does not know has no dates, like one that shows nothing.
    if (datesIn(tryParseJson(dates?.body ?? '')).days.length === 0) await requireListed(context, readListed)
    for (const response of listing) {
      yield response
      // Days are in order, so the first ones hold the soonest shows.
      if (response.kind === 'showtimes' && soonest(sessions, nowMs, seatCalls).length < seatCalls)
        sessions.push(...sessionsOf(response.body))
    }
    const get = createGet(context)
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
    const { theater, ...listing } = toListing(responses, context)
    yield* toListingRecords(context.member, {
      ...listing,
      theater: responses.some(({ kind }) => kind === 'showtimes') ? theater : undefined,
      ...datesIn({
        filmScreeningDates: bodiesOf(responses, 'dates').flatMap((body) => body.filmScreeningDates),
      }),
    })
    yield* mergeRepeatedLayouts([...toSeatPlanRecords(responses, listing.showtimes, context)])
    yield* toPriceRecords(responses, context)
  },
})

interface Session {
  readonly id: string
  readonly layout: string | undefined
  readonly startsAt: number
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

function sessionsOf(body: string): Session[] {
  const listed: unknown = tryParseJson(body)?.showtimes
  if (!Array.isArray(listed)) return []
  return listed.flatMap((row) => {
    if (!isShowtimeRow(row)) return []
    const startsAt = Date.parse(row.schedule.startsAt)
    return Number.isNaN(startsAt) ? [] : [{ id: row.id, layout: row.seatLayoutId ?? undefined, startsAt }]
  })
}
