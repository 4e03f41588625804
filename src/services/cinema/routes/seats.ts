/** The seat map and the prices of one showtime. */

import { Type } from 'typebox'
import { docReply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { availabilityCache, type CinemaContext, notFound } from '../cinema-context.ts'
import { applySourceMode, type RefreshResult, unsupportedCapability } from '../live/apply-source-mode.ts'
import { seatMapJson } from '../queries/seat-map-json.ts'
import { readShowtimeWithPrices } from '../queries/seats.ts'
import { type ListedShowtime, sessionCapabilities } from '../queries/showtime-json.ts'
import type { IndexedTheater } from '../queries/theater-index.ts'
import { type DataCapabilities, PriceQuote, SeatMap, type Warning } from '../schema/index.ts'
import { parseMaxAge, seatDetail, sourceModeParams } from './params.ts'
import { cacheHeaders, toFreshness } from './showtime-page.ts'

const shared = {
  method: 'GET',
  tag: 'Showtimes',
  access: 'optional',
  cache: availabilityCache,
  errors: ['unsupported_capability', 'upstream_unavailable'],
} as const

export function seatRoutes(cinema: CinemaContext): AnyRoute[] {
  return [seatMapRoute(cinema), pricesRoute(cinema)]
}

function seatMapRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/showtimes/:showtime_id/seatmap',
    id: 'getSeatMap',
    summary: 'Who sits where: counts, and with seat_detail=grid every seat',
    description:
      'Cells without a seat are left out: `x` and `y` say where each seat is. General admission has counts and no seats.',
    params: Type.Object({ showtime_id: Type.String() }),
    query: Type.Object({ ...seatDetail, ...sourceModeParams }),
    response: { data: SeatMap },
    handle: async ({ params, query, nowMs, admission }) => {
      const load = () => cinema.seats.readWithShowtime(params.showtime_id)
      const { row, stored, theater, capabilities } = await withTheater(cinema, await load())
      const isGeneralAdmission = row.seating === 'general_admission'
      if (!hasSeatData(capabilities) && !isGeneralAdmission)
        throw unsupportedCapability('seat_summary', 'This source tells nothing about seats.')
      if (query.seat_detail === 'grid' && !capabilities.seat_grid && !isGeneralAdmission)
        throw unsupportedCapability('seat_grid', 'This source tells counts, not single seats.')
      const maxAgeMs = parseMaxAge(query.freshness)
      const result = await applySourceMode(cinema, {
        showtime: { id: row.id, doc: row.doc, theater },
        topic: 'seats',
        mode: query.source_mode,
        maxAgeMs,
        nowMs,
        admission,
        stored,
        reload: async () => (await load())?.stored,
      })
      const openSeating =
        isGeneralAdmission && query.seat_detail === 'grid' ? [noGridWarning(row, theater)] : []
      const warnings = [...result.warnings, ...openSeating]
      const text = await seatMapJson(cinema.seats, {
        row,
        theater,
        stored: result.stored,
        detail: query.seat_detail,
        mode: result.mode,
        warnings,
      })
      return {
        ...docReply(
          text,
          showtimeMeta(result.mode, result.stored?.captured_at ?? theater.capturedAt, nowMs, warnings),
        ),
        ...cacheHeaders({ mode: query.source_mode, maxAgeMs, nowMs }, captureTimes(result)),
      }
    },
  })
}

function pricesRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/showtimes/:showtime_id/prices',
    id: 'listPrices',
    summary: 'What tickets cost',
    params: Type.Object({ showtime_id: Type.String() }),
    query: Type.Object({ ...sourceModeParams }),
    response: { rows: PriceQuote },
    handle: async ({ params, query, nowMs, admission }) => {
      const load = () => readShowtimeWithPrices(cinema.db, params.showtime_id)
      const { row, stored, theater, capabilities } = await withTheater(cinema, await load())
      if (!capabilities.prices)
        throw unsupportedCapability('prices', 'This source tells no prices for this showtime.')
      const maxAgeMs = parseMaxAge(query.freshness)
      const result = await applySourceMode(cinema, {
        showtime: { id: row.id, doc: row.doc, theater },
        topic: 'prices',
        mode: query.source_mode,
        maxAgeMs,
        nowMs,
        admission,
        stored,
        reload: async () => (await load())?.stored,
      })
      const quotes = JSON.parse(result.stored?.doc ?? '[]') as unknown[]
      return {
        rows: quotes.map((quote) => JSON.stringify(quote)),
        meta: showtimeMeta(result.mode, result.stored?.captured_at, nowMs, result.warnings),
        ...cacheHeaders({ mode: query.source_mode, maxAgeMs, nowMs }, captureTimes(result)),
      }
    },
  })
}

function captureTimes({ stored }: RefreshResult<unknown>): number[] {
  return stored === undefined ? [] : [stored.captured_at]
}

interface ShowtimeLookup<Stored> {
  readonly row: ListedShowtime
  readonly stored: Stored | undefined
}

async function withTheater<Stored>(
  cinema: CinemaContext,
  lookup: ShowtimeLookup<Stored> | undefined,
): Promise<
  ShowtimeLookup<Stored> & { readonly theater: IndexedTheater; readonly capabilities: DataCapabilities }
> {
  const theaters = await cinema.theaters.current()
  const theater = lookup === undefined ? undefined : theaters.byId.get(lookup.row.theater_id)
  if (lookup === undefined || theater === undefined) throw notFound('showtime', 'showtime_id')
  return { ...lookup, theater, capabilities: sessionCapabilities(theater.capabilities, lookup.row) }
}

function hasSeatData(capabilities: DataCapabilities): boolean {
  const { seat_grid, seat_summary, occupancy_counts, occupancy_rate } = capabilities
  return seat_grid || seat_summary || occupancy_counts || occupancy_rate
}

export function noGridWarning(row: ListedShowtime, theater: IndexedTheater): Warning {
  return {
    code: 'general_admission_no_grid',
    message: 'Seats are not reserved, so there is no grid.',
    source_id: theater.sourceId,
    showtime_id: row.id,
  }
}

function showtimeMeta(
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
