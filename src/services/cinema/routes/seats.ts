/** The seat map and the prices of one showtime. */

import { Type } from 'typebox'
import { oneDoc } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { availabilityCache, notFound, type Room } from '../cinema-context.ts'
import { type Refreshed, refreshed, unsupported } from '../live/apply-source-mode.ts'
import { seatMapText } from '../queries/seat-map-json.ts'
import { readShowtimeWithPrices } from '../queries/seats.ts'
import { type ListedShowtime, sessionCapabilities } from '../queries/showtime-json.ts'
import type { KnownTheater } from '../queries/theater-index.ts'
import { type DataCapabilities, PriceQuote, SeatMap, type Warning } from '../schema/index.ts'
import { mode, readMaxAge, seatDetail } from './params.ts'
import { keeping, toFreshness } from './showtime-page.ts'

const shared = {
  method: 'GET',
  tag: 'Showtimes',
  access: 'optional',
  cache: availabilityCache,
  errors: ['unsupported_capability', 'upstream_unavailable'],
} as const

export function seatRoutes(room: Room): AnyRoute[] {
  return [seatMapRoute(room), pricesRoute(room)]
}

function seatMapRoute(room: Room): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/showtimes/:showtime_id/seatmap',
    id: 'getSeatMap',
    summary: 'Who sits where: counts, and with seat_detail=grid every seat',
    description:
      'Cells without a seat are left out: `x` and `y` say where each seat is. General admission has counts and no seats.',
    params: Type.Object({ showtime_id: Type.String() }),
    query: Type.Object({ ...seatDetail, ...mode }),
    answer: { data: SeatMap },
    handle: async ({ params, query, nowMs, admission }) => {
      const read = () => room.seats.readWithShowtime(params.showtime_id)
      const { row, stored, theater, capabilities } = await complete(room, await read())
      const isOpen = row.seating === 'general_admission'
      if (!tellsSeats(capabilities) && !isOpen)
        throw unsupported('seat_summary', 'This source tells nothing about seats.')
      if (query.seat_detail === 'grid' && !capabilities.seat_grid && !isOpen)
        throw unsupported('seat_grid', 'This source tells counts, not single seats.')
      const maxAgeMs = readMaxAge(query.freshness)
      const found = await refreshed(room, {
        showtime: { id: row.id, doc: row.doc, theater },
        topic: 'seats',
        mode: query.source_mode,
        maxAgeMs,
        nowMs,
        admission,
        stored,
        readAgain: async () => (await read())?.stored,
      })
      const openSeating = isOpen && query.seat_detail === 'grid' ? [noGrid(row, theater)] : []
      const warnings = [...found.warnings, ...openSeating]
      const text = await seatMapText(room.seats, {
        row,
        theater,
        stored: found.stored,
        detail: query.seat_detail,
        mode: found.mode,
        warnings,
      })
      return {
        ...oneDoc(text, metaOf(found.mode, found.stored?.captured_at ?? theater.capturedAt, nowMs, warnings)),
        ...keeping({ mode: query.source_mode, maxAgeMs, nowMs }, capturedAt(found)),
      }
    },
  })
}

function pricesRoute(room: Room): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/showtimes/:showtime_id/prices',
    id: 'listPrices',
    summary: 'What tickets cost',
    params: Type.Object({ showtime_id: Type.String() }),
    query: Type.Object({ ...mode }),
    answer: { rows: PriceQuote },
    handle: async ({ params, query, nowMs, admission }) => {
      const read = () => readShowtimeWithPrices(room.db, params.showtime_id)
      const { row, stored, theater, capabilities } = await complete(room, await read())
      if (!capabilities.prices) throw unsupported('prices', 'This source tells no prices for this showtime.')
      const maxAgeMs = readMaxAge(query.freshness)
      const found = await refreshed(room, {
        showtime: { id: row.id, doc: row.doc, theater },
        topic: 'prices',
        mode: query.source_mode,
        maxAgeMs,
        nowMs,
        admission,
        stored,
        readAgain: async () => (await read())?.stored,
      })
      const quotes = JSON.parse(found.stored?.doc ?? '[]') as unknown[]
      return {
        rows: quotes.map((quote) => JSON.stringify(quote)),
        meta: metaOf(found.mode, found.stored?.captured_at, nowMs, found.warnings),
        ...keeping({ mode: query.source_mode, maxAgeMs, nowMs }, capturedAt(found)),
      }
    },
  })
}

function capturedAt({ stored }: Refreshed<unknown>): number[] {
  return stored === undefined ? [] : [stored.captured_at]
}

interface Found<Stored> {
  readonly row: ListedShowtime
  readonly stored: Stored | undefined
}

async function complete<Stored>(
  room: Room,
  found: Found<Stored> | undefined,
): Promise<Found<Stored> & { readonly theater: KnownTheater; readonly capabilities: DataCapabilities }> {
  const theaters = await room.theaters.current()
  const theater = found === undefined ? undefined : theaters.byId.get(found.row.theater_id)
  if (found === undefined || theater === undefined) throw notFound('showtime', 'showtime_id')
  return { ...found, theater, capabilities: sessionCapabilities(theater.capabilities, found.row) }
}

function tellsSeats(capabilities: DataCapabilities): boolean {
  const { seat_grid, seat_summary, occupancy_counts, occupancy_rate } = capabilities
  return seat_grid || seat_summary || occupancy_counts || occupancy_rate
}

export function noGrid(row: ListedShowtime, theater: KnownTheater): Warning {
  return {
    code: 'general_admission_no_grid',
    message: 'Seats are not reserved, so there is no grid.',
    source_id: theater.sourceId,
    showtime_id: row.id,
  }
}

function metaOf(
  mode: string,
  capturedAt: number | undefined,
  nowMs: number,
  warnings: readonly Warning[],
): Record<string, unknown> {
  return {
    source_mode: mode,
    ...toFreshness(capturedAt === undefined ? [] : [capturedAt], nowMs),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}
